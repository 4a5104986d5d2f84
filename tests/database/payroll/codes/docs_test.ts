// The weeks that docs/codes.md works out by hand are paid and billed as its tables say, line by line.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { addAssignments } from "../../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../../fixtures/people.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { except, guarantee } from "../../../support/time/guarantees.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const DOCS = new URL("../../../../docs/codes.md", import.meta.url);
const MONDAY = "2026-05-25";
/** The Tuesday after the week: guarantees are due when it is over. */
const CLOCK = { clock: "2026-06-02 18:00:00+00" };

/** The rows of the one table whose head begins so. */
async function tableOf(head: string): Promise<string[][]> {
  const lines = (await Deno.readTextFile(DOCS)).split("\n");
  const at = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const rest = lines.slice(at + 2);
  return rest.slice(0, rest.findIndex((line) => !line.startsWith("|")))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** The week as the tables have it: somebody at a facility with all of its time. */
async function enterWeek(sql: postgres.Sql): Promise<string> {
  const [contractorId = ""] = await addContractors(sql, 1);
  const [facilityId = ""] = await addFacilities(sql, ["Mercy Hospital"]);
  const [assignmentId = ""] = await addAssignments(sql, [{
    contractorId,
    facilityId,
    overtimeRule: "flsa",
    payRate: "40",
    billRate: "100",
  }]);
  for (const [code = "", bill = null, pay = null] of await tableOf("code | bills | pays")) {
    await codeRate(sql, assignmentId, code, { bill, pay });
  }
  for (
    const [code = "", pay = null, bill = null] of await tableOf(
      "guarantee | hours to pay | hours to bill",
    )
  ) {
    await guarantee(sql, assignmentId, {
      code: code === "week" ? null : code,
      pay,
      bill,
      from: MONDAY,
    });
  }
  for (const [day = "", code = "", quantity = ""] of await tableOf("day | code | hours or units")) {
    await codedEntry(sql, assignmentId, day, code, quantity);
  }
  return facilityId;
}

Deno.test("codes/pay_and_bill_the_week_of_docs_codes_as_it_is_worked_out_there", () =>
  withDatabase(async ({ sql }) => {
    const facilityId = await enterWeek(sql);
    const batch = await prepare(sql, MONDAY);
    const paid = await sql`
      select line.kind, coalesce(line.code, promised.code, '') as code,
             coalesce(line.hours, line.quantity)::text as quantity, coalesce(line.rate::text, '') as rate,
             line.amount::text
        from payroll_item_lines as line
        join payroll_items as item on item.id = line.payroll_item_id
        left join guarantees as promised on promised.id = line.guarantee_id
       where item.payroll_batch_id = ${batch}`;
    const [{ gross }] = await sql<[{ gross: string }]>`
      select gross_pay::text as gross from payroll_items where payroll_batch_id = ${batch}`;
    assertEquals(
      sorted([...paid.map((line) => Object.values(line)), ["all", "", "", "", gross]]),
      sorted(await tableOf("line of pay | code | hours or units")),
    );

    const { id, total } = await createInvoice(sql, facilityId, MONDAY, dayOfWeek(MONDAY, 7));
    const billed = await sql`
      select coalesce(work_date::text, '') as day, kind, coalesce(line.code, promised.code, '') as code,
             coalesce(hours, quantity)::text as quantity, rate::text, multiplier::text,
             amount::text
        from invoice_lines as line
        left join guarantees as promised on promised.id = line.guarantee_id
       where invoice_id = ${id}`;
    assertEquals(
      sorted([...billed.map((line) => Object.values(line)), ["", "all", "", "", "", "", total]]),
      sorted(await tableOf("day | line of the invoice | code | hours or units")),
    );
  }, CLOCK));

/** Enters what a week of the table has beside hours worked, as it says it. */
const BESIDE: readonly [
  says: RegExp,
  enter: (sql: postgres.Sql, assignmentId: string, day: string, hours: string) => Promise<unknown>,
][] = [
  [/^$/, () => Promise.resolve()],
  [
    /^(\d+) called in sick$/,
    (sql, id, day, hours) => except(sql, id, day, hours, "called_in_sick"),
  ],
  [
    /^(\d+) called off, as the contract allows$/,
    (sql, id, day, hours) => except(sql, id, day, hours, "call_off_allowed"),
  ],
  [/^(\d+) called off$/, () => Promise.resolve()], // nobody enters it
  [
    /^(\d+) on call and not called$/,
    (sql, id, day, hours) => codedEntry(sql, id, day, "on_call", hours),
  ],
  [
    /^called back for (\d+)$/,
    (sql, id, day, hours) => codedEntry(sql, id, day, "call_back", hours),
  ],
];

/** Enters a week of the table at an assignment that is guaranteed 36 hours, such as `"24 worked, 12 called in sick"`. */
async function enterGuaranteed(sql: postgres.Sql, assignmentId: string, week: string) {
  const [, worked = "", more = ""] = /^(nothing|\d+) worked(?:, (.*))?$/.exec(week) ?? [];
  const beside = BESIDE.find(([says]) => says.test(more));
  assert(worked !== "" && beside !== undefined, `the test does not know "${week}"`);
  await guarantee(sql, assignmentId, { from: MONDAY });
  await codeRate(sql, assignmentId, "on_call", { bill: "8", pay: "4" });
  let day = 1;
  for (let left = worked === "nothing" ? 0 : Number(worked); left > 0; left -= 12) {
    const hours = String(Math.min(left, 12));
    await codedEntry(sql, assignmentId, dayOfWeek(MONDAY, day++), "regular", hours);
  }
  const [says, enter] = beside;
  await enter(sql, assignmentId, dayOfWeek(MONDAY, day), says.exec(more)?.[1] ?? "");
}

/** Guarantees by assignment: hours, pay and bill. */
async function promisedTo(
  sql: postgres.Sql,
  assignmentIds: readonly string[],
): Promise<string[][]> {
  const rows = await sql<{ hours: string; pay: string; bill: string }[]>`
    select coalesce(paid.quantity, 0)::text as hours, coalesce(paid.amount, 0.00)::text as pay,
           coalesce(billed.amount, 0.00)::text as bill
      from unnest(${assignmentIds}::uuid[]) with ordinality as asked (id, nth)
      join guarantees as promised on promised.assignment_id = asked.id
      left join payroll_item_lines as paid on paid.guarantee_id = promised.id
      left join invoice_lines as billed on billed.guarantee_id = promised.id
     order by asked.nth`;
  return rows.map(({ hours, pay, bill }) => [String(Number(hours)), pay, bill]);
}

Deno.test("codes/pay_and_bill_the_guaranteed_weeks_of_docs_codes_as_they_are_worked_out_there", () =>
  withDatabase(async ({ sql }) => {
    const weeks = await tableOf("week | missing | pay | bill");
    assert(weeks.length > 0);
    const [facilityId = ""] = await addFacilities(sql, ["Mercy Hospital"]);
    const contractorIds = await addContractors(sql, weeks.length);
    const assignmentIds = await addAssignments(
      sql,
      contractorIds.map((contractorId) => ({
        contractorId,
        facilityId,
        overtimeRule: "flsa" as const,
        payRate: "40",
        billRate: "80",
      })),
    );
    for (const [nth, [week = ""]] of weeks.entries()) {
      await enterGuaranteed(sql, assignmentIds[nth] ?? "", week);
    }
    await prepare(sql, MONDAY);
    await createInvoice(sql, facilityId, MONDAY, dayOfWeek(MONDAY, 7));
    assertEquals(
      await promisedTo(sql, assignmentIds),
      weeks.map(([, missing = "", ...sums]) => [
        /^\d+/.exec(missing)?.[0] ?? "",
        ...sums.map((sum) => sum.replace(",", "")),
      ]),
    );
  }, CLOCK));

/** Lines in an order of their own: that of a document is not what is compared. */
const sorted = (rows: string[][]) => rows.map((cells) => cells.join(" | ")).sort();
