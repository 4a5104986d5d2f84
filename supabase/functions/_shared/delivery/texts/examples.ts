import type { MailData } from "./mail_data.ts";

const FIRM = { firm: "Mesa Staffing LLC" };
const PERSON = { ...FIRM, console_url: "https://office.mesa.example/" };
const REMIT_TO = "Mesa Staffing LLC\nFirst Bank of Denver\nAccount 0042 1187, routing 102000021";

/** The data of one mail of each kind, as it may well be: the console shows what it comes to. */
export const EXAMPLES: MailData = {
  renewal_alert: {
    ...PERSON,
    to: "ada.okafor@mesa.example",
    name: "Ada Okafor",
    contractor_name: "Ben Carter",
    facility_name: "Mercy Hospital",
    renewal_date: "2026-12-23",
    days_left: 30,
    end_date: "2026-12-23",
  },
  overdue_reminder: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    as_of: "2026-11-23",
    invoices: [
      {
        number: "INV-2026-000187",
        due_date: "2026-10-24",
        days_late: 30,
        total: "12480.00",
        balance: "4480.00",
        interest: {
          accrued: "104.07",
          balance: "104.07",
          through: "2026-11-22",
          fee: "40.00",
          rates: [{ rate: "0.18", days: 29, months: null }],
        },
      },
      {
        number: "INV-2026-000203",
        due_date: "2026-11-20",
        days_late: 3,
        total: "9360.00",
        balance: "9360.00",
        interest: { accrued: "0.00", balance: "0.00", through: null, fee: "0.00", rates: [] },
      },
    ],
    left_out: null,
    owed: "13944.07",
    unapplied_credits: "0.00",
    remit_to: REMIT_TO,
  },
  invoice: {
    ...FIRM,
    to: "payables@mercy.example",
    facility_name: "Mercy Hospital",
    number: "INV-2026-000221",
    kind: "weekly",
    period_start: "2026-11-16",
    period_end: "2026-11-22",
    issue_date: "2026-11-23",
    due_date: "2026-12-23",
    total: "10240.00",
    owed: "10240.00",
    group_by: "department",
    group_name: "Intensive care",
    purchase_order: "PO-4471",
    remit_to: REMIT_TO,
  },
  time_to_approve: {
    ...PERSON,
    to: "lee.park@mercy.example",
    name: "Lee Park",
    facility_name: "Mercy Hospital",
    entries: 7,
    hours: "60.00",
    people: 2,
    oldest_on: "2026-11-16",
    contractors: [
      { name: "Ben Carter", hours: "36.00", days: 4, oldest_on: "2026-11-16" },
      { name: "Dana Reyes", hours: "24.00", days: 3, oldest_on: "2026-11-19" },
    ],
    left_out: null,
  },
  invitation: {
    ...PERSON,
    to: "lee.park@mercy.example",
    name: "Lee Park",
    kind: "facility_contact",
    facility_name: "Mercy Hospital",
    code: "0f8e2c1a-5b7d-4e3f-9a61-2d4c6b8e0f135c7a9e1d-3b5f-4d82-8c04-6e1f3a5b7d90",
    expires_on: "2026-12-07",
    expires_at: "09:05",
    timezone: "America/Denver",
  },
};
