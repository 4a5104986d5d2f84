// A pay period through supabase-js, on a stack of its own: a batch takes up all that is payable in its project.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { addContractors } from "../../fixtures/people.ts";
import { clientWith } from "../support/http/client.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { stackEnv, withStackPlace } from "../support/http/stack.ts";
import { draftOf, periodInThePast } from "../support/payroll/batches.ts";
import { dayOfWeek, work } from "../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const PEOPLE = 1146; // PostgREST answers 1000 rows at most

Deno.test("payroll/goes_from_approved_time_to_a_closed_period_and_a_file_over_http", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ SEED: "none" });
    assert(await stack.ready, stack.stderr.join("\n"));
    const env = await stackEnv(place);
    const sql = postgres(env.SUPABASE_DB_URL ?? "", { max: 1 });
    await work(
      sql,
      [1, 2, 3, 4, 5].map((n) => ({
        date: dayOfWeek(MONDAY, n),
        hours: 10,
        rule: "flsa" as const,
      })),
    );
    await sql.end();
    const client = createClient(env.SUPABASE_URL ?? "", env.SUPABASE_SECRET_KEY ?? "");

    const period = await client.from("payroll_periods")
      .insert({ period_start: MONDAY, period_end: dayOfWeek(MONDAY, 7), pay_date: "2026-03-13" })
      .select().single();
    const payroll_period_id = period.data.id;
    const early = await client.rpc("close_payroll_period", { payroll_period_id });
    assertEquals([early.status, early.error?.details], [409, "payroll_period_not_finished"]);

    const prepared = await client.rpc("prepare_payroll_draft", { payroll_period_id });
    assertEquals(
      [prepared.status, prepared.data.gross_total],
      [200, 3300],
      prepared.error?.message,
    );
    const payroll_batch_id = prepared.data.id;
    const discarded = await client.rpc("discardpayrollbatch", {
      payroll_batch_id,
      reason: "Again.",
    });
    assertEquals([discarded.status, discarded.data.status], [200, "discarded"]);
    const batch = await client.rpc("preparepayrolldraft", { payroll_period_id });
    const one = { payroll_batch_id: batch.data.id };

    for (const expected_status of ["draft", "draft", "in_review"]) { // a double click is one step
      const advanced = await client.rpc("advance_payroll_batch_status", {
        ...one,
        expected_status,
      });
      assertEquals(advanced.status, 200, advanced.error?.message);
    }
    const closed = await client.rpc("closeandlockpayrollbatch", one);
    assertEquals([closed.status, closed.data.status], [200, "closed"]);
    const gone = await client.rpc("discard_payroll_batch", one);
    assertEquals([gone.status, gone.error?.details], [409, "payroll_batch_closed"]);
    const done = await client.rpc("closepayrollperiod", { payroll_period_id });
    assertEquals([done.status, done.data.status], [200, "closed"]);

    const file = await client.rpc("payroll_export", one);
    assertEquals(file.data.map(({ gross_pay }: { gross_pay: number }) => gross_pay), [3300]);
    const csv = await client.rpc("payroll_export", one, { get: true }).csv();
    assertEquals(csv.status, 200, csv.error?.message);
    const [head, row] = String(csv.data).trim().split("\n");
    assertMatch(
      head ?? "",
      /^contractor_id,last_name,first_name,.*,gross_pay,recoveries,prior_year_recoveries,break_premiums,codes,reimbursement_codes\r?$/,
    );
    assertMatch(row ?? "", /,Nurse,Ada,.*,3300(\.00)?(,0(\.00)?){5}\r?$/);
    const whole = await client.rpc("payroll_file", one);
    assertMatch(
      whole.data,
      /^contractor_id,.*,gross_pay,.*\r\n.*,Nurse,Ada,.*,3300\.00(,0\.00){5}\r\n$/,
    );
  }));

Deno.test("payroll/of_more_people_than_an_answer_has_rows_is_whole_in_the_file_and_page_by_page", () =>
  withProjectDatabase(async (sql) => {
    const payroll_batch_id = await batchOf(sql, PEOPLE);
    const client = clientWith(project().secretKey);

    const file = await client.rpc("payroll_file", { payroll_batch_id });
    assertEquals(file.status, 200, file.error?.message);
    const [, ...people] = String(file.data).split("\r\n");
    assertEquals(people.pop(), "");
    assertStrictEquals(people.length, PEOPLE);

    const page = (from: number) =>
      client.rpc("payroll_export", { payroll_batch_id }, { count: "exact" })
        .order("last_name").order("first_name").order("contractor_id").range(from, from + 999);
    const [first, second] = [await page(0), await page(1000)];
    assertEquals([first.count, first.data?.length, second.data?.length], [PEOPLE, 1000, 146]);
    const ids = [...first.data ?? [], ...second.data ?? []].map((row) => row.contractor_id);
    assertEquals(ids, people.map((line) => line.slice(0, 36)));

    const of = { payroll_batch_id, employment: "w2" as const };
    const earnings = await client.rpc("payroll_earnings_file", of, { get: true });
    assertEquals(earnings.status, 200, earnings.error?.message);
    const lines = String(earnings.data).trim().split("\r\n").slice(1).map((line) =>
      line.split(",")
    );
    assertEquals(lines.map(([, , id]) => id), ids);
    const profile = `SPI ${payroll_batch_id}`;
    const added = await client.from("payroll_profiles")
      .insert({ name: profile, kind: "paychex_spi", settings: { client_id: "1" } });
    assertEquals(added.status, 201, added.error?.message);
    const spi = await client.rpc("payroll_earnings_file", { ...of, profile }, { get: true });
    assertEquals(spi.status, 200, spi.error?.message);
    assertStrictEquals(String(spi.data).split("\r\n").length, PEOPLE + 2);
    const obstacles = await client.rpc("payroll_file_obstacles", { ...of, profile }, { get: true })
      .eq("obstacle", "payroll_number");
    assertEquals([obstacles.status, obstacles.data], [200, [
      // All are of one name.
      { obstacle: "payroll_number", name: "Ada Nurse" },
    ]]);
    const byRate = await client.rpc(
      "payroll_earnings_by_rate",
      { payroll_batch_id },
      { count: "exact" },
    ).order("employment").order("line").range(1000, 1999);
    assertEquals([byRate.count, byRate.data?.length], [PEOPLE, 146]);
    const refused = await client.from("payroll_profiles")
      .update({ settings: {} }).eq("name", profile);
    assertEquals([refused.status, refused.error?.details], [400, "payroll_profile_not_valid"]);
    await client.from("payroll_profiles").delete().eq("name", profile);
    const rows = await client.rpc("payroll_earnings", { payroll_batch_id }, { count: "exact" })
      .order("employment").order("line").range(1000, 1999);
    assertEquals([rows.count, rows.data?.length], [PEOPLE, 146]);
    assertEquals(
      rows.data?.map((row) => row.line),
      lines.slice(1000).map(([, line]) => Number(line)),
    );
  }));

Deno.test("payroll/a_bonus_is_in_the_regular_rate_unless_said_also_among_others_over_http", () =>
  withProjectDatabase(async (sql) => {
    const [contractor_id = ""] = await addContractors(sql, 1);
    const table = clientWith(project().secretKey).from("payroll_adjustments");
    const one = { contractor_id, payable_on: MONDAY, amount: 50 };
    const rows = await table.insert([
      { ...one, kind: "bonus" },
      { ...one, kind: "bonus", in_regular_rate: false, reason: "A gift" },
      { ...one, kind: "reimbursement" },
    ]);
    assertEquals(rows.status, 201, rows.error?.message);
    const entered = await table.select("kind, in_regular_rate").eq("contractor_id", contractor_id)
      .order("kind").order("in_regular_rate");
    assertEquals(entered.data, [
      { kind: "bonus", in_regular_rate: false },
      { kind: "bonus", in_regular_rate: true },
      { kind: "reimbursement", in_regular_rate: false },
    ]);
    const unexplained = await table.insert({ ...one, kind: "bonus", in_regular_rate: false });
    assertEquals(
      [unexplained.status, unexplained.error?.details],
      [400, "bonus_left_out_without_reason"],
    );
    await sql`delete from public.payroll_adjustments where contractor_id = ${contractor_id}`;
  }));

/** A batch that pays so many people 1.00 each. Gives its id. */
async function batchOf(sql: postgres.Sql, people: number): Promise<string> {
  const batch = await draftOf(sql, (await periodInThePast(sql)).periodStart);
  const ids = await addContractors(sql, people);
  await sql`
    with item as (
      insert into public.payroll_items (payroll_batch_id, contractor_id, straight_pay, gross_pay)
      select ${batch}, id, 1, 1 from unnest(${ids}::uuid[]) as id returning id)
    insert into public.payroll_item_lines (payroll_item_id, week_start, kind, hours, rate, amount)
    select id, ${MONDAY}, 'straight', 1, 1, 1 from item`;
  return batch;
}
