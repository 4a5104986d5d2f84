// What contractors read of their time: why it came back, whether it is approved, and when it is paid.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, runAs } from "../../support/access/acting.ts";
import { signedIn } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { close, discard, periodOf, prepare } from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT_MONDAY = "2026-03-09";
const PAY_DATE = "2026-03-13";
const NEXT_PAY_DATE = "2026-03-20";
const CLOCK = { clock: "2026-03-10 12:00:00+00" };

/** Reads their time as `"<day> <status> <what is said of its pay>"`, at another time if it is given. */
type Reading = (clock?: string) => Promise<string[]>;

/** Somebody with approved time on Monday and submitted time on Tuesday. */
async function withWorker(test: (sql: postgres.Sql, paid: Reading) => Promise<void>) {
  await withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    await sql`insert into time_entries (assignment_id, work_date, hours, status)
              values (${worker.assignmentIds.flsa}, '2026-03-03', 8, 'submitted')`;
    const user = crypto.randomUUID();
    await sql`update contractors set user_id = ${user} where id = ${worker.contractorId}`;
    await test(sql, (clock = CLOCK.clock) =>
      actingAs(sql, signedIn(user), async (sql) => {
        await sql`select set_config('app.clock', ${clock}, true)`;
        const rows = await sql<{ row: string }[]>`
          select concat_ws(' ', work_date, status, case when is_approved then 'approved' end,
                           coalesce(pay_date::text, 'nobody knows'), case when is_paid then 'paid' end) as row
            from my_time order by work_date`;
        return rows.map(({ row }) => row);
      }));
  }, CLOCK);
}

Deno.test("my_time/says_of_approved_time_by_when_it_is_paid_once_there_is_a_period_for_it", () =>
  withWorker(async (sql, paid) => {
    const waits = "2026-03-03 submitted nobody knows";
    assertEquals(await paid(), ["2026-03-02 approved approved nobody knows", waits]);
    await periodOf(sql, NEXT_MONDAY);
    assertEquals(await paid(), [`2026-03-02 approved approved ${NEXT_PAY_DATE}`, waits]);
    await periodOf(sql, MONDAY);
    const due = [`2026-03-02 approved approved ${PAY_DATE}`, waits];
    assertEquals(await paid(), due);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await paid(), due);
    await discard(sql, batch);
    assertEquals(await paid(), due);
    await close(sql, await prepare(sql, MONDAY));
    assertEquals(await paid(), [`2026-03-02 locked approved ${PAY_DATE} paid`, waits]);
  }));

Deno.test("my_time/of_what_is_approved_late_goes_to_the_period_that_pays_next", () =>
  withWorker(async (sql, paid) => {
    await close(sql, await prepare(sql, MONDAY));
    await periodOf(sql, NEXT_MONDAY);
    await sql`update time_entries set status = 'approved' where status = 'submitted'`;
    // Until its pay date the period may have a further batch.
    assertEquals((await paid())[1], `2026-03-03 approved approved ${PAY_DATE}`);
    assertEquals(
      (await paid("2026-03-14 12:00:00+00"))[1],
      `2026-03-03 approved approved ${NEXT_PAY_DATE}`,
    );
  }));

Deno.test("my_time/says_why_time_came_back_and_whose_people_sent_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const back = (label: string) =>
      `update time_entries set status = 'draft', sent_back_reason = '${label}'
        where id = '${firm.id("time_entries", `ada at north ${label}`)}'`;
    await runAs(sql, firm, "north", back("submitted"));
    await runAs(sql, firm, "billing", back("pending_approval"));
    await runAs(sql, firm, "service", back("approved"));
    const rows = async () =>
      (await runAs(
        sql,
        firm,
        "ada",
        `select concat_ws(' ', sent_back_reason, sent_back_by, facility_name, is_approved) as row
           from my_time where sent_back_reason is not null order by 1`,
      )).map((row) => row.row);
    assertEquals(await rows(), [
      "approved firm north f",
      "pending_approval firm north f",
      "submitted facility north f",
    ]);
    const seen = await runAs(
      sql,
      firm,
      "ada",
      "select sent_back_by from my_time where sent_back_at is null",
    );
    assert(seen.every((row) => row.sent_back_by === null));
    // Who is staff as well did it for the firm.
    await sql`insert into staff_members (name, user_id) values ('Both', ${firm.users.north})`;
    assertEquals((await rows())[2], "submitted firm north f");
  }, CLOCK));
