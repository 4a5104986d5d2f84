import process from "node:process";
import type { InvoiceDocument } from "../supabase/functions/_shared/database.types.ts";
import { type Block, pdfOf } from "../supabase/functions/_shared/documents/pdf.ts";
import { printed } from "../supabase/functions/_shared/documents/sheets.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { againstFloor, count, inTurns } from "./measure.ts";

const ROUNDS = 7;
/** CPU time that the platform gives a request, in milliseconds. */
const MOST_CPU = 2_000;
/** Lines of a contractor. */
const DAYS = 5;

/** CPU cost of printing an invoice, beside pdfmake's plain table of the same texts. */
export const documents: Benchmark = {
  name: "documents",
  aim: `an invoice of up to 1,500 lines, or of more, summed: at most ${MOST_CPU} ms of CPU`,
  run: async (context) => {
    const figures: Figure[] = [];
    for (const lines of [1_000, 1_500]) {
      const invoice = () => invoiceOf(lines);
      figures.push(
        await measured("printing an invoice", count(lines), invoice, () => plainTable(lines)),
      );
      context.report(`${lines} lines`);
    }
    const summed = () => summedInvoice(1_500);
    figures.push(
      await measured("printing it summed", "3,000 lines, 1,500 weeks", summed, plainWeeks),
    );
    return figures;
  },
};

async function measured(
  name: string,
  size: string,
  document: () => InvoiceDocument,
  floor: () => Block[][],
): Promise<Figure> {
  const print = () => cpuOf(() => printed(document(), () => {}));
  const plain = () => cpuOf(() => table(floor()));
  await print(), await plain();
  return {
    name: `CPU of ${name}, against pdfmake's plain table of the same texts`,
    size,
    mostTime: MOST_CPU,
    ...againstFloor(await inTurns(ROUNDS, print, plain)),
  };
}

/** Milliseconds of CPU that work takes of this process, whatever else runs on the machine. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const table = (body: Block[][]) =>
  pdfOf({
    title: "",
    author: "",
    footer: "",
    mark: null,
    content: [{ table: { widths: (body[0] ?? []).map(() => "auto"), body } }],
  });

const NAMES = { letterhead: "Demo Care Staffing LLC", facility: "Mercy Hospital" };
const dayOf = (nth: number) => `2026-03-0${2 + nth % DAYS}`;

/** Time of no code. */
const REGULAR = { kind: "regular", code_title: null, quantity: null, unit: null } as const;

function invoiceOf(lines: number): InvoiceDocument {
  return {
    ...frame(lines),
    content: {
      shown: "lines",
      lines,
      people: [],
      classes: [{ ...REGULAR, hours: `${lines * 8}.00`, amount: `${lines * 800}.00` }],
      rows: Array.from({ length: lines }, (_, nth) => ({
        ...REGULAR,
        description: `Ada Nurse ${Math.floor(nth / DAYS)}`,
        work_date: dayOf(nth),
        hours: "8.00",
        rate: "100.00",
        multiplier: "1.000",
        amount: "800.00",
        department: null,
        cost_centre: null,
        purchase_order: null,
        title: null,
        requisition: null,
        worker_number: null,
        started_at: null,
        ended_at: null,
      })),
    },
  };
}

function plainTable(lines: number): Block[][] {
  const { content } = invoiceOf(lines);
  if (content.shown !== "lines") throw new Error("the invoice is summed");
  return content.rows.map(({ description, work_date, hours, rate, amount }) =>
    [description, work_date ?? "", "Regular", hours ?? "", rate ?? "", amount].map((text) => ({
      text,
    }))
  );
}

function summedInvoice(weeks: number): InvoiceDocument {
  return {
    ...frame(weeks * 2),
    content: {
      shown: "contractors_and_weeks",
      people: [],
      lines: weeks * 2,
      classes: [{ ...REGULAR, hours: `${weeks * 16}.00`, amount: `${weeks * 1600}.00` }],
      rows: Array.from({ length: weeks }, (_, nth) => ({
        contractor_name: `Ada Nurse ${nth}`,
        week_start: "2026-03-02",
        regular_hours: "16.00",
        overtime_hours: "0.00",
        doubletime_hours: "0.00",
        amount: "1600.00",
      })),
    },
  };
}

function plainWeeks(): Block[][] {
  const { content } = summedInvoice(1_500);
  if (content.shown === "lines" || content.shown === "interest") {
    throw new Error("the invoice is not summed");
  }
  return content.rows.map(({ contractor_name, week_start, regular_hours, amount }) =>
    [contractor_name ?? "", week_start ?? "", regular_hours, "", "", amount].map((text) => ({
      text,
    }))
  );
}

function frame(lines: number): Omit<InvoiceDocument, "content"> {
  const total = `${lines * 800}.00`;
  return {
    document: "invoice",
    letterhead: {
      legal_name: NAMES.letterhead,
      address: null,
      phone: null,
      remit_to: null,
      tax_number: null,
      logo: null,
    },
    bill_to: {
      name: NAMES.facility,
      facility_name: NAMES.facility,
      address: null,
      purchase_order: null,
    },
    service_address: null,
    group_by: null,
    group_name: null,
    number: "INV-2026-000001",
    kind: "weekly",
    status: "sent",
    period_start: "2026-03-02",
    period_end: "2026-03-08",
    issue_date: "2026-03-09",
    due_date: "2026-04-08",
    voided_on: null,
    total,
    amount_paid: "0.00",
    balance: total,
    interest: { accrued: "0.00", paid: "0.00", balance: "0.00", through: null, breakdown: null },
    owed: total,
    discount: null,
    discount_until: null,
    discount_left: null,
    payments: [],
  };
}
