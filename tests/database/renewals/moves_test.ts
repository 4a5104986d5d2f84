// The legal moves of a renewal, and what does not change.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { alertsOf, everythingOfRenewals, renewalsOf } from "../../support/assignments/renewals.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const STATES = ["upcoming", "renewed", "declined", "lapsed"] as const;

/** Asserts that a write is refused with 409 and that it changes nothing. */
async function assertKept(sql: postgres.Sql, write: () => PromiseLike<unknown>, slug: string) {
  const before = await everythingOfRenewals(sql);
  await assertRefused(write(), 409, slug);
  assertEquals(await everythingOfRenewals(sql), before);
}

Deno.test("renewals/are_decided_once_and_taken_back_before_they_are_decided_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const from of STATES) {
      for (const to of STATES) {
        const renewal = await firm.renewal(assignment, "2026-06-30", from);
        const move = () => sql`update contract_renewals set status = ${to} where id = ${renewal}`;
        if (from === to || from === "upcoming" || to === "upcoming") {
          await move();
          const [row] = await sql`
            select status, to_jsonb(renewal) -> (status || '_at') as at,
                   num_nonnulls(renewed_at, declined_at, lapsed_at) as instants
              from contract_renewals as renewal where id = ${renewal}`;
          assertStrictEquals(row?.status, to);
          assertStrictEquals(row?.instants, to === "upcoming" ? 0 : 1);
          if (to !== "upcoming") assert(row?.at);
        } else {
          await assertKept(sql, move, "renewal_move_not_legal");
        }
        await sql`update contract_renewals set status = 'upcoming' where id = ${renewal}`;
        await sql`delete from contract_renewals where id = ${renewal}`;
      }
    }
  }));

Deno.test("renewals/move_to_another_day_only_while_upcoming", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of STATES.slice(1)) {
      const renewal = await firm.renewal(assignment, "2026-06-30", status);
      for (const also of [status, "upcoming"]) {
        await assertKept(
          sql,
          () =>
            sql`update contract_renewals set renewal_date = '2026-07-01', status = ${also}
               where id = ${renewal}`,
          "renewal_not_upcoming",
        );
      }
    }
    await firm.renewal(assignment, "2026-06-30");
    await sql`update contract_renewals set renewal_date = '2026-07-01' where status = 'upcoming'`;
    assertEquals((await renewalsOf(sql, assignment)).at(-1), "2026-07-01 upcoming");
  }));

Deno.test("renewals/keep_their_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.renewal(await firm.assignment(), "2026-06-30");
    const other = await firm.assignment();
    await assertKept(
      sql,
      () => sql`update contract_renewals set assignment_id = ${other}`,
      "renewal_keeps_its_assignment",
    );
  }));

Deno.test("renewals/come_on_or_after_the_start_of_their_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment(); // from 2026-01-01
    const renewal = await firm.renewal(assignment, "2026-01-01");
    const slug = "renewal_before_assignment";
    await assertKept(sql, () => firm.renewal(assignment, "2025-12-31"), slug);
    await assertKept(sql, () => firm.renewal(assignment, "2025-12-31", "lapsed"), slug);
    await assertKept(
      sql,
      () => sql`update contract_renewals set renewal_date = '2025-12-31'`,
      slug,
    );
    await assertKept(sql, () => sql`update assignments set start_date = '2026-01-02'`, slug);
    await sql`update contract_renewals set renewal_date = '2026-01-02' where id = ${renewal}`;
    await firm.renewal(await firm.assignment(), "2026-01-01");
    await sql`update assignments set start_date = '2026-01-02' where id = ${assignment}`;
    await sql`update assignments set start_date = '2025-12-01' where id = ${assignment}`;
  }));

Deno.test("renewals/come_up_once_a_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.renewal(assignment, "2026-06-30", "lapsed");
    await firm.renewal(assignment, "2026-06-30");
    const once = "assignment_comes_up_once_a_day";
    await assertViolates(firm.renewal(assignment, "2026-06-30"), once);
    await assertViolates(sql`update contract_renewals set status = 'upcoming'`, once);
  }));

Deno.test("renewals/are_deleted_with_their_alerts_only_while_upcoming", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of STATES.slice(1)) {
      const renewal = await firm.renewal(assignment, "2026-06-30", status);
      await assertKept(
        sql,
        () => sql`delete from contract_renewals where id = ${renewal}`,
        "renewal_not_upcoming",
      );
    }
    const renewal = await firm.renewal(assignment, "2026-06-30");
    await sql`delete from contract_renewals where id = ${renewal}`;
    assertEquals(await alertsOf(sql, renewal), []);
    assertEquals((await renewalsOf(sql, assignment)).length, 3);
  }));
