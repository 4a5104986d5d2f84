import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { DownloadButton, PaperButton } from "../../ui/paper.tsx";
import { words } from "../../words.ts";

type Printed = Pick<Row<"invoices">, "id" | "kind" | "number">;

/** An invoice on paper. */
export function InvoicePaper({ invoice: { id } }: { invoice: Printed }) {
  return (
    <>
      <PaperButton path={`invoice/${id}`} />
      <DownloadButton path={`invoice/${id}`} />
    </>
  );
}

/** The time behind an invoice on paper, and its lines as a file. */
export function InvoiceFiles({ invoice: { id, kind, number } }: { invoice: Printed }) {
  return (
    <>
      {kind !== "interest" && (
        <PaperButton
          path={`timesheet/${id}`}
          label={words.paper.timesheet}
        />
      )}
      <ActButton
        label={words.paper.lines}
        variant="text"
        act={async () =>
          download(await call("invoice_file", { invoice_id: id }), `${number ?? "draft"}.csv`)}
      />
    </>
  );
}
