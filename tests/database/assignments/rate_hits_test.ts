// The life of a rate hit, by direct writes of whoever may write everything.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { apply, everything, rateHit } from "../../support/assignments/rate_hits.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

Deno.test("rate_hits/change_and_go_while_they_are_pending", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, "2026-02-01");
    await sql`update rate_hits set effective_on = '2026-03-01', bill_rate_change = 7, reason = 'Nights'`;
    await sql`delete from rate_hits where id = ${hit}`;
    assertStrictEquals((await sql`select from rate_hits`).length, 0);
  }));

Deno.test("rate_hits/are_cancelled_while_they_are_pending_and_then_stay", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, "2026-02-01");
    const [cancelled] = await sql`
      update rate_hits set status = 'cancelled' where id = ${hit} returning cancelled_at`;
    assertEquals(cancelled?.cancelled_at.toISOString(), "2026-01-20T08:00:00.000Z");
    await assertRefused(apply(sql, hit), 409, "rate_hit_cancelled");
  }, { clock: "2026-01-20 08:00:00+00" }));

Deno.test("rate_hits/that_are_applied_or_cancelled_never_change_and_are_not_deleted", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const applied = await rateHit(sql, assignment, "2026-02-01");
    await apply(sql, applied);
    const cancelled = await rateHit(sql, assignment, "2026-02-01");
    await sql`update rate_hits set status = 'cancelled' where id = ${cancelled}`;
    const before = await everything(sql);
    const changes = [
      "status = 'pending', applied_at = null, cancelled_at = null",
      "status = case status when 'applied' then 'cancelled' else 'applied' end, applied_at = null",
      "bill_rate_change = 9",
      "pay_rate_change = 9",
      "effective_on = '2026-03-01'",
      "reason = 'other'",
      "applied_by = gen_random_uuid()",
    ];
    for (const hit of [applied, cancelled]) {
      for (const change of changes) {
        const attempt = sql.unsafe(`update rate_hits set ${change} where id = '${hit}'`);
        await assertRefused(attempt, 409, "rate_hit_not_pending");
      }
      const removal = sql`delete from rate_hits where id = ${hit}`;
      await assertRefused(removal, 409, "rate_hit_not_pending");
    }
    assertEquals(await everything(sql), before);
  }));

Deno.test("rate_hits/are_not_called_applied_without_their_rate", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const first = await rateHit(sql, assignment, "2026-02-01");
    await apply(sql, first);
    const hit = await rateHit(sql, assignment, "2026-02-01");
    const attempt = (also: string) =>
      sql.unsafe(`update rate_hits set status = 'applied'${also} where id = '${hit}'`);
    await assertRefused(attempt(""), 409, "rate_hit_move_not_legal");
    await assertRefused(attempt(", applied_at = now()"), 409, "rate_hit_move_not_legal");
  }));
