// What a hit does to the rates of its assignment.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  apply,
  applyNew,
  everything,
  rateHit,
  rateOn,
  ratesOf,
} from "../../../support/assignments/rate_hits.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("apply_rate_hit/leaves_the_days_before_and_changes_its_day_and_those_after", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const other = await firm.assignment();
    await applyNew(sql, assignment, "2026-02-01", { bill: "5.50", pay: "3.25" });

    assertEquals(await rateOn(sql, assignment, "2025-12-31"), null);
    assertEquals(await rateOn(sql, assignment, "2026-01-01"), "100.00 60.00");
    assertEquals(await rateOn(sql, assignment, "2026-01-31"), "100.00 60.00");
    assertEquals(await rateOn(sql, assignment, "2026-02-01"), "105.50 63.25");
    assertEquals(await rateOn(sql, assignment, "2199-12-31"), "105.50 63.25");
    assertEquals(await ratesOf(sql, other), ["2026-01-01 100.00 60.00"]);
  }));

Deno.test("apply_rate_hit/may_change_one_of_the_rates_or_lower_them", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-02-01", { bill: "0", pay: "-2.50" });
    await applyNew(sql, assignment, "2026-03-01", { bill: "-42.50", pay: "0" });
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 100.00 57.50",
      "2026-03-01 57.50 57.50",
    ]);
  }));

Deno.test("apply_rate_hit/moves_every_later_rate_by_the_same_change", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-04-01", { bill: "10", pay: "10" });
    await applyNew(sql, assignment, "2026-03-01", { bill: "-7", pay: "1" });
    await applyNew(sql, assignment, "2026-02-01", { bill: "0.50", pay: "0.25" });
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 100.50 60.25",
      "2026-03-01 93.50 61.25",
      "2026-04-01 103.50 71.25",
    ]);
  }));

Deno.test("apply_rate_hit/adds_a_second_hit_on_a_day_to_the_first_whose_rate_then_names_the_second", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-03-01");
    const first = await rateHit(sql, assignment, "2026-02-01");
    const second = await rateHit(sql, assignment, "2026-02-01", { bill: "1", pay: "-1" });
    await apply(sql, first);
    await apply(sql, second);
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 106.00 62.00",
      "2026-03-01 111.00 65.00",
    ]);
    const named = await sql`
      select from assignment_rates where effective_from = '2026-02-01' and rate_hit_id = ${second}`;
    assertEquals(named.length, 1);
    const later = await sql`
      select from assignment_rates
       where effective_from = '2026-03-01' and rate_hit_id not in (${first}, ${second})`;
    assertEquals(later.length, 1);
  }));

Deno.test("apply_rate_hit/on_the_day_of_the_first_rate_changes_that_one", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-01-01");
    assertEquals(await ratesOf(sql, assignment), ["2026-01-01 105.00 63.00"]);
  }));

Deno.test("apply_rate_hit/answers_the_hit_applied_and_says_in_the_audit_log_what_it_was", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, "2026-02-01");
    const answer = await apply(sql, hit);
    assertEquals(
      [answer.id, answer.status, answer.applied_at.toISOString(), answer.applied_by],
      [hit, "applied", "2026-02-03T08:00:00.000Z", null],
    );
    const log = await sql`
      select procedure, old ->> 'status' as old, new ->> 'status' as new
        from audit_log where row_id = ${hit} order by at`;
    assertEquals([...log], [
      { procedure: "insert", old: null, new: "pending" },
      { procedure: "apply_rate_hit", old: "pending", new: "applied" },
    ]);
  }, { clock: "2026-02-03 08:00:00+00" }));

Deno.test("apply_rate_hit/again_answers_the_same_and_changes_nothing_more", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, "2026-02-01");
    const first = await apply(sql, hit);
    const before = await everything(sql);
    assertEquals(await apply(sql, hit), first);
    assertEquals(await apply(sql, hit, true), first);
    assertEquals(await everything(sql), before);
  }));

/** The bases of an assignment's rates, such as `"2026-01-01 100.00 60.00"`. */
async function basesOf(sql: postgres.Sql, assignment: string): Promise<string[]> {
  const bases = await sql<{ base: string }[]>`
    select concat_ws(' ', effective_from, base_bill_rate, base_pay_rate) as base from assignment_rates
     where assignment_id = ${assignment} order by effective_from`;
  return bases.map(({ base }) => base);
}

/** The hits of which a day's rate is made beside its base, such as `"2026-02-01 5.00 3.00"`, by the table alone. */
async function hitsOf(sql: postgres.Sql, assignment: string, day: string): Promise<string[]> {
  const hits = await sql<{ hit: string }[]>`
    select concat_ws(' ', effective_on, bill_rate_change, pay_rate_change) as hit from rate_hits
     where assignment_id = ${assignment} and status = 'applied' and effective_on <= ${day}
     order by effective_on, bill_rate_change`;
  return hits.map(({ hit }) => hit);
}

Deno.test("apply_rate_hit/moves_the_rates_and_leaves_their_bases_so_that_all_its_hits_explain_a_rate", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
              values (${assignment}, '2026-04-01', 120, 70)`;
    await applyNew(sql, assignment, "2026-02-01");
    await applyNew(sql, assignment, "2026-02-01", { bill: "-1", pay: "0.50" });
    await applyNew(sql, assignment, "2026-03-01", { bill: "2", pay: "1" });
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 104.00 63.50",
      "2026-03-01 106.00 64.50",
      "2026-04-01 126.00 74.50",
    ]);
    assertEquals(await basesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 100.00 60.00",
      "2026-03-01 100.00 60.00",
      "2026-04-01 120.00 70.00",
    ]);
    assertEquals(await hitsOf(sql, assignment, "2026-02-01"), [
      "2026-02-01 -1.00 0.50",
      "2026-02-01 5.00 3.00",
    ]);
  }));

Deno.test("apply_rate_hit/rates_that_are_written_get_the_bases_that_applied_hits_leave", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-02-01");
    await sql`insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
              values (${assignment}, '2026-03-01', 110, 66)`;
    await sql`update assignment_rates set bill_rate = 90 where effective_from = '2026-01-01'`;
    await sql`update assignment_rates set effective_from = '2026-01-15' where effective_from = '2026-02-01'`;
    assertEquals(await basesOf(sql, assignment), [
      "2026-01-01 90.00 60.00",
      "2026-01-15 105.00 63.00",
      "2026-03-01 105.00 63.00",
    ]);
  }));

Deno.test("apply_rate_hit/no_key_writes_bases_that_do_not_make_the_rate", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await applyNew(sql, assignment, "2026-02-01");
    const slug = "rate_is_not_base_and_hits";
    await assertRefused(
      sql`insert into assignment_rates
            (assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate, base_pay_rate)
          values (${assignment}, '2026-03-01', 110, 66, 110, 66)`,
      409,
      slug,
    );
    for (const base of ["base_bill_rate", "base_pay_rate"]) {
      const alone = sql`
        insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate, ${
        sql(base)
      })
        values (${assignment}, '2026-03-01', 110, 66, 1)`;
      await assertRefused(alone, 409, slug);
    }
    await assertRefused(sql`update assignment_rates set base_pay_rate = 61`, 409, slug);
    await sql`
      insert into assignment_rates
        (assignment_id, effective_from, bill_rate, pay_rate, base_bill_rate, base_pay_rate)
      values (${assignment}, '2026-03-01', 110, 66, 105, 63)`;
    await sql`update assignment_rates set pay_rate = pay_rate + 1, base_pay_rate = base_pay_rate + 1`;
  }));

Deno.test("apply_rate_hit/no_key_writes_a_hit_as_applied_that_is_not_in_the_rates", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const slug = "rate_is_not_base_and_hits";
    const applied = (day: string) =>
      sql`insert into rate_hits (assignment_id, effective_on, bill_rate_change, status)
          values (${assignment}, ${day}, 5, 'applied')`;
    await assertRefused(applied("2026-01-01"), 409, slug);
    await applied("2026-02-01");
    await sql`insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
              values (${assignment}, '2026-02-01', 105, 60)`;
    const hit = await rateHit(sql, assignment, "2026-02-01");
    await sql`update assignment_rates set rate_hit_id = ${hit}`;
    await assertRefused(sql`update rate_hits set status = 'applied' where id = ${hit}`, 409, slug);
    assertEquals(await basesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-02-01 100.00 60.00",
    ]);
  }));
