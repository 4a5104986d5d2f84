/** The states of an invoice, reached without the procedures. */
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

export type InvoiceState = "draft" | "sent" | "partially_paid" | "paid" | "void";

/** Brings a draft into a state, as sending, paying or voiding it leaves it. */
export async function bringInto(sql: Sql, invoiceId: string, state: InvoiceState): Promise<void> {
  const put = (set: string) => sql.unsafe(`update invoices set ${set} where id = $1`, [invoiceId]);
  if (state === "draft") return;
  if (state === "void") {
    await put("status = 'void', void_reason = 'wrong'");
    await sql.unsafe(
      "update invoice_lines set released_at = now(), part = null where invoice_id = $1",
      [
        invoiceId,
      ],
    );
    return;
  }
  await put(
    "status = 'sent', number = 'INV-' || id, issue_date = period_end + 1, due_date = period_end + 31",
  );
  if (state === "sent") return;
  const share = state === "paid" ? "total" : "0.01";
  await sql.unsafe(
    `insert into payments (invoice_id, paid_on, amount)
     select id, issue_date, ${share} from invoices where id = $1`,
    [invoiceId],
  );
}
