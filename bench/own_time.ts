import type postgres from "postgres";
import { loadTime } from "../fixtures/load_time.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { Benchmark } from "./benchmark.ts";
import { RUNNING_STATES } from "./eligible_time.ts";
import { asCaller } from "./as_caller.ts";
import { againstFloor, count, inTurns } from "./measure.ts";
import { TODAY } from "./today.ts";

const CONTRACTORS = 100;
const ENTRIES_EACH = 1000;
const ROUNDS = 41;
const WARM_UPS = 10;

/** Cost of the policy of time_entries to a contractor who asks for all of their time, without a filter. */
export const ownTime: Benchmark = {
  name: "own-time",
  aim:
    "a contractor reads their 1,000 of 100,000 entries: at most 3 × the service role by assignment_id",
  run: async (context) => {
    const entriesEach = context.size(ENTRIES_EACH);
    await using database = await context.databases.fresh((sql) =>
      loadTime(sql, {
        today: TODAY,
        ended: 0,
        running: CONTRACTORS,
        entriesEach,
        endedStates: [["locked", 100]],
        runningStates: RUNNING_STATES,
      })
    );
    const sql = connect(database.url);
    try {
      const [own] = await sql<[{ contractor_id: string; id: string }]>`
        select contractor_id, id from public.assignments order by id limit 1`;
      const user = crypto.randomUUID();
      await sql`update public.contractors set user_id = ${user} where id = ${own.contractor_id}`;
      const contractor = () => asCaller(sql, "authenticated", user, (sql) => readTime(sql, sql``));
      const service = () =>
        asCaller(
          sql,
          "service_role",
          null,
          (sql) => readTime(sql, sql`where assignment_id = ${own.id}`),
        );
      for (let i = 0; i < WARM_UPS; i++) await contractor(), await service();
      const figure = againstFloor(await inTurns(ROUNDS, contractor, service));
      return [{
        name: "a contractor's own time by policy, against the service role",
        size: `${count(entriesEach)} of ${count(CONTRACTORS * entriesEach)} entries`,
        mostRatio: 3,
        ...figure,
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Reads whole rows, in the database alone: sending them would cost both sides the same. */
async function readTime(sql: postgres.TransactionSql, filter: postgres.Fragment): Promise<void> {
  const [{ hours }] = await sql<[{ hours: string | null }]>`
    select sum(entry.hours) as hours from (select * from public.time_entries ${filter} offset 0) as entry`;
  if (hours === null) throw new Error("the caller read nothing");
}
