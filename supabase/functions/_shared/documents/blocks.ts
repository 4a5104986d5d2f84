/** Building blocks of the documents. */
import type { BillTo, Letterhead } from "../database.types.ts";
import { type Block, GRAY, INK } from "./pdf.ts";

/** A line of small capitals above what it names. */
export const label = (text: string): Block => ({
  text: text.toUpperCase(),
  fontSize: 7,
  bold: true,
  color: GRAY,
  characterSpacing: 0.4,
  margin: [0, 0, 0, 2],
});

/** The head of a document: who sends it, and what it is. */
export function head(
  { letterhead, title, number, logo }: {
    letterhead: Letterhead;
    title: string;
    number: string | null;
    /** A data URI that can be drawn. */
    logo: string | null;
  },
): Block {
  const { legal_name, address, phone } = letterhead;
  const where = [address, phone].filter((line) => line !== null).join("\n");
  return {
    columns: [
      {
        width: "*",
        stack: [
          ...(logo === null
            ? []
            : [{ image: logo, fit: [170, 54], margin: [0, 0, 0, 6] } as Block]),
          ...(legal_name === null ? [] : [{ text: legal_name, bold: true, fontSize: 11 }]),
          ...(where === "" ? [] : [{ text: where, fontSize: 8.5, color: GRAY }]),
        ],
      },
      {
        width: 250,
        alignment: "right",
        stack: [
          { text: title, bold: true, fontSize: 19, color: INK },
          ...(number === null ? [] : [{ text: number, fontSize: 11, color: GRAY }]),
        ],
      },
    ],
    margin: [0, 0, 0, 18],
  };
}

/** To whom it goes, and the days and numbers that it is about. Facts without a value are left out. */
export function about(
  { who, billTo, serviceAddress = null, facts }: {
    who: string;
    billTo: Pick<BillTo, "name" | "address" | "facility_name">;
    /** Address of the work, if it is another place. */
    serviceAddress?: string | null;
    facts: readonly (readonly [name: string, value: string | null])[];
  },
): Block {
  const { name, address, facility_name } = billTo;
  return {
    columns: [
      {
        width: "*",
        stack: [
          label(who),
          { text: name, bold: true, fontSize: 10 },
          ...(address === null ? [] : [{ text: address }]),
          ...(facility_name === name ? [] : [{ text: `For ${facility_name}`, color: GRAY }]),
          ...(serviceAddress === null ? [] : [{ text: serviceAddress, color: GRAY }]),
        ],
      },
      {
        width: 250,
        layout: "sums",
        table: {
          // A long word is broken in a column that takes what is left, and in no other.
          widths: ["auto", "*"],
          body: facts.flatMap(([fact, value]) =>
            value === null || value === ""
              ? []
              : [[{ text: fact, color: GRAY }, { text: value, alignment: "right" as const }]]
          ),
        },
      },
    ],
    columnGap: 20,
    margin: [0, 0, 0, 18],
  };
}

/** A table of rows below their names; numbers stand to the right. */
export function rows(
  columns: readonly { name: string; width: number | "*" | "auto"; isNumber?: boolean }[],
  body: Block[][],
): Block {
  const head = columns.map(({ name, isNumber }): Block => ({
    text: name,
    bold: true,
    fontSize: 8,
    color: GRAY,
    alignment: isNumber ? "right" : "left",
  }));
  return {
    layout: "rows",
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: columns.map(({ width }) => width),
      body: [head, ...body],
    },
  };
}

/** A text that stays on its line, which is measured in half the time. */
export const cell = (text: string, alignment: "left" | "right" = "left"): Block => ({
  text,
  alignment,
  noWrap: true,
});

/** Texts one below the other, each on its line, also where there is none. */
export const column = (texts: readonly string[], alignment: "left" | "right" = "left"): Block => ({
  stack: texts.map((text) => cell(text === "" ? "\u00a0" : text, alignment)),
});

/** Content that begins on a new page. */
export function onNewPage([first, ...others]: Block[], isNew = true): Block[] {
  if (first === undefined) return [];
  return [isNew ? { ...first, pageBreak: "before" } : first, ...others];
}

/** More rows than these may not fit on a page. */
const ROWS_TOGETHER = 15;

/** A table with its name above it, on one page where it is short. */
export const named = (name: string, table: Block): Block => ({
  stack: [{ ...label(name), margin: [0, 18, 0, 2] }, table],
  unbreakable: (table.table?.body.length ?? 0) <= ROWS_TOGETHER,
});

/** A sum, or one of its parts. */
export interface Sum {
  readonly name: string;
  readonly amount: string;
  readonly isTotal?: boolean;
}

/** Sums one below the other. */
export const sums = (parts: readonly Sum[]): Block => ({
  layout: "sums",
  table: {
    widths: ["*", "auto"],
    body: parts.map(({ name, amount, isTotal = false }) => [
      { text: name, bold: isTotal, fontSize: isTotal ? 10 : 9 },
      { text: amount, bold: isTotal, fontSize: isTotal ? 10 : 9, alignment: "right" as const },
    ]),
  },
});

/** Foot below the rows: texts on the left, sums on the right. */
export const below = (left: Block[], right: Block): Block => ({
  columns: [{ width: "*", stack: left }, { ...right, width: 250 }],
  columnGap: 24,
  margin: [0, 12, 0, 0],
  unbreakable: true,
});

/** A small text that explains. */
export const note = (text: string): Block => ({
  text,
  fontSize: 8,
  color: GRAY,
  margin: [0, 6, 0, 0],
});
