import type { PayBatchDocument } from "../database.types.ts";
import { onNewPage } from "./blocks.ts";
import { paySheet } from "./pay.ts";
import type { Section, Sheet } from "./pdf.ts";
import { day, period } from "./text.ts";

/** Earnings statements of a batch, each on pages of its own, so that they can be handed out one by one. */
export function payBatchSheet(batch: PayBatchDocument, logo: string | null): Sheet {
  const { letterhead, part, parts } = batch;
  const statements = batch.statements.map((statement, place) => {
    const sheet = paySheet({ ...statement, document: "pay", letterhead }, logo);
    return { ...sheet, content: onNewPage(sheet.content, place > 0) };
  });
  return {
    title: [
      "Earnings",
      batch.kind === "off_cycle" ? "off cycle" : null,
      period(batch.period_start, batch.period_end),
      `paid ${day(batch.pay_date)}`,
      parts === 1 ? null : `part ${part} of ${parts}`,
    ].filter(Boolean).join(" "),
    author: letterhead.legal_name ?? "",
    footer: "",
    mark: statements[0]?.mark ?? null,
    content: statements.flatMap(({ content }) => content),
    sections: statements.flatMap(({ content: [first], footer }): Section[] =>
      first === undefined ? [] : [{ first, footer }]
    ),
  };
}
