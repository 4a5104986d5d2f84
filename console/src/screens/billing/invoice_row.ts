import type { Row } from "../../api/rows.ts";

/** An invoice, as its page shows it. */
export type InvoiceRow = Row<"invoices"> & { facilities: { name: string } };
