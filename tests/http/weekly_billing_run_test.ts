// Weekly billing through supabase-js. The week lies where nobody else on the project has time.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { addContractors } from "../../fixtures/people.ts";
import { CALLERS } from "../support/access/callers.ts";
import { withProjectFirm } from "../support/access/project.ts";
import { Firm } from "../support/firm.ts";

const WEEK = "2020-03-02";
const MAY: readonly string[] = ["billing", "admin", "service"];

/** Runs a test with a facility that has time in the week, and takes it away again with what was made of it. */
async function withTime(sql: postgres.Sql, test: (firm: Firm) => Promise<void>): Promise<void> {
  const firm = await Firm.create(sql);
  const [contractorId = ""] = await addContractors(sql, 1);
  const assignment = await firm.assignmentOf(contractorId, { startDate: "2020-01-01" });
  await firm.entry(assignment, "approved", WEEK, "8");
  try {
    await test(firm);
  } finally {
    const placed = sql`select id from assignments where facility_id = ${firm.facilityId}`;
    const [contractor] = await sql`
      select contractor_id as id from assignments where facility_id = ${firm.facilityId}`;
    await sql`delete from billing_runs where week_start = ${WEEK}`;
    await sql`delete from invoices where facility_id = ${firm.facilityId}`;
    await sql`update time_entries set status = 'draft' where assignment_id in (${placed})`;
    await sql`delete from time_entries where assignment_id in (${placed})`;
    await sql`delete from assignment_rates where assignment_id in (${placed})`;
    await sql`delete from assignments where facility_id = ${firm.facilityId}`;
    await sql`delete from contractors where id = ${contractor?.id}`;
    await sql`delete from facilities where id = ${firm.facilityId}`;
  }
}

Deno.test("weekly_billing_run/answers_its_row_to_billing_403_to_others_401_to_nobody", () =>
  withProjectFirm(async ({ sql, clients }) => {
    for (const name of ["weekly_billing_run", "weeklybillingrun"] as const) {
      await withTime(sql, async (firm) => {
        for (const caller of CALLERS) {
          for (const dry_run of [true, false]) {
            const { data, error, status } = await clients[caller]
              .rpc(name, { week_start: WEEK, dry_run });
            const what = `${name} by ${caller}: ${status} ${JSON.stringify(error ?? data)}`;
            if (!MAY.includes(caller)) {
              assertStrictEquals(status, caller === "signed_out" ? 401 : 403, what);
              if (caller !== "signed_out") assertEquals(error?.details, "role_required", what);
              continue;
            }
            assertEquals(status, 200, what);
            assertEquals(
              [data.week_start, data.week_end, data.dry_run, data.entries_billed, data.amount],
              [WEEK, "2020-03-08", dry_run, 1, 800],
              what,
            );
          }
        }
        const drafts = await sql`
          select kind, status, total from invoices where facility_id = ${firm.facilityId}`;
        assertEquals([...drafts], [{ kind: "weekly", status: "draft", total: "800.00" }]);
      });
    }
  }));

Deno.test("weekly_billing_run/answers_a_refusal_with_its_status_slug_and_hint", () =>
  withProjectFirm(async ({ clients: { billing } }) => {
    const { error, status } = await billing
      .rpc("weekly_billing_run", { week_start: "2020-03-04", dry_run: true });
    assertEquals(
      [status, error?.code, error?.details, error?.hint],
      [
        400,
        "PT400",
        "week_start_not_first_day",
        `Give ${WEEK}, or another first day of a workweek.`,
      ],
    );
  }));
