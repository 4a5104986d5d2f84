// A bank's report repeated, in another order, or in parts comes to the same checks and the same proposals.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import type { FileRow } from "../../../support/moving_in/imports.ts";
import {
  bankReports,
  open,
  progress,
  proposed,
  shortages,
} from "../../../support/receivables/remittances.ts";
import { withDatabase } from "../../../support/server/database.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };
const INVOICES = {
  "M-2026-000011": ["F1", "100.00"],
  "M-2026-000012": ["F1", "250.00"],
  "M-2026-000013": ["F2", "100.00"],
  "M-2026-000014": ["F2", "75.50"],
} as const;

const amount = fc.constantFrom("25.00", "75.50", "100.00", "250.00");
const lines = fc.uniqueArray(
  fc.record({
    invoice_number: fc.constantFrom("2026-11", "M-2026-000012", "13", "2026000014", "999"),
    invoice_amount: amount,
    deduction: fc.constantFrom("", "5.00"),
  }),
  { minLength: 1, maxLength: 3, selector: ({ invoice_number }) => invoice_number },
);
const payment = fc.record({
  amount: fc.constantFrom("100.00", "175.50", "350.00"),
  facility_number: fc.constantFrom("F1", "F2", "F9", ""),
  isNumbered: fc.boolean(),
  lines,
});
/** A payment that says whose it is, and is as much as its lines: each of these stands for itself. */
const wholePayment = fc.record({
  facility_number: fc.constantFrom("F1", "F2"),
  isNumbered: fc.boolean(),
  lines,
}).map((told) => ({
  ...told,
  amount: told.lines.reduce((sum, line) => sum + Number(line.invoice_amount), 0).toFixed(2),
}));

/** A payment as a bank reports it, with the invoices that it names. */
interface Payment {
  readonly amount: string;
  readonly facility_number: string;
  readonly isNumbered: boolean;
  readonly lines: readonly Pick<FileRow, "invoice_number" | "invoice_amount" | "deduction">[];
}

/** Rows of a report, payment by payment. */
const reportOf = (payments: fc.Arbitrary<Payment>) =>
  fc.array(payments, { minLength: 1, maxLength: 5 }).map((payments): FileRow[] =>
    payments.flatMap(({ lines, isNumbered, ...told }, nth) =>
      lines.map((line) => ({
        bank_reference: `B${nth}`,
        received_on: "2026-04-10",
        check_number: isNumbered ? `8${nth}` : "",
        ...told,
        ...line,
      }))
    )
  );

/** Files, one after the other. */
type Files = readonly (readonly FileRow[])[];

/** Ends a transaction whose rows are not to stay, with what was found in it. */
class Found extends Error {
  constructor(readonly outcome: unknown) {
    super();
  }
}

/** All that is here once the files are imported, each of them twice; then nothing of it stays. */
async function outcome(sql: postgres.Sql, files: Files): Promise<unknown> {
  try {
    await sql.begin(async (sql) => {
      for (const file of files.filter(({ length }) => length > 0)) {
        await bankReports(sql, ...file);
        const again = await bankReports(sql, ...file);
        assertEquals([again.inserted, again.skipped], [0, file.length]);
      }
      await sql`set constraints all immediate`;
      const checks = await sql`
        select facility.name, received.check_number, received.amount
          from checks as received join facilities as facility on facility.id = received.facility_id
         order by 1, 2, 3`;
      throw new Found({
        checks: checks.map((one) => ({ ...one })),
        progress: await progress(sql),
        proposed: await proposed(sql),
        shortages: await shortages(sql),
      });
    });
  } catch (thrown) {
    if (thrown instanceof Found) return thrown.outcome;
    throw thrown;
  }
  throw new Error("the transaction ended by itself");
}

Deno.test("remittances/repeated_reordered_and_halved_come_to_the_same", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, INVOICES);
    await fc.assert(
      fc.asyncProperty(reportOf(payment), fc.infiniteStream(fc.nat()), async (rows, picks) => {
        const whole = await outcome(sql, [rows]);
        const shuffled = rows.map((row) => ({ row, by: picks.next().value ?? 0 }))
          .toSorted((one, other) => one.by - other.by).map(({ row }) => row);
        assertEquals(await outcome(sql, [shuffled]), whole);
        // By payments: of one whose lines come apart, the first part may not say whose it is.
        const isFirst = (row: FileRow) => Number(row.bank_reference?.slice(1)) % 2 === 0;
        const halves = [rows.filter(isFirst), rows.filter((row) => !isFirst(row))];
        assertEquals(await outcome(sql, halves), whole);
        assertEquals(await outcome(sql, halves.toReversed()), whole);
      }),
      { numRuns: 8 },
    );
  }, NOW));

Deno.test("remittances/cut_within_a_payment_that_says_whose_it_is_come_to_the_same", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, INVOICES);
    await fc.assert(
      fc.asyncProperty(reportOf(wholePayment), fc.nat(), async (rows, nth) => {
        const cut = nth % (rows.length + 1);
        const parts = [rows.slice(0, cut), rows.slice(cut)];
        const whole = await outcome(sql, [rows]);
        assertEquals(await outcome(sql, parts), whole);
        assertEquals(await outcome(sql, parts.toReversed()), whole);
      }),
      { numRuns: 8 },
    );
  }, NOW));
