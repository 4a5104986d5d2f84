import { useParams } from "react-router-dom";
import { call, requestId } from "../../api/call.ts";
import { insert, rows } from "../../api/rows.ts";
import { Refusal } from "../../api/refusal.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, decimal, instant, money, period } from "../../ui/format.ts";
import { MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { More } from "../../ui/more.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { BillInterest } from "./bill_interest.tsx";
import { CreditForm } from "./credit_form.tsx";
import { CreditNotes } from "./credit_notes.tsx";
import { DisputeActions, disputeText } from "./dispute.tsx";
import { InvoiceInterest } from "./invoice_interest.tsx";
import { InvoiceLines } from "./invoice_lines.tsx";
import { InvoiceMail } from "./invoice_mail.tsx";
import { InvoiceFiles, InvoicePaper } from "./invoice_paper.tsx";
import { InvoicePayments } from "./invoice_payments.tsx";
import { discountLeft } from "./discount_left.ts";
import { dueText, type InvoiceRow } from "./invoice_row.ts";
import { SendDialog } from "./send_dialog.tsx";
import { WaiveInterest } from "./waive_interest.tsx";

const say = words.billing.invoice;

/** One invoice: what it bills, what was paid, what interest it owes and why. */
export function Invoice() {
  const { id = "" } = useParams();
  const me = useMe();
  const invoice = useAsk(["invoice", id], async (signal) => {
    const [found] = await rows("invoices", {
      select:
        "*,sent_by_name,voided_by_name,disputed_by_name,facilities(name),credit_notes(amount)",
      id: `eq.${id}`,
    }, signal);
    if (!found) throw new Refusal(404, say.notFound);
    return found;
  });
  return (
    <Loaded query={invoice}>
      {(found) => (
        <Page
          title={say.title(found.number, found.facility_name ?? found.facilities.name)}
          about={
            <>
              <State of={found.status} />{" "}
              <FacilityLink id={found.facility_id}>{found.facilities.name}</FacilityLink>,{" "}
              {words.billing.kinds[found.kind]}, {period(found.period_start, found.period_end)}
            </>
          }
          actions={
            <>
              <InvoicePaper invoice={found} />
              {isOneOf(me, "billing") && found.status === "draft" && (
                <SendInvoice
                  invoice={found}
                />
              )}
              <More>
                <InvoiceFiles invoice={found} />
                {isOneOf(me, "billing") && <InvoiceActions invoice={found} />}
              </More>
            </>
          }
        >
          <Facts
            facts={[
              [words.common.total, money(found.total)],
              [say.paid, money(found.amount_paid)],
              // On a void one nothing is owed.
              [say.balance, found.status !== "void" && money(found.balance)],
              [say.interestOwed, found.status !== "void" && money(found.interest_balance)],
              [say.issued, day(found.issue_date)],
              [
                say.sentAt,
                found.sent_at &&
                words.common.by(instant(found.sent_at, me.timezone), found.sent_by_name),
              ],
              [
                say.due,
                found.status === "void" ? day(found.due_date) : dueText(found, me.businessDate),
              ],
              [
                say.discount,
                found.discount !== null && found.balance > 0 &&
                say.discountText(money(discountLeft(found)), day(found.discount_until)),
              ],
              [words.billing.group.label, found.group_name],
              [say.order, found.purchase_order],
              [say.to, found.billing_email],
              [
                words.billing.bundle.label,
                found.invoice_bundle_id && (
                  <TextLink key="bundle" to={`/billing/bundles/${found.invoice_bundle_id}`}>
                    {words.billing.bundle.link}
                  </TextLink>
                ),
              ],
              [words.dispute.label, disputeText(found)],
              [
                say.voided,
                found.voided_at &&
                `${words.common.by(instant(found.voided_at, me.timezone), found.voided_by_name)}: ${
                  found.void_reason ?? ""
                }`,
              ],
            ]}
          />
          {found.status !== "draft" && <InvoiceMail invoice={found} />}
          {found.status !== "draft" && <InvoicePayments invoiceId={id} />}
          {found.status !== "draft" && <CreditNotes invoiceId={id} />}
          {found.status !== "draft" && found.status !== "void" && (
            <InvoiceInterest invoice={found} />
          )}
          <InvoiceLines
            invoice={found}
            mayEdit={found.status === "draft" && isOneOf(me, "billing")}
          />
          <Notes about="invoice" aboutId={id} />
          <Timeline kind="invoice" id={id} />
        </Page>
      )}
    </Loaded>
  );
}

function SendInvoice({ invoice }: { invoice: InvoiceRow }) {
  return (
    <SendDialog
      ids={[invoice.id]}
      button={say.send}
      title={say.sendTitle(invoice.facilities.name, money(invoice.total))}
      submit={say.send}
      done={say.sent}
      buttonProps={{ variant: "contained" }}
    />
  );
}

function InvoiceActions({ invoice }: { invoice: InvoiceRow }) {
  const { id, status } = invoice;
  const isOpen = status === "sent" || status === "partially_paid";
  const owed = decimal(invoice.balance).plus(decimal(invoice.interest_balance));
  return (
    <>
      {status === "draft" && (
        <>
          <ActButton
            label={say.recompute}
            done={say.recomputed}
            act={() => call("recompute_draft_invoice", { invoice_id: id })}
          />
          <FormDialog
            button={say.adjust}
            title={say.adjustTitle}
            text={say.adjustAbout}
            submit={say.adjustSubmit}
            done={say.adjusted}
            act={({ description, amount }) =>
              insert("invoice_lines", [{
                invoice_id: id,
                kind: "adjustment",
                description,
                amount,
              }])}
          >
            <ReasonInput source="description" label={say.description} />
            <MoneyInput source="amount" label={words.common.amount} />
          </FormDialog>
        </>
      )}
      {isOpen && (
        <FormDialog
          button={say.writeOff}
          title={say.writeOff}
          text={say.writeOffAbout(money(owed))}
          submit={say.writeOff}
          done={say.writtenOff}
          defaultValues={() => ({ amount: owed.toFixed(2), request_id: requestId() })}
          act={(values) =>
            call("write_off_invoice", {
              invoice_id: id,
              amount: String(values["amount"]),
              reason: String(values["reason"]),
              request_id: String(values["request_id"]),
            })}
        >
          <MoneyInput source="amount" label={words.common.amount} />
          <ReasonInput />
        </FormDialog>
      )}
      {(isOpen || status === "paid") && invoice.kind !== "interest" &&
        invoice.interest_balance > 0 && <WaiveInterest invoice={invoice} />}
      {(isOpen || status === "paid") && <CreditForm invoice={invoice} />}
      {status !== "void" && invoice.kind !== "interest" && invoice.interest_balance > 0 && (
        <BillInterest facilityId={invoice.facility_id} name={invoice.facilities.name} />
      )}
      <DisputeActions invoice={invoice} />
      {(status === "draft" || status === "sent") && (
        <FormDialog
          button={say.void}
          title={say.voidTitle}
          text={invoice.kind === "interest" ? say.voidInterestAbout : say.voidAbout}
          submit={say.void}
          done={say.voidDone}
          buttonProps={{ color: "error" }}
          act={({ reason }) => call("void_invoice", { invoice_id: id, reason: String(reason) })}
        >
          <ReasonInput />
        </FormDialog>
      )}
    </>
  );
}
