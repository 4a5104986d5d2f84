import { allRows } from "../../api/rows.ts";
import { count, day, daysBetween, money, sum, today } from "../../ui/format.ts";
import { InvoiceLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities;
const SHOWN = 50;

/** Open invoices of a facility, the oldest first, and how late each is. */
export function FacilityInvoices({ facilityId }: { facilityId: string }) {
  const now = today(useMe().timezone);
  const open = useAsk(["facility_invoices", facilityId], () =>
    allRows("invoices", {
      select: "id,number,status,due_date,total,balance,interest_balance",
      facility_id: `eq.${facilityId}`,
      status: "in.(sent,partially_paid,paid)",
      or: "(balance.gt.0,interest_balance.gt.0)",
      order: "due_date,id",
    }));
  const everyInvoice = `/billing/invoices?filter=${
    encodeURIComponent(JSON.stringify({ facility_id: facilityId }))
  }`;
  return (
    <Loaded query={open}>
      {(found) => {
        const shown = found.slice(0, SHOWN);
        const late = found.filter((one) => one.due_date !== null && one.due_date < now);
        const bearsInterest = found.some((one) => one.interest_balance > 0);
        const owed = (those: typeof found) => money(sum(those.map((one) => one.balance)));
        return (
          <Part
            title={say.open}
            about={found.length === 0 ? undefined : [
              say.openAbout(owed(found), owed(late)),
              ...shown.length < found.length
                ? [say.openMore(count(shown.length), count(found.length))]
                : [],
            ].join(" ")}
            actions={<TextLink to={everyInvoice}>{say.all}</TextLink>}
          >
            <Rows
              label={say.open}
              rows={shown}
              rowKey={({ id }) => id}
              empty={say.openNone}
              columns={[
                {
                  label: words.billing.invoices.number,
                  value: (one) => <InvoiceLink id={one.id}>{one.number}</InvoiceLink>,
                },
                { label: words.common.state, value: (one) => <State of={one.status} /> },
                { label: words.billing.invoices.due, value: (one) => day(one.due_date) },
                {
                  label: say.late,
                  value: ({ due_date: due }) =>
                    due === null || due >= now ? "" : count(daysBetween(due, now)),
                  isNumber: true,
                },
                { label: words.common.total, value: (one) => money(one.total), isNumber: true },
                {
                  label: words.billing.invoices.balance,
                  value: (one) => money(one.balance),
                  isNumber: true,
                },
                ...bearsInterest
                  ? [{
                    label: words.billing.invoices.interest,
                    value: (one: (typeof found)[number]) => money(one.interest_balance),
                    isNumber: true,
                  }]
                  : [],
              ]}
            />
          </Part>
        );
      }}
    </Loaded>
  );
}
