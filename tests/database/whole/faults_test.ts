// The faults of `deno task prove` happen during each procedure that may write.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { ACTS, argumentsOf } from "../../../prove/faults/acts.ts";
import { CLOCK, makeFirm } from "../../../prove/faults/firm.ts";
import { CALLS, NOT_CALLED } from "../../../prove/faults/procedure_calls.ts";
import { type Digests, readDigests } from "../../../prove/faults/table_digests.ts";
import { brokenInvariants } from "../../../prove/faults/truth.ts";
import { JOB_NAMES } from "../../../supabase/functions/_shared/jobs/job_name.ts";
import { readFunctions } from "../../../tools/catalog.ts";
import { procedures } from "../../../tools/procedures.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("faults/each procedure that may write is called, or stands in a list with a reason", () =>
  withDatabase(async ({ sql }) => {
    const volatile = await sql<{ name: string }[]>`
      select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and provolatile = 'v'`;
    const named = new Set(procedures(await readFunctions(sql)).map(({ name }) => name));
    const writing = volatile.map(({ name }) => name).filter((name) => named.has(name));
    const called = ACTS.flatMap((act) => "procedure" in act ? [act.procedure] : []);
    assertEquals(
      [...new Set(called), ...Object.keys(NOT_CALLED)].toSorted(),
      writing.toSorted(),
      "add a call to prove/faults/procedure_calls.ts, or a reason to NOT_CALLED",
    );
    for (const reason of Object.values(NOT_CALLED)) assertMatch(reason, /\w{3}/);
  }));

Deno.test("faults/they happen during each job", () => {
  const jobs = ACTS.flatMap((act) => "job" in act ? [act.job] : []);
  assertEquals(jobs.toSorted(), JOB_NAMES.toSorted());
});

/** Does an act of the faults, to which nothing happens. */
async function act(sql: postgres.Sql, procedure: string): Promise<void> {
  const call = CALLS.find((each) => each.procedure === procedure);
  if (call === undefined) throw new Error(`${procedure} is no act`);
  await call.first?.(sql);
  const given = Object.entries(await argumentsOf(sql, call));
  await sql.unsafe(
    `select * from public.${procedure}(${given.map(([name], nth) => `${name} => $${nth + 1}`)})`,
    given.map(([, value]) => value as string),
  );
}

const BILLED =
  "select *, coalesce(week_start, date_trunc('week', work_date)::date) as week from invoice_lines";
const PAID = "select *, week_start as week from payroll_item_lines";

/** Kinds of lines of a week, of time of codes each with its code. */
async function kindsOf(sql: postgres.Sql, lines: string, week: string): Promise<string[]> {
  const kinds = await sql.unsafe<{ kind: string }[]>(
    `select distinct concat_ws(' ', line.kind, coalesce(line.code, promised.code)) as kind
       from (${lines}) as line left join guarantees as promised on promised.id = line.guarantee_id
      where line.week = $1 and (line.code is not null or line.kind in ('differential', 'guarantee'))`,
    [week],
  );
  return kinds.map(({ kind }) => kind).toSorted();
}

Deno.test("faults/their_acts_bill_and_pay_codes_premiums_and_guarantees_and_pay_leave", () =>
  withDatabase(async ({ sql }) => {
    await makeFirm(sql);
    assertEquals(await brokenInvariants(sql), []);
    const always = ["code mileage", "code on_call", "differential", "guarantee"];
    const worked = (kind: string) => ["guarantee call_back", `${kind} call_back`, `${kind} charge`];
    const changed = await rateOfCharge(sql);
    await act(sql, "apply_rate_hit");
    assertEquals(await rateOfCharge(sql), changed + 1, "the rate hit moves no rate of a code");
    await act(sql, "weekly_billing_run");
    await act(sql, "prepare_payroll_draft");
    for (
      const [lines, kind, leave] of [
        [BILLED, "regular", []],
        [PAID, "straight", ["code vacation"]],
      ] as const
    ) {
      assertEquals(await kindsOf(sql, lines, "2026-03-02"), [...always, ...leave].toSorted());
      assertEquals(
        await kindsOf(sql, lines, "2026-03-09"),
        [...always, ...leave, ...worked(kind)].toSorted(),
      );
    }
    assertEquals(await brokenInvariants(sql), []);
  }, { clock: CLOCK }));

/** A new firm after its acts, but for ids. */
async function firmAfterActs(): Promise<Digests> {
  const found: Digests[] = [];
  await withDatabase(async ({ sql }) => {
    await makeFirm(sql);
    await act(sql, "weekly_billing_run");
    await act(sql, "prepare_payroll_draft");
    found.push(await readDigests(sql));
  }, { clock: CLOCK });
  return found[0] ?? new Map();
}

Deno.test("faults/their_firm_is_the_same_each_time_but_for_its_ids", async () => {
  const first = await firmAfterActs();
  for (let time = 2; time <= 4; time++) assertEquals(await firmAfterActs(), first);
});

async function rateOfCharge(sql: postgres.Sql): Promise<number> {
  const [{ rates }] = await sql<[{ rates: number }]>`
    select count(*)::int as rates from assignment_code_rates where code = 'charge'`;
  return rates;
}
