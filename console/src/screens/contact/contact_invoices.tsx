import { SelectInput, TextInput } from "react-admin";
import { Route, Routes, useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { type Row, rows } from "../../api/rows.ts";
import { day, money, period } from "../../ui/format.ts";
import {
  BalanceCol,
  Col,
  DayCol,
  MoneyCol,
  NameCol,
  ScreenList,
  StateCol,
} from "../../ui/list.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { CreditNotes } from "../billing/credit_notes.tsx";
import { disputeText } from "../billing/dispute.tsx";
import { dueText } from "../billing/invoice_row.ts";
import { InvoiceInterest } from "../billing/invoice_interest.tsx";
import { InvoiceLines } from "../billing/invoice_lines.tsx";
import { InvoiceFiles, InvoicePaper } from "../billing/invoice_paper.tsx";
import { FacilityChoice, useFacilities } from "./facility_choice.tsx";

const say = words.contact.invoices;
const list = words.billing.invoices;
const one = words.billing.invoice;
const LISTED =
  "id,number,status,kind,facility_name,group_name,purchase_order,period_start,period_end,issue_date,due_date,total,balance,interest_balance,disputed_at,dispute_reason,disputed_amount";
type Invoice = Row<"invoices">;

/** A facility's invoices, as its contacts see them: those that were sent. */
export default function ContactInvoices() {
  return (
    <Routes>
      <Route index element={<All />} />
      <Route path=":id" element={<One />} />
    </Routes>
  );
}

function All() {
  const { chosen } = useFacilities();
  return (
    <Page title={say.title} about={say.about} actions={<FacilityChoice />}>
      <ScreenList
        resource="invoices"
        storeKey="facility_invoices"
        none={say.none}
        select={LISTED}
        filter={{ facility_id: chosen.map(({ id }) => id) }}
        rowClick={(id) => `/facility-invoices/${id}`}
        card={(row) => cardOf(row as Invoice, chosen.length > 1)}
        filters={[
          <TextInput
            key="number"
            source="number@ilike"
            label={list.number}
            alwaysOn
          />,
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={choicesOf(["sent", "partially_paid", "paid", "void"])}
            alwaysOn
          />,
        ]}
      >
        <Col
          source="number"
          label={list.number}
          render={(row: Invoice) => (
            <TextLink to={`/facility-invoices/${row.id}`}>
              {row.number}
            </TextLink>
          )}
        />
        {chosen.length > 1 && <NameCol label={words.common.facility} value={nameOf} />}
        {chosen.length === 1 && (
          <NameCol
            label={words.billing.group.label}
            value={(row: Invoice) => row.group_name ?? ""}
          />
        )}
        <Col
          label={words.common.period}
          render={(row: Invoice) => period(row.period_start, row.period_end)}
        />
        <StateCol />
        <DayCol source="due_date" label={list.due} />
        <MoneyCol source="total" label={words.common.total} />
        <BalanceCol />
        <MoneyCol source="interest_balance" label={list.interest} />
        <DayCol source="disputed_at" label={words.dispute.label} />
      </ScreenList>
    </Page>
  );
}

function nameOf(row: Invoice): string {
  return words.billing.group.of(row.facility_name ?? "", row.group_name);
}

function cardOf(row: Invoice, isOfSeveral: boolean) {
  return {
    title: <TextLink to={`/facility-invoices/${row.id}`}>{row.number}</TextLink>,
    facts: [
      [words.common.facility, isOfSeveral ? nameOf(row) : row.group_name],
      [words.common.period, period(row.period_start, row.period_end)],
      [words.common.state, <State key="state" of={row.status} />],
      [list.due, day(row.due_date)],
      [words.common.total, money(row.total)],
      [list.balance, row.status === "void" ? null : money(row.balance)],
      [list.interest, row.interest_balance === 0 ? null : money(row.interest_balance)],
      [words.dispute.label, day(row.disputed_at)],
    ] as const,
  };
}

function One() {
  const { id = "" } = useParams();
  const me = useMe();
  const invoice = useAsk(["facility_invoice", id], async (signal) => {
    const [found] = await rows("invoices", {
      select: `${LISTED},facility_id,amount_paid,accrued_interest,interest_breakdown`,
      id: `eq.${id}`,
    }, signal);
    if (!found) throw new Refusal(404, one.notFound);
    return found;
  });
  return (
    <Loaded query={invoice}>
      {(found) => (
        <Page
          title={one.title(found.number, found.facility_name ?? "")}
          about={
            <>
              <State of={found.status} /> {period(found.period_start, found.period_end)}{" "}
              <TextLink to="/facility-invoices">{say.back}</TextLink>
            </>
          }
          actions={
            <>
              <InvoicePaper invoice={found} />
              <InvoiceFiles invoice={found} />
            </>
          }
        >
          <Facts
            facts={[
              [words.common.total, money(found.total)],
              [one.paid, money(found.amount_paid)],
              [one.balance, found.status !== "void" && money(found.balance)],
              [one.interestOwed, found.status !== "void" && money(found.interest_balance)],
              [one.issued, day(found.issue_date)],
              [
                one.due,
                found.status === "void" ? day(found.due_date) : dueText(found, me.businessDate),
              ],
              [words.billing.group.label, found.group_name],
              [one.order, found.purchase_order],
              [words.dispute.label, disputeText(found)],
            ]}
          />
          <CreditNotes invoiceId={found.id} />
          {found.status !== "void" && <InvoiceInterest invoice={found} />}
          <InvoiceLines invoice={found} mayEdit={false} base="/facility-invoices" />
        </Page>
      )}
    </Loaded>
  );
}
