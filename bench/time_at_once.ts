import type postgres from "postgres";
import { addAssignments } from "../fixtures/assignments.ts";
import { plusDays } from "../fixtures/days.ts";
import { addContractors, addFacilities } from "../fixtures/people.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { Benchmark } from "./benchmark.ts";
import { againstFloor, count, inTurns, timed } from "./measure.ts";

const PEOPLE = 100;
const CONNECTIONS = 50;
const DAYS_EACH = 5;
const ROUNDS = 7;
const FIRST_DAY = "2026-01-05";
const TRIGGER = "time_is_written_by_one_at_a_time";

/** With the lock of time, or without. */
type Side = "ours" | "floor";

/** Author of time: the user, and the assignment. */
interface Person {
  readonly user_id: string;
  readonly assignment_id: string;
}

/** Cost to people who enter time at the same moment of going one after the other. */
export const timeAtOnce: Benchmark = {
  name: "time-at-once",
  aim:
    "100 people enter five days each and submit them, 50 calls at any moment: no call takes longer than a second",
  run: async (context) => {
    const people = context.size(PEOPLE);
    await using database = await context.databases.fresh((sql) => hirePeople(sql, people));
    const connections = Array.from({ length: CONNECTIONS }, () => connect(database.url));
    const [sql] = connections;
    if (sql === undefined) throw new Error("no connection");
    try {
      const all = await sql<Person[]>`
        select contractor.user_id, assignment.id as assignment_id
          from public.contractors as contractor join public.assignments as assignment on contractor_id = contractor.id`;
      let week = 0;
      const slowest: Record<Side, number[]> = { ours: [], floor: [] };
      const enterWeek = async (side: Side) => {
        const action = side === "ours" ? "enable" : "disable";
        await sql.unsafe(`alter table public.time_entries ${action} trigger ${TRIGGER}`);
        const monday = plusDays(FIRST_DAY, 7 * week++);
        return await timed(async () =>
          slowest[side].push(await enterAll(connections, all, monday))
        );
      };
      const rounds = await inTurns(ROUNDS, () => enterWeek("ours"), () => enterWeek("floor"));
      const size = `${count(people * (DAYS_EACH + 1))} calls of ${count(people)} people`;
      return [
        { name: "time entered at once, against no lock", size, ...againstFloor(rounds) },
        {
          name: "the slowest of these calls, against no lock",
          size,
          mostTime: 1000,
          ...againstFloor(slowest),
        },
      ];
    } finally {
      await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })));
    }
  },
};

async function hirePeople(sql: postgres.Sql, people: number): Promise<void> {
  const [facilityId = ""] = await addFacilities(sql, ["Mercy"]);
  const contractors = await addContractors(sql, people);
  await sql`update public.contractors set user_id = gen_random_uuid()`;
  await addAssignments(sql, contractors.map((contractorId) => ({ contractorId, facilityId })));
}

/** Everybody enters a week, day by day, and submits it, as fast as the connections let them. Gives the slowest call. */
async function enterAll(
  connections: readonly postgres.Sql[],
  people: readonly Person[],
  monday: string,
): Promise<number> {
  let slowest = 0;
  await Promise.all(connections.map(async (sql, nth) => {
    for (let at = nth; at < people.length; at += connections.length) {
      const person = people[at];
      if (person === undefined) throw new Error("nobody");
      for (let day = 0; day < DAYS_EACH; day++) {
        slowest = Math.max(
          slowest,
          await callAs(
            sql,
            person,
            `insert into public.time_entries (assignment_id, work_date, hours)
             values ('${person.assignment_id}', '${plusDays(monday, day)}', 8)`,
          ),
        );
      }
      slowest = Math.max(
        slowest,
        await callAs(
          sql,
          person,
          "update public.time_entries set status = 'submitted' where status = 'draft'",
        ),
      );
    }
  }));
  return slowest;
}

/** A request as PostgREST makes it: role and claims, the statement, commit. */
async function callAs(sql: postgres.Sql, { user_id }: Person, statement: string): Promise<number> {
  return await timed(() =>
    sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user_id })}, true),
                       set_config('role', 'authenticated', true)`;
      await sql.unsafe(statement);
    })
  );
}
