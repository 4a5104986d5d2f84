// What a pay document says is what the item and its lines say, to the cent.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { cents, payDocument, sumOf } from "../../support/documents/documents.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
const WEEK = [11, 11, 11, 11, 13].map((hours, i) => ({
  date: dayOfWeek(MONDAY, i + 1),
  hours,
  rule: "california" as const,
}));

Deno.test("pay_document/says_each_line_by_its_kind_and_comes_to_the_item_to_the_cent", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, WEEK);
    const { contractorId, assignmentIds } = worker;
    await stipend(sql, assignmentIds.california, "reimbursement", "100");
    await stipend(sql, assignmentIds.california, "hours_driven", "57");
    await stipend(sql, assignmentIds.california, "flat_sum", "20");
    await adjustment(sql, contractorId, MONDAY, "deduction", "120.55");
    await adjustment(sql, contractorId, MONDAY, "bonus", "33.33");
    const batch = await prepare(sql, MONDAY);
    const itemOf = async (batch: string) => {
      const [item] = await sql<[{ id: string; gross_pay: string; premium_pay: string }]>`
        select id, gross_pay, premium_pay from payroll_items where payroll_batch_id = ${batch}`;
      return item;
    };
    const item = await itemOf(batch);
    assertEquals((await payDocument(sql, item.id)).batch_status, "draft");
    await close(sql, batch);
    const document = await payDocument(sql, item.id);
    assertEquals([document.batch_status, document.gross_pay, document.premium_pay], [
      "closed",
      item.gross_pay,
      item.premium_pay,
    ]);
    assertStrictEquals(sumOf(document.rows.map(({ amount }) => amount)), cents(item.gross_pay));
    assertEquals(
      [document.wage_stipends, document.bonuses, document.reimbursements, document.deductions],
      ["77.00", "33.33", "100.00", "-120.55"],
    );
    const wages = document.rows.filter(({ pay_kind }) =>
      pay_kind !== "reimbursement" && pay_kind !== "deduction"
    );
    assertStrictEquals(cents(document.gross_wages), sumOf(wages.map(({ amount }) => amount)));
    const { gross_wages: gross, reimbursements, deductions } = document;
    assertStrictEquals(sumOf([gross, reimbursements, deductions]), cents(item.gross_pay));
    const columns = sql`gross_wages::text, reimbursements::text, deductions::text`;
    const [reviewed] = await sql`select ${columns} from payroll_batch_review(${batch})`;
    assertEquals({ ...reviewed }, { gross_wages: gross, reimbursements, deductions });
    assertEquals(
      [...new Set(document.rows.map(({ kind, pay_kind }) => `${kind} ${pay_kind}`))],
      [
        "straight null",
        "overtime_premium null",
        "doubletime_premium null",
        "stipend flat_sum",
        "stipend hours_driven",
        "stipend reimbursement",
        "adjustment bonus",
        "adjustment deduction",
      ],
    );
    assertStrictEquals(document.rows[0]?.work_date, MONDAY);
    assertEquals(
      document.rows.flatMap(({ reason }) => reason === null ? [] : [reason]),
      ["At the firm's discretion"],
    );
    // Labor Code 226(a)(9): each rate, and the hours at it.
    assertEquals(document.hours.map((each) => Object.values(each).filter(Boolean).join(" ")), [
      "straight 60.00 57.00 3420.00 california",
      // Half of (57 × 60 + 57) / 57 = 61, and 1.5 times 20 / 40.
      "overtime_premium 31.25 16.00 500.00 california",
      "doubletime_premium 62.00 1.00 62.00 california",
    ]);
    assertEquals(document.year_to_date, {
      gross_wages: document.gross_wages,
      reimbursements: document.reimbursements,
      deductions: document.deductions,
      recoveries: "0.00",
      gross_pay: document.gross_pay,
    });
    assertEquals(document.rows[0]?.facility_name, "california");

    // A later correction comes as a difference, with its hours.
    await sql`select from correct_time_entry(${entryOf(worker, 1)}, 'Left early.', 9, null)`;
    const later = await prepare(sql, NEXT);
    const difference = await payDocument(sql, (await itemOf(later)).id);
    assertStrictEquals(
      cents(difference.year_to_date.gross_pay),
      cents(document.gross_pay) + cents(difference.gross_pay),
    );
    assertEquals((await payDocument(sql, item.id)).year_to_date, document.year_to_date);
    assertEquals(
      difference.rows.filter(({ kind }) => kind === "difference").map((
        { hours, week_start },
      ) => [hours, week_start]),
      [["-2.00", MONDAY]],
    );
    assertStrictEquals(
      sumOf(difference.rows.map(({ amount }) => amount)),
      cents(difference.gross_pay),
    );
  }));
