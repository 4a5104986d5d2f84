import type { Row } from "../../api/rows.ts";
import { money, sum, withDays } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.billing.lines;
type Line = Pick<Row<"invoice_lines">, "id" | "description" | "amount" | "original_invoice_id">;

/** The interest that an invoice bills, by the invoices on which it accrued. */
export function InterestLines({ lines, base }: { lines: readonly Line[]; base: string }) {
  return (
    <Part title={say.interest}>
      <Rows
        label={say.interest}
        rows={lines.toSorted((a, b) => a.description.localeCompare(b.description))}
        rowKey={({ id }) => id}
        to={({ original_invoice_id: original }) => original && `${base}/${original}`}
        empty=""
        columns={[
          {
            label: say.what,
            value: (line) => withDays(line.description),
            total: words.common.total,
          },
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
