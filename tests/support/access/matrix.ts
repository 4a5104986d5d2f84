/**
 * Access as docs/architecture.md has it: per table, per prepared row (firm/), per caller.
 *
 *   r  reads the row                         s  submits it
 *   i  adds a row like it                    p  puts it to pending approval
 *   u  rewrites a column of it               a  approves it
 *   d  removes it, as far as other rows      b  sends it back to draft
 *      that name it let it go                l  locks it
 *   h  sets it hired                         c  cancels it
 *   -  nothing                               y  sets it applied
 *
 * s p a b l are tried on time entries, h on candidates, c y on rate hits.
 */
export const MATRIX = `
                                      signed_out viewer billing payroll recruiting admin ada   ben   north south service
organization_settings
  the one                             -          r      r       r       r          ru    -     -     -     -     ru
holidays
  new year                            -          r      riud    r       r          riud  -     -     -     -     riud
journal_accounts
  cash                                -          r      r       r       r          riu   -     -     -     -     riu
book_closings
  any                                 -          r      r       r       r          r     -     -     -     -     r
mail_settings
  the one                             -          r      r       r       r          ru    -     -     -     -     ru
mail_kinds
  invoices                            -          r      r       r       r          ru    -     -     -     -     ru
approval_policies
  of write-offs                       -          r      r       r       r          ru    -     -     -     -     ru
approvals
  of a write-off                      -          r      r       r       r          r     -     -     -     -     r
  of a recovery                       -          -      -       r       -          r     -     -     -     -     r
outbox
  to a former webhook                 -          r      r       r       r          r     -     -     -     -     r
webhooks
  of the books                        -          -      -       -       -          ru    -     -     -     -     ru
facility_reminders
  north                               -          r      riud    r       r          riud  -     -     -     -     riud
  south                               -          r      riud    r       r          riud  -     -     -     -     riud
facility_staff
  north                               -          r      riud    r       r          riud  -     -     -     -     riud
  south                               -          r      riud    r       r          riud  -     -     -     -     riud
notes
  about north                         -          ri     ri      ri      ri         ri    -     -     -     -     ri
erasures
  of somebody                         -          -      -       -       -          r     -     -     -     -     r
letterheads
  of today                            -          r      r       r       r          r     -     -     -     -     r
staff_members
  viewer                              -          r      r       r       r          riu   -     -     -     -     riu
  billing                             -          r      r       r       r          riu   -     -     -     -     riu
  payroll                             -          r      r       r       r          riu   -     -     -     -     riu
  recruiting                          -          r      r       r       r          riu   -     -     -     -     riu
  admin                               -          r      r       r       r          riu   -     -     -     -     riu
  colleague of the admin              -          r      r       r       r          riu   -     -     -     -     riu
  invited                             -          r      r       r       r          riud  -     -     -     -     riud
candidates
  applied                             -          r      r       r       riud       riud  -     -     -     -     riudh
  hired                               -          r      r       r       r          r     -     -     -     -     riud
contractors
  ada                                 -          r      r       r       ru         ru    r     -     -     -     riu
  ben                                 -          r      r       r       ru         ru    -     r     -     -     riu
contractor_details
  ada                                 -          r      r       riu     riu        riu   riu   -     -     -     riud
  ben                                 -          r      r       riu     riu        riu   -     riu   -     -     riud
facilities
  north                               -          r      riud    r       r          riud  -     -     r     -     riud
  south                               -          r      riud    r       r          riud  -     -     -     r     riud
  without anything                    -          r      riud    r       r          riud  -     -     -     -     riud
purchase_orders
  north, used                         -          r      riu     r       r          riu   -     -     r     -     riu
  north                               -          r      riud    r       r          riud  -     -     r     -     riud
  south                               -          r      riud    r       r          riud  -     -     -     r     riud
facility_contacts
  north                               -          r      riu     r       r          riu   -     -     r     -     riu
  colleague of north                  -          r      riu     r       r          riu   -     -     -     -     riu
  invited to north                    -          r      riud    r       r          riud  -     -     -     -     riud
  south                               -          r      riu     r       r          riu   -     -     -     r     riu
user_names
  viewer                              -          r      r       r       r          r     -     -     -     -     r
  ada                                 -          r      r       r       r          r     -     -     -     -     r
invitations
  of the invited                      -          r      r       r       r          r     -     -     -     -     r
  to north                            -          r      r       r       r          r     -     -     -     -     r
me
  viewer                              -          r      -       -       -          -     -     -     -     -     -
  ada                                 -          -      -       -       -          -     r     -     -     -     -
  north                               -          -      -       -       -          -     -     -     r     -     -
facility_interest_terms
  north                               -          r      riud    r       r          riud  -     -     -     -     riud
  south                               -          r      riud    r       r          riud  -     -     -     -     riud
facility_fees
  north                               -          r      riud    r       r          riud  -     -     -     -     riud
sales_taxes
  of a state                          -          r      riud    r       r          riud  -     -     -     -     riud
facility_taxes
  north                               -          r      riud    r       r          riud  -     -     -     -     riud
assignments
  ada at north                        -          r      ru      r       ru         ru    -     -     -     -     riud
  ada at south                        -          r      ru      r       ru         ru    -     -     -     -     riud
  ben at south                        -          r      ru      r       ru         ru    -     -     -     -     riud
assignment_rates
  ada at north                        -          r      r       r       r          r     -     -     -     -     riu
  ada at south                        -          r      r       r       r          r     -     -     -     -     riu
  ben at south                        -          r      r       r       r          r     -     -     -     -     riu
assignment_bill_terms
  ada at north                        -          r      riu     r       r          riu   -     -     -     -     riu
  ada at north, later                 -          r      riud    r       r          riud  -     -     -     -     riud
  ada at south                        -          r      riu     r       r          riu   -     -     -     -     riu
  ben at south                        -          r      riu     r       r          riu   -     -     -     -     riu
state_rules
  ohio                                -          r      r       r       r          r     -     -     -     -     r
minimum_wages
  denver                              -          r      r       r       r          riud  -     -     -     -     riud
mileage_rates
  of a later year                     -          r      r       r       r          riud  -     -     -     -     riud
import_mappings
  of mercy                            -          r      r       riud    r          riud  -     -     -     -     riud
overtime_rules
  of the firm, used                   -          r      r       r       r          riu   -     -     -     -     riu
  of the firm, unused                 -          r      r       r       r          riud  -     -     -     -     riud
time_codes
  of the firm, used                   -          r      r       r       r          riu   -     -     -     -     riu
  of the firm, unused                 -          r      r       r       r          riud  -     -     -     -     riud
assignment_code_rates
  ada at north                        -          r      riud    riud    r          riud  -     -     -     -     riud
facility_code_rates
  north                               -          r      riud    riud    r          riud  -     -     -     -     riud
guarantees
  ada at north                        -          r      riud    riud    r          riud  -     -     -     -     riud
guarantee_exceptions
  ada at north                        -          r      riud    riud    riud       riud  -     -     -     -     riud
holiday_calendars
  of the firm                         -          r      r       r       r          riud  -     -     -     -     riud
holiday_calendar_days
  of the firm                         -          r      r       r       r          riud  -     -     -     -     riud
leave_plans
  of the firm, used                   -          r      r       r       r          riu   -     -     -     -     riu
  of the firm, unused                 -          r      r       r       r          riud  -     -     -     -     riud
leave_plan_terms
  of the firm                         -          r      r       r       r          riud  -     -     -     -     riud
leave_ledger
  ada                                 -          -      -       r       -          r     -     -     -     -     r
leave_balances
  ada                                 -          -      -       r       -          r     -     -     -     -     r
premium_rules
  of north                            -          r      r       r       r          riud  -     -     -     -     riud
assignment_recruiters
  ada at north                        -          r      r       r       r          riud  -     -     -     -     riud
burden_rates
  of a later year                     -          r      r       riud    r          riud  -     -     -     -     riud
recruiter_commissions
  recruiting                          -          -      -       -       -          riud  -     -     -     -     riud
assignment_stipends
  ada at north                        -          r      r       riud    r          riud  -     -     -     -     riud
  ben at south                        -          r      r       riud    r          riud  -     -     -     -     riud
rate_hits
  pending                             -          r      riudc   riudc   r          riudc -     -     -     -     riudc
  applied                             -          r      r       r       r          r     -     -     -     -     riu
  cancelled                           -          r      r       r       r          r     -     -     -     -     riu
contract_renewals
  upcoming                            -          r      r       r       riud       riud  -     -     -     -     riud
  declined                            -          r      r       r       ru         ru    -     -     -     -     riu
contract_alerts
  of the upcoming                     -          r      r       r       ru         ru    -     -     -     -     ru
  of the declined                     -          r      r       r       r          r     -     -     -     -     ru
contractAlerts
  of the upcoming                     -          r      r       r       r          r     -     -     -     -     r
  of the declined                     -          r      r       r       r          r     -     -     -     -     r
credential_kinds
  license                             -          r      r       r       r          riud  -     -     -     -     riud
credentials
  ada                                 -          -      -       -       riud       riud  -     -     -     -     riud
requirements
  ada at north                        -          r      r       r       riud       riud  -     -     -     -     riud
person_credentials
  ada                                 -          r      r       r       r          r     -     -     -     -     r
required_credentials
  ada at north                        -          r      r       r       r          r     -     -     r     -     r
credentials_due
  ada                                 -          r      r       r       r          r     -     -     -     -     r
planned_shifts
  ada at north                        -          r      r       r       r          r     r     -     r     -     r
client_time
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
time_entries
  ada at north draft                  -          r      riuds   riuds   riuds      riuds riuds -     -     -     riudsl
  ada at north submitted              -          r      rupab   rupab   rupab      rupab r     -     rab   -     riupabl
  ada at north pending_approval       -          r      ruab    ruab    ruab       ruab  r     -     rab   -     riuab
  ada at north approved               -          r      rusb    rusb    rusb       rusb  r     -     rs    -     riusbl
  ada at north locked                 -          r      r       rp      r          rp    r     -     r     -     rip
  ada at north draft sent_back_at     -          r      ruds    ruds    ruds       ruds  ruds  -     -     -     riudsl
  ada at south draft                  -          r      riuds   riuds   riuds      riuds riuds -     -     -     riudsl
  ada at south submitted              -          r      rupab   rupab   rupab      rupab r     -     -     rab   riupabl
  ben at south draft                  -          r      riuds   riuds   riuds      riuds -     riuds -     -     riudsl
  ben at south submitted              -          r      rupab   rupab   rupab      rupab -     r     -     rab   riupabl
  ben at south pending_approval       -          r      ruab    ruab    ruab       ruab  -     r     -     rab   riuab
  ben at south approved               -          r      rusb    rusb    rusb       rusb  -     r     -     rs    riusbl
  ben at south locked                 -          r      r       rp      r          rp    -     r     -     r     rip
  ada at north locked approved_at     -          r      r       r       r          r     r     -     r     -     ri
invoices
  north draft                         -          r      r       r       r          r     -     -     -     -     riud
  north sent                          -          r      r       r       r          r     -     -     r     -     riu
  north partially paid                -          r      r       r       r          r     -     -     r     -     riu
  north paid                          -          r      r       r       r          r     -     -     r     -     riu
  north void, once sent               -          r      r       r       r          r     -     -     r     -     riu
  north void, never sent              -          r      r       r       r          r     -     -     -     -     riu
  south draft                         -          r      r       r       r          r     -     -     -     -     riud
  south sent                          -          r      r       r       r          r     -     -     -     r     riu
invoice_lines
  north draft, adjustment             -          r      riud    r       r          riud  -     -     -     -     riud
  north sent, adjustment              -          r      r       r       r          r     -     -     r     -     r
  north partially paid, adjustment    -          r      r       r       r          r     -     -     r     -     r
  north paid, adjustment              -          r      r       r       r          r     -     -     r     -     r
  north void, once sent, adjustment   -          r      r       r       r          r     -     -     r     -     r
  north void, never sent, adjustment  -          r      r       r       r          r     -     -     -     -     r
  south draft, adjustment             -          r      riud    r       r          riud  -     -     -     -     riud
  south sent, adjustment              -          r      r       r       r          r     -     -     -     r     r
  north draft, time                   -          r      r       r       r          r     -     -     -     -     r
  north sent, time                    -          r      r       r       r          r     -     -     r     -     r
  north draft, difference             -          r      r       r       r          r     -     -     -     -     r
  north sent, difference              -          r      r       r       r          r     -     -     r     -     r
invoice_bundles
  north                               -          r      r       r       r          r     -     -     r     -     r
checks
  received                            -          r      riud    r       r          riud  -     -     -     -     riud
  received, with a proposal           -          r      riud    r       r          riud  -     -     -     -     riud
  reconciled                          -          r      r       r       r          r     -     -     -     -     ru
  returned                            -          r      r       r       r          r     -     -     -     -     riu
credit_notes
  north                               -          r      r       r       r          r     -     -     r     -     r
credit_note_lines
  north                               -          r      r       r       r          r     -     -     r     -     r
disputed_lines
  north                               -          r      r       r       r          r     -     -     r     -     r
facility_credits
  north                               -          r      r       r       r          r     -     -     r     -     r
refunds
  north                               -          r      r       r       r          r     -     -     -     -     r
remittances
  of north                            -          r      r       r       r          r     -     -     -     -     r
remittance_lines
  of north                            -          r      r       r       r          r     -     -     -     -     r
check_reconciliations
  proposed                            -          r      riud    r       r          riud  -     -     -     -     riud
  confirmed                           -          r      r       r       r          r     -     -     -     -     ru
  returned                            -          r      r       r       r          r     -     -     -     -     ru
check_reconciliation_lines
  of the proposed                     -          r      riud    r       r          riud  -     -     -     -     riud
  of the confirmed                    -          r      r       r       r          r     -     -     -     -     r
payments
  north                               -          r      r       r       r          r     -     -     -     -     r
pay_groups
  another                             -          r      r       riud    r          riud  -     -     -     -     riud
payroll_periods
  open                                -          -      -       riud    -          riud  -     -     -     -     riud
  closed                              -          -      -       r       -          r     -     -     -     -     riud
payroll_batches
  draft                               -          -      -       r       -          r     -     -     -     -     r
  closed                              -          -      -       r       -          r     -     -     -     -     r
payroll_items
  ada, closed                         -          -      -       r       -          r     -     -     -     -     r
  ben, closed                         -          -      -       r       -          r     -     -     -     -     r
  ada, draft                          -          -      -       r       -          r     -     -     -     -     r
payroll_item_lines
  ada, closed                         -          -      -       r       -          r     -     -     -     -     r
  ben, closed                         -          -      -       r       -          r     -     -     -     -     r
  ada, draft                          -          -      -       r       -          r     -     -     -     -     r
recovery_arrangements
  ada                                 -          -      -       r       -          r     -     -     -     -     r
overpayment_settlements
  ada                                 -          -      -       r       -          r     -     -     -     -     r
overpayments
  ada                                 -          -      -       r       -          r     -     -     -     -     r
break_premiums
  ada                                 -          -      -       r       -          r     -     -     -     -     r
payroll_handovers
  of the closed                       -          -      -       r       -          r     -     -     -     -     r
earning_codes
  straight, w2                        -          -      -       ru      -          ru    -     -     -     -     ru
payroll_profiles
  of the firm                         -          -      -       riud    -          riud  -     -     -     -     riud
payroll_adjustments
  ada                                 -          -      -       riud    -          riud  -     -     -     -     riud
  ben                                 -          -      -       riud    -          riud  -     -     -     -     riud
billing_runs
  any                                 -          r      r       r       r          r     -     -     -     -     riud
job_runs
  any                                 -          r      r       r       r          r     -     -     -     -     riud
job_health
  lock-ended                          -          r      r       r       r          r     -     -     -     -     r
  accrue-interest                     -          r      r       r       r          r     -     -     -     -     r
closed_areas
  time                                -          r      r       r       r          r     -     -     -     -     r
retention
  the log                             -          r      r       r       r          ru    -     -     -     -     ru
audit_log
  any                                 -          -      -       -       -          r     -     -     -     -     r
pay_below_minimum_wage
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
renewals_due
  upcoming                            -          r      r       r       r          r     -     -     -     -     r
missing_time
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
  ada at south                        -          r      r       r       r          r     -     -     -     -     r
  ben at south                        -          r      r       r       r          r     -     -     -     -     r
unapproved_time
  ada at north draft                  -          r      r       r       r          r     -     -     -     -     r
  ada at north submitted              -          r      r       r       r          r     -     -     r     -     r
  ada at north pending_approval       -          r      r       r       r          r     -     -     r     -     r
  ada at north locked                 -          r      r       r       r          r     -     -     r     -     r
  ada at north draft sent_back_at     -          r      r       r       r          r     -     -     -     -     r
  ada at south draft                  -          r      r       r       r          r     -     -     -     -     r
  ada at south submitted              -          r      r       r       r          r     -     -     -     r     r
  ben at south draft                  -          r      r       r       r          r     -     -     -     -     r
  ben at south submitted              -          r      r       r       r          r     -     -     -     r     r
  ben at south pending_approval       -          r      r       r       r          r     -     -     -     r     r
  ben at south locked                 -          r      r       r       r          r     -     -     -     r     r
facility_time
  ada at north draft                  -          -      -       -       -          -     -     -     -     -     -
  ada at north submitted              -          r      r       r       r          r     -     -     r     -     r
  ada at north pending_approval       -          r      r       r       r          r     -     -     r     -     r
  ada at north approved               -          r      r       r       r          r     -     -     r     -     r
  ada at north locked                 -          r      r       r       r          r     -     -     r     -     r
  ada at north draft sent_back_at     -          r      r       r       r          r     -     -     r     -     r
  ada at south draft                  -          -      -       -       -          -     -     -     -     -     -
  ada at south submitted              -          r      r       r       r          r     -     -     -     r     r
  ben at south draft                  -          -      -       -       -          -     -     -     -     -     -
  ben at south submitted              -          r      r       r       r          r     -     -     -     r     r
  ben at south pending_approval       -          r      r       r       r          r     -     -     -     r     r
  ben at south approved               -          r      r       r       r          r     -     -     -     r     r
  ben at south locked                 -          r      r       r       r          r     -     -     -     r     r
  ada at north locked approved_at     -          r      r       r       r          r     -     -     r     -     r
unbilled_time
  ada at north approved               -          r      r       r       r          r     -     -     -     -     r
  ben at south approved               -          r      r       r       r          r     -     -     -     -     r
  ada at north locked approved_at     -          r      r       r       r          r     -     -     -     -     r
unbilled_groups
  north                               -          r      r       r       r          r     -     -     -     -     r
unbilled_guarantees
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
unbilled_differences
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
assignment_margin
  ada at north                        -          r      r       r       r          r     -     -     -     -     r
  ada at south                        -          r      r       r       r          r     -     -     -     -     r
  ben at south                        -          r      r       r       r          r     -     -     -     -     r
heads_by_week
  this week                           -          r      r       r       r          r     -     -     -     -     r
purchase_order_usage
  north, used                         -          r      r       r       r          r     -     -     r     -     r
  north                               -          r      r       r       r          r     -     -     r     -     r
  south                               -          r      r       r       r          r     -     -     -     r     r
remittance_states
  of north                            -          r      r       r       r          r     -     -     -     -     r
remittance_line_states
  of north                            -          r      r       r       r          r     -     -     -     -     r
ar_aging
  north                               -          r      r       r       r          r     -     -     r     -     r
  south                               -          r      r       r       r          r     -     -     -     r     r
customer_aging
  north                               -          r      r       r       r          r     -     -     r     -     r
  south                               -          r      r       r       r          r     -     -     -     r     r
customers
  north                               -          r      r       r       r          r     -     -     r     -     r
  south                               -          r      r       r       r          r     -     -     -     r     r
my_assignments
  ada at north                        -          -      -       -       -          -     r     -     -     -     -
  ada at south                        -          -      -       -       -          -     r     -     -     -     -
  ben at south                        -          -      -       -       -          -     -     r     -     -     -
my_shifts
  ada at north                        -          -      -       -       -          -     r     -     -     -     -
facility_shifts
  ada at north                        -          r      r       r       r          r     -     -     r     -     r
planned_days
  ada at north                        -          r      r       r       r          r     -     -     r     -     r
my_codes
  ada at north                        -          -      -       -       -          -     r     -     -     -     -
  ada at south                        -          -      -       -       -          -     r     -     -     -     -
  ben at south                        -          -      -       -       -          -     -     r     -     -     -
my_leave
  ada                                 -          -      -       -       -          -     r     -     -     -     -
my_pay_rates
  ada at north                        -          -      -       -       -          -     r     -     -     -     -
  ada at south                        -          -      -       -       -          -     r     -     -     -     -
  ben at south                        -          -      -       -       -          -     -     r     -     -     -
my_time
  ada at north draft                  -          -      -       -       -          -     r     -     -     -     -
  ada at north submitted              -          -      -       -       -          -     r     -     -     -     -
  ada at north pending_approval       -          -      -       -       -          -     r     -     -     -     -
  ada at north approved               -          -      -       -       -          -     r     -     -     -     -
  ada at north locked                 -          -      -       -       -          -     r     -     -     -     -
  ada at north draft sent_back_at     -          -      -       -       -          -     r     -     -     -     -
  ada at south draft                  -          -      -       -       -          -     r     -     -     -     -
  ada at south submitted              -          -      -       -       -          -     r     -     -     -     -
  ben at south draft                  -          -      -       -       -          -     -     r     -     -     -
  ben at south submitted              -          -      -       -       -          -     -     r     -     -     -
  ben at south pending_approval       -          -      -       -       -          -     -     r     -     -     -
  ben at south approved               -          -      -       -       -          -     -     r     -     -     -
  ben at south locked                 -          -      -       -       -          -     -     r     -     -     -
  ada at north locked approved_at     -          -      -       -       -          -     r     -     -     -     -
my_pay
  ada, closed                         -          -      -       -       -          -     r     -     -     -     -
  ben, closed                         -          -      -       -       -          -     -     r     -     -     -
  ada, draft                          -          -      -       -       -          -     -     -     -     -     -
my_pay_lines
  ada, closed                         -          -      -       -       -          -     r     -     -     -     -
  ben, closed                         -          -      -       -       -          -     -     r     -     -     -
  ada, draft                          -          -      -       -       -          -     -     -     -     -     -
`;
