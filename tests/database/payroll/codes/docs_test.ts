// The week that docs/codes.md works out by hand is paid and billed as its tables say, line by line.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { addAssignments } from "../../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../../fixtures/people.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { prepare } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const DOCS = new URL("../../../../docs/codes.md", import.meta.url);
const MONDAY = "2026-05-25";

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
      select line.kind, coalesce(line.code, '') as code, coalesce(line.hours, line.quantity)::text as quantity,
             coalesce(line.rate::text, '') as rate, line.amount::text
        from payroll_item_lines as line
        join payroll_items as item on item.id = line.payroll_item_id
       where item.payroll_batch_id = ${batch}`;
    const [{ gross }] = await sql<[{ gross: string }]>`
      select gross_pay::text as gross from payroll_items where payroll_batch_id = ${batch}`;
    assertEquals(
      sorted([...paid.map((line) => Object.values(line)), ["all", "", "", "", gross]]),
      sorted(await tableOf("line of pay | code | hours or units")),
    );

    const { id, total } = await createInvoice(sql, facilityId, MONDAY, dayOfWeek(MONDAY, 7));
    const billed = await sql`
      select work_date::text as day, kind, coalesce(code, '') as code, coalesce(hours, quantity)::text as quantity,
             rate::text, multiplier::text, amount::text
        from invoice_lines where invoice_id = ${id}`;
    assertEquals(
      sorted([...billed.map((line) => Object.values(line)), ["", "all", "", "", "", "", total]]),
      sorted(await tableOf("day | line of the invoice | code | hours or units")),
    );
  }));

/** Lines in an order of their own: that of a document is not what is compared. */
const sorted = (rows: string[][]) => rows.map((cells) => cells.join(" | ")).sort();
