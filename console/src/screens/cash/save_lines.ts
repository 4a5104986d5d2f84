import { insert, remove, type Row, update } from "../../api/rows.ts";
import { decimal } from "../../ui/format.ts";

/** A line of a reconciliation. */
export type Line = Pick<
  Row<"check_reconciliation_lines">,
  "id" | "invoice_id" | "component" | "amount"
>;

/**
 * Makes the lines of a reconciliation what was typed, `{ "<invoice_id> principal": "12.50" }`. What becomes less comes
 * first, so that no state between is over the check.
 *
 * @throws Refusal
 */
export async function saveLines(
  reconciliationId: string,
  lines: readonly Line[],
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  const wanted = new Map(
    Object.entries(typed).map(([name, text]) => [name, decimal(text)] as const).filter((
      [, amount],
    ) => !amount.isZero()),
  );
  const added = new Map(wanted);
  const grown: { line: Line; to: string }[] = [];
  for (const line of lines) {
    const name = `${line.invoice_id} ${line.component}`;
    const to = wanted.get(name);
    added.delete(name);
    if (to === undefined) await remove("check_reconciliation_lines", { id: `eq.${line.id}` });
    else if (to.lessThan(line.amount)) await change(line, to.toFixed(2));
    else if (to.greaterThan(line.amount)) grown.push({ line, to: to.toFixed(2) });
  }
  for (const { line, to } of grown) await change(line, to);
  if (added.size === 0) return;
  await insert(
    "check_reconciliation_lines",
    [...added].map(([name, amount]) => {
      const [invoice_id, component] = name.split(" ");
      return {
        check_reconciliation_id: reconciliationId,
        invoice_id,
        component,
        amount: amount.toFixed(2),
      };
    }),
  );
}

async function change({ id }: Line, amount: string): Promise<void> {
  await update("check_reconciliation_lines", { id: `eq.${id}` }, { amount });
}
