import { Buffer } from "node:buffer";
import pdfmake from "pdfmake";
import { BOLD, REGULAR } from "./noto_sans.ts";
import { otherFont } from "./other_font.ts";
import { OTHER_FONT, setOtherScripts } from "./scripts.ts";
import { shortened } from "./text.ts";

/** A piece of a page, as pdfmake takes it; it writes into what it is given, so each document has its own. */
export interface Block {
  text?: string;
  stack?: Block[];
  columns?: Block[];
  columnGap?: number;
  table?: {
    headerRows?: number;
    keepWithHeaderRows?: number;
    widths: (number | "*" | "auto")[];
    body: Block[][];
  };
  layout?: keyof typeof LAYOUTS;
  image?: string;
  fit?: [width: number, height: number];
  width?: number | "*" | "auto";
  colSpan?: number;
  bold?: boolean;
  color?: string;
  fontSize?: number;
  characterSpacing?: number;
  lineHeight?: number;
  alignment?: "left" | "right" | "center";
  margin?: [left: number, top: number, right: number, bottom: number];
  noWrap?: boolean;
  unbreakable?: boolean;
  pageBreak?: "before";
  /** Pages that it came to stand on; pdfmake writes them. */
  readonly positions?: readonly { readonly pageNumber: number }[];
}

/** A block, and all that are in it. */
export function blocksIn(block: Block): Block[] {
  const { stack = [], columns = [], table } = block;
  return [block, ...[...stack, ...columns, ...table?.body.flat() ?? []].flatMap(blocksIn)];
}

/** Part of a document that begins on a page of its own: its foot, and its pages, are of it alone. */
export interface Section {
  /** Its first block. */
  readonly first: Block;
  readonly footer: string;
}

/** A document: its name, what stands below each page, and what is written across it. */
export interface Sheet {
  readonly title: string;
  readonly author: string;
  readonly footer: string;
  /** Such as DRAFT; null = nothing. */
  readonly mark: string | null;
  readonly isLandscape?: boolean;
  readonly content: Block[];
  /** In the order of content, which begins with the first. */
  readonly sections?: readonly Section[];
}

export const INK = "#1f2937";
export const GRAY = "#6b7280";
export const RULE = "#d1d5db";

/** Lines of a table, and their distance from its texts. */
const LAYOUTS = {
  rows: {
    hLineWidth: (nth: number, node: { table: { headerRows: number; body: unknown[] } }) =>
      nth === 0 ? 0 : nth === node.table.headerRows || nth === node.table.body.length ? 0.9 : 0.4,
    hLineColor: (nth: number, node: { table: { headerRows: number; body: unknown[] } }) =>
      nth === node.table.headerRows || nth === node.table.body.length ? GRAY : RULE,
    vLineWidth: () => 0,
    paddingLeft: (nth: number) => nth === 0 ? 0 : 5,
    paddingRight: (nth: number, node: { table: { widths: unknown[] } }) =>
      nth === node.table.widths.length - 1 ? 0 : 5,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
  sums: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 1.5,
    paddingBottom: () => 1.5,
  },
};

/** Parts of pdfmake that are used; it has no types of its own. */
interface PdfMake {
  virtualfs: {
    writeFileSync(name: string, content: Buffer): void;
    readonly storage: Record<string, Buffer>;
  };
  setFonts(fonts: Fonts): void;
  addTableLayouts(layouts: object): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array<ArrayBuffer>> };
}

/** Files of fonts, by their name and weight. */
type Fonts = Readonly<Record<string, Readonly<Record<"normal" | "bold", string>>>>;
const FONTS: Fonts = { NotoSans: { normal: "regular.ttf", bold: "bold.ttf" } };

const printer = preparedPrinter();
/** Number of documents that had a font of their own: several may be printed at once. */
let ownFonts = 0;

function preparedPrinter(): PdfMake {
  const made = pdfmake as PdfMake;
  for (const [name, font] of Object.entries({ "regular.ttf": REGULAR, "bold.ttf": BOLD })) {
    made.virtualfs.writeFileSync(name, Buffer.from(font, "base64"));
  }
  made.setFonts(FONTS);
  made.addTableLayouts(LAYOUTS);
  // Whatever a text says, nothing is fetched and no file is read.
  made.setUrlAccessPolicy(() => false);
  return made;
}

/** The foot of a page is one line, on each page. */
const MOST_OF_FOOTER = 120;

/** The bytes of a PDF, on US letter paper. */
export async function pdfOf(
  { title, author, footer, mark, isLandscape = false, content, sections = [] }: Sheet,
): Promise<Uint8Array<ArrayBuffer>> {
  const watermark = mark === null ? {} : {
    watermark: { text: mark, color: GRAY, opacity: 0.13, bold: true, angle: -45, fontSize: 96 },
  };
  const footOf = feet(footer, sections);
  const feetToSay = [footer, ...sections.map((section) => section.footer)];
  const others = setOtherScripts([
    ...content.flatMap(blocksIn),
    ...feetToSay.map((text): Block => ({ text })),
  ]);
  const definition = {
    pageSize: "LETTER",
    pageOrientation: isLandscape ? "landscape" : "portrait",
    pageMargins: [46, 44, 46, 52],
    info: { title: shortened(title, MOST_OF_FOOTER), author: shortened(author, MOST_OF_FOOTER) },
    defaultStyle: { font: "NotoSans", fontSize: 9, color: INK, lineHeight: 1.12 },
    ...watermark,
    footer: (page: number, pages: number): Block => {
      const foot = footOf(page, pages);
      const said: Block = { text: shortened(foot.footer, MOST_OF_FOOTER), width: "*" };
      setOtherScripts([said]);
      return {
        margin: [46, 16, 46, 0],
        fontSize: 7.5,
        color: GRAY,
        columns: [
          said,
          { text: `Page ${foot.page} of ${foot.pages}`, width: "auto", alignment: "right" },
        ],
      };
    },
    content,
  };
  if (others.length === 0) return await printer.createPdf(definition).getBuffer();
  const file = `other-${++ownFonts}.ttf`;
  printer.virtualfs.writeFileSync(file, otherFont(others));
  try {
    // It takes the fonts that there are as it begins.
    printer.setFonts({ ...FONTS, [OTHER_FONT]: { normal: file, bold: file } });
    return await printer.createPdf(definition).getBuffer();
  } finally {
    printer.setFonts(FONTS);
    delete printer.virtualfs.storage[file];
  }
}

/** Foot of a page, and its number among those that have the same foot. */
interface Foot {
  readonly footer: string;
  readonly page: number;
  readonly pages: number;
}

/** Says the foot of each page; it is asked once all blocks stand where they stay. */
function feet(
  footer: string,
  sections: readonly Section[],
): (page: number, pages: number) => Foot {
  if (sections.length === 0) return (page, pages) => ({ footer, page, pages });
  let begins: number[] | undefined;
  return (page, pages) => {
    begins ??= sections.map(({ first }) => first.positions?.[0]?.pageNumber ?? 1);
    const nth = begins.findLastIndex((begun) => begun <= page);
    const from = begins[nth] ?? 1;
    const next = begins[nth + 1] ?? pages + 1;
    return {
      footer: sections[nth]?.footer ?? footer,
      page: page - from + 1,
      pages: next - from,
    };
  };
}
