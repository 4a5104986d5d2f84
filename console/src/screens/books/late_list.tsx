import { callAll, type RowOf } from "../../api/call.ts";
import { day, money, sum } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { CheckLink, FacilityLink, InvoiceLink } from "../../ui/links.tsx";
import { Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.books.late;
const ORDER = "facility_name,dated_on,document,document_id,kind";
type Late = RowOf<"late_to_closed_books">;

/** Documents that came late: the reports of a closed day have them, and the books do not. */
export function LateList({ through }: { through: string }) {
  const late = useAsk(
    ["late_to_closed_books", through],
    (signal) => callAll("late_to_closed_books", { through }, ORDER, signal),
  );
  return (
    <Part title={say.title(day(through))} about={say.about}>
      <Loaded query={late}>
        {(found) => (
          <Rows
            label={say.title(day(through))}
            rows={found}
            rowKey={({ document_id: id, kind }) => `${id} ${kind}`}
            empty={say.none}
            columns={[
              {
                label: words.common.facility,
                value: ({ facility_id: id, facility_name: name }) => (
                  <FacilityLink id={id}>{name}</FacilityLink>
                ),
              },
              { label: words.common.kind, value: ({ kind }) => say.kinds[kind] ?? kind },
              { label: say.document, value: (one) => <DocumentLink of={one} /> },
              { label: words.common.day, value: ({ dated_on: on }) => day(on) },
              amountOf(found, words.cash.aging.balance, "balance"),
              amountOf(found, words.cash.aging.interest, "interest"),
              amountOf(found, words.cash.aging.credits, "unapplied_credits"),
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function DocumentLink({ of: { kind, document_id: id, document } }: { of: Late }) {
  if (kind === "invoice") return <InvoiceLink id={id}>{document}</InvoiceLink>;
  return kind === "check" ? <CheckLink id={id}>{document}</CheckLink> : document;
}

function amountOf(
  rows: readonly Late[],
  label: string,
  source: "balance" | "interest" | "unapplied_credits",
): Column<Late> {
  return {
    label,
    value: (one) => money(one[source]),
    isNumber: true,
    total: money(sum(rows.map((one) => one[source]))),
  };
}
