import postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { applyBase } from "../stack/base.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import type { Database } from "./databases.ts";
import { type Firm, firmOf, loadFirm } from "./load_size.ts";
import { count, duration, timed } from "./measure.ts";
import { loadPartitioned, partitionName } from "./partitioned_tree.ts";
import { questions, timeStep, WORKS } from "./size_steps.ts";

const ENTRIES = 2_000_000;
/** First days of the quarters that the year of entries lies in, and of the one after. */
const QUARTERS = [
  "2025-04-01",
  "2025-07-01",
  "2025-10-01",
  "2026-01-01",
  "2026-04-01",
  "2026-07-01",
];
/** A whole one of them, which is changed and then removed. */
const [OLD, NEXT] = ["2025-07-01", "2025-10-01"] as const;
const TABLES = ["time_entries", "invoice_lines"] as const;
const WORK_ROUNDS = 2;
const QUESTION_ROUNDS = 5;
const LOOKUPS = 10_000;

/** Milliseconds by what was measured, in its order. */
type Times = Map<string, number>;

/** What partitions change: an experiment, of which docs/scale.md tells; the schema has none. */
export const partitioned: Benchmark = {
  name: "partitioned",
  aim:
    "time and invoice lines by quarters, in the place of the floor, against the tables as they are: 2,000,000 entries of a year; an experiment",
  onlyWhenNamed: true,
  run: async (context) => {
    const firm = firmOf(context.size(ENTRIES));
    const as = { is: new Map(), would: new Map() } satisfies Record<string, Times>;
    {
      await using database = await context.databases.fresh((sql) => load(sql, firm, as.is));
      await measure(context, database, as.is, remove);
    }
    {
      await using database = await context.databases.fresh(async (sql) => {
        await loadTreeAnew(sql);
        await load(sql, firm, as.would);
      });
      await measure(context, database, as.would, detach);
    }
    return [...as.would].map(([name, time]): Figure => {
      const floor = as.is.get(name);
      return {
        name: `partitioned: ${name}`,
        size: `${count(firm.entries)} entries`,
        time,
        ...floor !== undefined && { floor },
      };
    });
  },
};

/** Takes the tree out of a database and loads the one with partitions. */
async function loadTreeAnew(sql: postgres.Sql): Promise<void> {
  await sql`drop schema public, private cascade`;
  await sql`create schema public`;
  await applyBase(sql);
  await loadPartitioned(sql, QUARTERS);
}

async function load(sql: postgres.Sql, firm: Firm, times: Times): Promise<void> {
  times.set("a year loaded, indexes built at the end", await timed(() => loadFirm(sql, firm)));
}

/** Everything, on a database that is no good for more afterwards. */
async function measure(
  context: BenchContext,
  { url }: Database,
  times: Times,
  removeQuarter: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { "app.clock": "2026-06-10 18:00+00" },
  });
  const note = (name: string, time: number) => {
    times.set(name, Math.min(time, times.get(name) ?? Infinity));
    context.report(`${name}: ${duration(time)}`);
  };
  try {
    for (const { name, ask } of await questions(sql)) {
      for (let round = 0; round < QUESTION_ROUNDS; round++) note(name, await ask(sql));
    }
    note("an entry by its id, 10,000 times", await timed(() => lookUp(sql)));
    for (const steps of WORKS) {
      for (let round = 0; round < WORK_ROUNDS; round++) {
        await sql`begin`;
        for (const step of steps) note(step.name, await timeStep(sql, step));
        await sql`rollback`;
      }
    }
    await sql`vacuum (analyze)`;
    note("notes of an old quarter changed", await timed(() => changeQuarter(sql)));
    note("vacuum after it", await timed(() => sql`vacuum public.time_entries`));
    note("an old quarter removed, lines and time", await timed(() => removeQuarter(sql)));
    note(
      "vacuum after that",
      await timed(() => sql`vacuum public.time_entries, public.invoice_lines`),
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function lookUp(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    do $$
    declare
        v_id uuid;
    begin
        for v_id in select id from public.time_entries limit ${LOOKUPS}
        loop
            perform from public.time_entries where id = v_id;
        end loop;
    end $$`);
}

async function changeQuarter(sql: postgres.Sql): Promise<void> {
  await pastTriggers(
    sql,
    (sql) =>
      sql`update public.time_entries set notes = 'Looked at' where work_date >= ${OLD} and work_date < ${NEXT}`,
  );
}

/** Past the guards and foreign keys, which would look at each row. */
async function remove(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    for (const table of TABLES) {
      await sql`delete from public.${sql(table)} where work_date >= ${OLD} and work_date < ${NEXT}`;
    }
  });
}

async function detach(sql: postgres.Sql): Promise<void> {
  for (const table of TABLES) {
    const partition = partitionName(table, OLD);
    await sql`alter table public.${sql(table)} detach partition public.${sql(partition)}`;
    await sql`drop table public.${sql(partition)}`;
  }
}
