import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { DownloadButton, PaperButton } from "../../ui/paper.tsx";
import { words } from "../../words.ts";

/** An invoice on paper, the time behind it, and its lines as a file. */
export function InvoicePaper(
  { invoice }: { invoice: Pick<Row<"invoices">, "id" | "kind" | "number"> },
) {
  const { id, kind, number } = invoice;
  return (
    <>
      <PaperButton path={`invoice/${id}`} />
      <DownloadButton path={`invoice/${id}`} />
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
