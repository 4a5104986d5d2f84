import type { Row } from "../../api/rows.ts";
import { money, sum } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.billing.lines;
type Line = Pick<Row<"invoice_lines">, "id" | "description" | "amount"> & {
  original: { id: string; number: string | null } | null;
};

const numberOf = ({ original }: Line) => original?.number ?? "";

/** The interest that an invoice bills, by the invoices on which it accrued. */
export function InterestLines({ lines, base }: { lines: readonly Line[]; base: string }) {
  return (
    <Part title={say.interest}>
      <Rows
        label={say.interest}
        rows={lines.toSorted((a, b) => numberOf(a).localeCompare(numberOf(b)))}
        rowKey={({ id }) => id}
        to={({ original }) => original && `${base}/${original.id}`}
        empty=""
        columns={[
          { label: say.what, value: (line) => line.description, total: words.common.total },
          {
            label: words.common.amount,
            value: (line) => money(line.amount),
            isNumber: true,
            total: money(sum(lines.map(({ amount }) => amount))),
          },
        ]}
      />
    </Part>
  );
}
