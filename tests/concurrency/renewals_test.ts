// An assignment's dates and its renewals, written at once on two connections.
import { assert, assertEquals, assertMatch } from "@std/assert";
import postgres from "postgres";
import { alertsOf, renewalsOf } from "../support/assignments/renewals.ts";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused, assertViolates } from "../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };

/** An assignment from 1 January to 30 June that comes up at its end, and writes of one statement each. */
async function prepare(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment("2026-06-30");
  const renewal = await firm.renewal(assignment, "2026-06-30");
  type Sql = postgres.ISql;
  return {
    assignment,
    renewal,
    end: (day: string) => (on: Sql) =>
      on`update assignments set end_date = ${day} where id = ${assignment}`,
    start: (day: string) => (on: Sql) =>
      on`update assignments set start_date = ${day} where id = ${assignment}`,
    decide: (status: string) => (on: Sql) =>
      on`update contract_renewals set status = ${status} where id = ${renewal}`,
    move: (day: string) => (on: Sql) =>
      on`update contract_renewals set renewal_date = ${day} where id = ${renewal}`,
    add: (day: string) => (on: Sql) =>
      on`insert into contract_renewals (assignment_id, renewal_date) values (${assignment}, ${day})`,
  };
}

Deno.test("renewals/declined_while_the_end_moves_stay_declined", () =>
  withDatabase(async ({ sql, url }) => {
    const { assignment, renewal, decide, end } = await prepare(sql);
    await interleave(url, decide("declined"), () => end("2026-12-31")(sql));
    assertEquals(await renewalsOf(sql, assignment), [
      "2026-06-30 declined",
      "2026-12-31 upcoming",
    ]);
    assertMatch((await alertsOf(sql, renewal)).join(), /^[^o]*$/);
  }, CLOCK));

Deno.test("renewals/renewed_by_a_later_end_at_this_moment_are_not_declined", () =>
  withDatabase(async ({ sql, url }) => {
    const { assignment, decide, end } = await prepare(sql);
    const declining = interleave(url, end("2026-12-31"), () => decide("declined")(sql));
    await assertRefused(declining, 409, "renewal_move_not_legal");
    assertEquals(await renewalsOf(sql, assignment), [
      "2026-06-30 renewed",
      "2026-12-31 upcoming",
    ]);
  }, CLOCK));

Deno.test("renewals/moved_or_added_to_the_new_end_at_this_moment_come_up_once", () =>
  withDatabase(async ({ sql, url }) => {
    for (const write of ["move", "add"] as const) {
      const prepared = await prepare(sql);
      const { assignment, end } = prepared;
      await interleave(url, prepared[write]("2026-12-31"), () => end("2026-12-31")(sql));
      assertEquals(await renewalsOf(sql, assignment), [
        ...write === "add" ? ["2026-06-30 renewed"] : [],
        "2026-12-31 upcoming",
      ]);
    }
    const { end, add } = await prepare(sql);
    const adding = interleave(url, end("2026-12-31"), () => add("2026-12-31")(sql));
    await assertViolates(adding, "assignment_comes_up_once_a_day");
  }, CLOCK));

Deno.test("renewals/moved_past_an_end_that_moves_at_this_moment_come_up_on_it", () =>
  withDatabase(async ({ sql, url }) => {
    const { assignment, end, move } = await prepare(sql);
    await move("2026-05-31")(sql);
    await interleave(url, move("2026-06-30"), () => end("2026-06-15")(sql));
    assertEquals(await renewalsOf(sql, assignment), ["2026-06-15 upcoming"]);
  }, CLOCK));

Deno.test("renewals/never_come_before_a_start_that_moves_at_this_moment", () =>
  withDatabase(async ({ sql, url }) => {
    for (const write of ["move", "add"] as const) {
      for (const startFirst of [true, false]) {
        const prepared = await prepare(sql);
        const renewal = prepared[write]("2026-01-01");
        const start = prepared.start("2026-01-02");
        const [first, second] = startFirst ? [start, renewal] : [renewal, start];
        const attempt = interleave(url, first, () => second(sql));
        await assertRefused(attempt, 409, "renewal_before_assignment");
      }
    }
  }, CLOCK));

Deno.test("renewals/written_in_any_order_from_four_connections_meet_no_deadlock", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, end, decide, move, add } = await prepare(sql);
    const day = () => `2026-${String(6 + Math.floor(Math.random() * 6)).padStart(2, "0")}-15`;
    const writes = [
      () => end(day()),
      () => end(day()),
      () => move(day()),
      () => add(day()),
      () => decide("declined"),
      () => decide("upcoming"),
    ];
    const one = async () => {
      for (let each = 0; each < 60; each++) {
        const write = writes[Math.floor(Math.random() * writes.length)] ?? writes[0];
        await write?.()(sql).catch((error: unknown) => {
          assert(error instanceof postgres.PostgresError);
          assertMatch(error.code, /^(PT409|23505)$/, error.message);
        });
      }
    };
    await Promise.all([one(), one(), one(), one()]);

    const [wrong] = await sql<[{ alerts: number; renewals: number }]>`
      select count(*) filter (where due_on <> renewal_date - days_before
                                 or (acknowledged_at is null) <> (status = 'upcoming'))::int as alerts,
             (count(*) - 3 * count(distinct renewal.id))::int as renewals
        from contract_renewals as renewal
        join contract_alerts as alert on alert.contract_renewal_id = renewal.id
       where renewal.assignment_id = ${assignment}`;
    assertEquals(wrong, { alerts: 0, renewals: 0 });
  }, CLOCK));
