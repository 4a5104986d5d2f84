import postgres from "postgres";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import type { Database } from "./databases.ts";
import { type Firm, firmOf, loadFirm } from "./load_size.ts";
import { count, duration } from "./measure.ts";
import { peakMemory } from "./own_memory.ts";
import { aimCell, type PageTable } from "./performance_page.ts";
import { questions, timeStep, WORKS } from "./size_steps.ts";

const SIZES = [1_000_000, 3_000_000, 10_000_000];
/** Each work of a week so many times, each question so many: the quickest counts. */
const WORK_ROUNDS = 2;
const QUESTION_ROUNDS = 5;
/** Growth of a time allowed beyond the firm's, and of one whose work does not grow. */
const MOST_OVER_GROWTH = 1.2;
const MOST_WITHOUT_GROWTH = 1.5;
/** Time that Supabase gives a signed-in user's statement that brings no limit of its own. */
const API_LIMIT_MS = 8000;
const MIB = 2 ** 20;

/** Measurement of one thing at one size. */
interface Measured {
  readonly name: string;
  readonly grows: boolean;
  /** Milliseconds in which it should be done. */
  readonly limit: number;
  readonly time: number;
  readonly rounds: number;
  /** Bytes; see {@link peakMemory}. */
  readonly memory: number;
}

/** Cost of a firm's week at three sizes, each against the one before. */
export const size: Benchmark = {
  name: "size",
  aim:
    "a week's work and the lists at 1, 3 and 10 million entries of a year: within the API's limits and the goals of the largest firm, growing no more than 1.2 × as the firm does; about 20 GB, half an hour",
  onlyWhenNamed: true,
  run: async (context) => {
    const figures: Figure[] = [];
    let before: { firm: Firm; measured: readonly Measured[] } | null = null;
    for (const entries of SIZES) {
      const firm = firmOf(context.size(entries));
      await using database = await context.databases.fresh((sql) => loadFirm(sql, firm));
      context.report(`${count(firm.entries)} entries loaded`);
      const disk = await diskOf(database);
      const measured = await measure(context, database);
      const { temporary } = await diskOf(database);
      figures.push(
        ...measured.map((one) => figure(one, firm, before)),
        diskFigure(firm, { ...disk, temporary: temporary - disk.temporary }),
      );
      before = { firm, measured };
    }
    return figures;
  },
};

/** A row for each thing, of its time at all sizes. */
export const SIZE_ROWS: Pick<PageTable, "head" | "known" | "rows"> = {
  head: [
    "what",
    ...SIZES.map((entries) => `${entries / 1_000_000} million`),
    "growth",
    "memory",
    "aim",
  ],
  known: 1,
  rows: (figures) =>
    [...Map.groupBy(figures, ({ name }) => name).values()].map((ofOne) => {
      const largest = ofOne.at(-1);
      if (largest === undefined) throw new Error("nothing was measured");
      return [
        largest.name,
        ...ofOne.map(({ time, value }) => value ?? (time === null ? "" : duration(time))),
        ofOne.flatMap(({ growth }) => growth === undefined ? [] : [growth.toFixed(2)]).join(", "),
        largest.memory === undefined ? "" : mebibytes(largest.memory),
        aimCell(largest),
      ];
    }),
};

/** The week's work and the questions on one database. */
async function measure(context: BenchContext, { url }: Database): Promise<Measured[]> {
  const admin = client(url);
  try {
    const asked = await questions(admin);
    const measured: Measured[] = [];
    for (const { name, grows, mostTime, ask } of asked) {
      const calls = [];
      for (let round = 0; round < QUESTION_ROUNDS; round++) {
        calls.push(await onOwnConnection(url, ask));
      }
      measured.push({ name, grows, limit: mostTime ?? API_LIMIT_MS, ...best(calls) });
      context.report(described(name, best(calls)));
    }
    for (const work of WORKS) {
      const rounds: Call[][] = [];
      for (let round = 0; round < WORK_ROUNDS; round++) rounds.push(await doWork(url, work));
      for (const [nth, { name, grows, mostTime, procedure }] of work.entries()) {
        const calls = rounds.flatMap((round) => round.slice(nth, nth + 1));
        const limit = mostTime ?? await limitOf(admin, procedure);
        measured.push({ name, grows, limit, ...best(calls) });
        context.report(described(name, best(calls)));
      }
    }
    return measured;
  } finally {
    await admin.end({ timeout: 5 });
  }
}

interface Call {
  readonly time: number;
  readonly memory: number;
}

function described(name: string, { time, memory }: Call): string {
  return `${name}: ${duration(time)}, ${mebibytes(memory)}`;
}

function mebibytes(bytes: number): string {
  return `${count(Math.round(bytes / MIB))} MiB`;
}

function best(calls: readonly Call[]): Call & { rounds: number } {
  return {
    time: Math.min(...calls.map(({ time }) => time)),
    memory: Math.max(...calls.map(({ memory }) => memory)),
    rounds: calls.length,
  };
}

/** Each call on a connection that has done nothing yet: its memory is that of the call. */
async function onOwnConnection(
  url: string,
  work: (sql: postgres.Sql) => Promise<number>,
): Promise<Call> {
  const sql = client(url);
  try {
    const pid = await pidOf(sql);
    let time = 0;
    const memory = await peakMemory(pid, async () => {
      time = await work(sql);
    });
    return { time, memory };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The steps one after the other on one connection, taken back at the end. */
async function doWork(url: string, steps: (typeof WORKS)[number]): Promise<Call[]> {
  const sql = client(url);
  const calls: Call[] = [];
  try {
    const pid = await pidOf(sql);
    await sql`begin`;
    for (const step of steps) {
      let time = 0;
      const memory = await peakMemory(pid, async () => {
        time = await timeStep(sql, step);
      });
      calls.push({ time, memory });
    }
    await sql`rollback`;
    return calls;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** One connection, on the Wednesday after the week that is billed. */
function client(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { "app.clock": "2026-06-10 18:00+00" },
  });
}

async function pidOf(sql: postgres.Sql): Promise<number> {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return pid;
}

/** Time in milliseconds that the API gives a call. */
async function limitOf(sql: postgres.Sql, procedure: string | undefined): Promise<number> {
  const [own] = await sql<{ ms: number }[]>`
    select (extract(epoch from split_part(setting, '=', 2)::interval) * 1000)::int as ms
      from pg_proc as procedure
     cross join unnest(procedure.proconfig) as setting
     where procedure.pronamespace = 'public'::regnamespace
       and procedure.proname = ${procedure ?? ""} and setting like 'statement_timeout=%'`;
  return own?.ms ?? API_LIMIT_MS;
}

function figure(
  { name, grows, limit, time, rounds, memory }: Measured,
  firm: Firm,
  before: { firm: Firm; measured: readonly Measured[] } | null,
): Figure {
  const smaller = before?.measured.find((one) => one.name === name)?.time;
  const times = firm.entries / (before?.firm.entries ?? firm.entries);
  const growth = smaller === undefined ? null : Math.log(time / smaller) / Math.log(times);
  return {
    name,
    size: sizeOf(firm),
    time,
    memory,
    ...smaller !== undefined && growth !== null && {
      floor: smaller,
      growth,
      mostRatio: grows ? Number((MOST_OVER_GROWTH * times).toFixed(2)) : MOST_WITHOUT_GROWTH,
    },
    mostTime: limit,
    note: [
      `quickest of ${rounds}`,
      ...growth === null ? [] : [`against the size before: as entries^${growth.toFixed(2)}`],
      `${mebibytes(memory)} of its own`,
    ].join(", "),
  };
}

const sizeOf = ({ entries, contractors }: Firm) =>
  `${count(entries)} entries, ${count(5 * contractors)} a week`;

/** Bytes on the disk. */
interface Disk {
  readonly database: number;
  readonly tables: readonly { name: string; bytes: number; indexes: number }[];
  /** Written to temporary files since the database was made. */
  readonly temporary: number;
}

async function diskOf({ url }: Database): Promise<Disk> {
  const sql = client(url);
  try {
    const [sums] = await sql<[{ database: number; temporary: number }]>`
      select pg_database_size(datid)::float8 as database, temp_bytes::float8 as temporary
        from pg_stat_database where datname = current_database()`;
    const tables = await sql<{ name: string; bytes: number; indexes: number }[]>`
      select class.relname as name, sum(pg_total_relation_size(part.oid))::float8 as bytes,
             sum(pg_indexes_size(part.oid))::float8 as indexes
        from pg_class as class
       cross join lateral (
             select class.oid where class.relkind = 'r'
              union all
             select relid from pg_partition_tree(class.oid)) as part (oid)
       where class.relkind in ('r', 'p') and class.relnamespace = 'public'::regnamespace
       group by class.relname
       order by bytes desc limit 3`;
    return { ...sums, tables };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function diskFigure(firm: Firm, { database, tables, temporary }: Disk): Figure {
  const parts = tables.map(({ name, bytes, indexes }) =>
    `${name} ${mebibytes(bytes)}, of which indexes ${mebibytes(indexes)}`
  );
  return {
    name: "disk",
    size: sizeOf(firm),
    time: null,
    value: mebibytes(database),
    note: [...parts, `temporary files of all calls ${mebibytes(temporary)}`].join("; "),
  };
}
