import postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { applyBase } from "../stack/base.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import type { Database } from "./databases.ts";
import { type Firm, firmOf, loadFirm } from "./load_size.ts";
import { count, timed } from "./measure.ts";
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
const WORK_ROUNDS = 3;
const QUESTION_ROUNDS = 5;
const LOOKUPS = 10_000;

/** One of the two databases, while it is measured. */
interface Side {
  readonly sql: postgres.Sql;
  /** The least milliseconds by what was measured, in its order. */
  readonly times: Map<string, number>;
  /** Takes the old quarter's lines and time out. */
  readonly removeQuarter: (sql: postgres.Sql) => Promise<void>;
}

/** Effect of partitions: an experiment, of which docs/scale.md tells; the schema has none. */
export const partitioned: Benchmark = {
  name: "partitioned",
  aim:
    "time and invoice lines by quarters, against the tables as they are in the place of the floor: 2,000,000 entries of a year; an experiment",
  onlyWhenNamed: true,
  run: async (context) => {
    const firm = firmOf(context.size(ENTRIES));
    const times = [new Map<string, number>(), new Map<string, number>()] as const;
    await using plain = await context.databases.fresh((sql) => load(sql, firm, times[0]));
    context.report("loaded as it is");
    await using parted = await context.databases.fresh(async (sql) => {
      await loadTreeAnew(sql);
      await load(sql, firm, times[1]);
    });
    context.report("loaded by quarters");
    const sides: readonly [Side, Side] = [
      { sql: client(plain), times: times[0], removeQuarter: remove },
      { sql: client(parted), times: times[1], removeQuarter: detach },
    ];
    try {
      await measure(context, sides);
    } finally {
      for (const { sql } of sides) await sql.end({ timeout: 5 });
    }
    return [...times[1]].map(([name, time]): Figure => {
      const floor = times[0].get(name);
      return {
        name: `partitioned: ${name}`,
        size: `${count(firm.entries)} entries`,
        time,
        ...floor !== undefined && { floor },
      };
    });
  },
};

/** One connection, on the Wednesday after the week that is billed. */
function client({ url }: Database): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { "app.clock": "2026-06-10 18:00+00" },
  });
}

/** Takes the tree out of a database and loads the one with partitions. */
async function loadTreeAnew(sql: postgres.Sql): Promise<void> {
  await sql`drop schema public, private cascade`;
  await sql`create schema public`;
  await applyBase(sql);
  await loadPartitioned(sql, QUARTERS);
}

async function load(sql: postgres.Sql, firm: Firm, times: Side["times"]): Promise<void> {
  times.set("a year loaded, indexes built at the end", await timed(() => loadFirm(sql, firm)));
}

/** Everything, in turns, so that both sides meet the same machine. They are no good for more afterwards. */
async function measure(context: BenchContext, sides: readonly [Side, Side]): Promise<void> {
  const note = ({ times }: Side, name: string, time: number) =>
    void times.set(name, Math.min(time, times.get(name) ?? Infinity));
  const once = async (name: string, work: (side: Side) => Promise<unknown>) => {
    for (const side of sides) note(side, name, await timed(() => work(side)));
    context.report(name);
  };
  const asked = [await questions(sides[0].sql), await questions(sides[1].sql)] as const;
  for (let round = 0; round < QUESTION_ROUNDS; round++) {
    for (const [nth, side] of sides.entries()) {
      for (const { name, ask } of asked[nth] ?? []) note(side, name, await ask(side.sql));
    }
  }
  context.report("questions");
  for (let round = 0; round < QUESTION_ROUNDS; round++) {
    await once("an entry by its id, 10,000 times", ({ sql }) => lookUp(sql));
  }
  for (const steps of WORKS) {
    for (let round = 0; round < WORK_ROUNDS; round++) {
      for (const side of sides) {
        await side.sql`begin`;
        for (const step of steps) note(side, step.name, await timeStep(side.sql, step));
        await side.sql`rollback`;
      }
    }
    context.report(steps.map(({ name }) => name).join(", "));
  }
  for (const { sql } of sides) await sql`vacuum (analyze)`;
  await once("notes of an old quarter changed", ({ sql }) => changeQuarter(sql));
  await once("vacuum after it", ({ sql }) => sql`vacuum public.time_entries`);
  await once("an old quarter removed, lines and time", (side) => side.removeQuarter(side.sql));
  await once(
    "vacuum after that",
    ({ sql }) => sql`vacuum public.time_entries, public.invoice_lines`,
  );
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
