import postgres from "postgres";
import { plusDays } from "../../fixtures/days.ts";
import { readErrorsPage } from "../errors_page.ts";
import type { Outcome } from "../part.ts";
import { bookFigures, disagreements } from "./agreement.ts";
import { Books } from "./books.ts";
import { httpCaller, limitsOf, sqlCaller } from "./caller.ts";
import { KINDS } from "./calls.ts";
import { Connection } from "./connection.ts";
import type { Day } from "./day.ts";
import { Findings } from "./findings.ts";
import {
  beginDay,
  clockOf,
  enterLeave,
  enterPayGroup,
  enterPremiumsAndGuarantees,
  enterRatesOfCodes,
  FIRST_DAY,
  makeFirm,
  oweBreakPremiums,
} from "./firm.ts";
import { runsLeftOpen } from "./jobs.ts";
import { Notes } from "./notes.ts";
import type { SoakOptions } from "./options.ts";
import { Outcomes } from "./outcomes.ts";
import { Snapshots } from "./snapshot.ts";

/** Number that work at once, and number of them over HTTP where there is an API. */
const CONNECTIONS = 16;
const OVER_HTTP = 4;
/** Calls of each connection on a day. */
const CALLS_A_DAY = 14;
const CALLS_A_DAY_OVER_HTTP = 8;
/** A run of so many calls has done each kind, and found something to compare, or it looks in vain. */
const LONG = 40_000;
/** Until the sessions of the server have read their settings anew. */
const RELOAD_MS = 100;

/**
 * Has a firm's people work for some days, each as long as its calls take. In the middle of each day all that must hold
 * is asked in one snapshot; at its end everybody pauses, and the books are compared. The first day is always worked.
 *
 * @returns what was done and found. What the product does wrong is a finding, never an error.
 */
export async function runSoak(options: SoakOptions): Promise<Outcome> {
  const owner = postgres(options.databaseUrl, { max: 8, prepare: false, onnotice: () => {} });
  try {
    return await soak(options, owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function soak(options: SoakOptions, owner: postgres.Sql): Promise<Outcome> {
  const { api, seed, signal, report, databaseUrl, callersUrl = databaseUrl } = options;
  const began = performance.now();
  const deadlocksBefore = await deadlocksOf(owner);
  const everybody = await makeFirm(owner);
  await oweBreakPremiums(owner);
  await enterRatesOfCodes(owner);
  await enterPremiumsAndGuarantees(owner);
  await enterLeave(owner);
  await enterPayGroup(owner);
  const books = new Books();
  await openBooks(owner, books);
  const [outcomes, notes, findings] = [
    new Outcomes(KINDS, (await readErrorsPage()).slugs),
    new Notes(),
    new Findings(seed),
  ];
  const snapshots = new Snapshots(owner, findings);
  const limitOf = await limitsOf(owner, options.patience);
  let day: Day = { today: FIRST_DAY, clock: clockOf(FIRST_DAY), people: everybody };
  const connections = Array.from({ length: CONNECTIONS }, (_, nth) => {
    const caller = api !== null && nth < OVER_HTTP
      ? httpCaller(api)
      : sqlCaller(callersUrl, () => day.clock, limitOf);
    return new Connection({ options, owner, outcomes, notes }, caller, KINDS, seed + nth);
  });
  let [days, unsure] = [0, 0];
  const isOver = () =>
    signal.aborted ||
    days > 0 && (options.calls === null
        ? performance.now() - began >= options.lasts
        : outcomes.total() >= options.calls);
  try {
    for (; !isOver(); days++) {
      day = await newDay(options, owner, plusDays(FIRST_DAY, days), day);
      await workADay(connections, day, snapshots);
      const unknown = notes.enter(books, (sentence) => findings.add(day.today, [sentence]));
      unsure += unknown.size;
      await adoptTime(owner, books, unknown);
      findings.add(day.today, await disagreements(owner, books));
      findings.add(day.today, await runsLeftOpen(owner));
      await snapshots.take(day);
      report(`${day.today}: ${outcomes.total()} calls, ${findings.all.length} findings`);
    }
  } finally {
    await Promise.all(connections.map(({ caller }) => caller.close()));
  }
  findings.add(day.today, outcomes.wrong());
  if (outcomes.total() >= LONG && !signal.aborted) {
    findings.add(day.today, [
      ...outcomes.neverDone().map((name) => `"${name}" was never done`),
      ...snapshots.comparedNothing().map((name) => `nothing was compared: ${name}`),
    ]);
  }
  const deadlocks = await deadlocksOf(owner) - deadlocksBefore;
  const seconds = (performance.now() - began) / 1000;
  return {
    calls: outcomes.total(),
    did: [
      `${outcomes.total()} calls of ${KINDS.length} kinds by ${CONNECTIONS} connections, ${
        api === null ? "none" : OVER_HTTP
      } of them over HTTP, on ${days} days of the firm's, ${
        Math.round(outcomes.total() / seconds)
      } a second; never done: ${outcomes.neverDone().join(", ") || "none"}.`,
      `The books: ${
        bookFigures(books)
      }; of ${unsure} rows or days nobody could know which of two calls was first.`,
      `${deadlocks} deadlocks in the database, ${outcomes.conflicts()} conflicts and timeouts told to callers.`,
      ...snapshots.said(),
    ],
    tables: [outcomes.table(), snapshots.table()],
    findings: findings.all,
  };
}

/** Has everybody work; when the first has made half of their calls, everything is looked at. */
async function workADay(
  connections: readonly Connection[],
  day: Day,
  snapshots: Snapshots,
): Promise<void> {
  const halfOf = ({ caller }: Connection) =>
    (caller.isHttp ? CALLS_A_DAY_OVER_HTTP : CALLS_A_DAY) / 2;
  const mornings = connections.map((connection) => connection.work(day, halfOf(connection)));
  const afternoons = connections.map(async (connection, nth) => {
    await mornings[nth];
    await connection.work(day, halfOf(connection));
  });
  await Promise.all([...afternoons, Promise.race(mornings).then(() => snapshots.take(day))]);
}

/** Moves the clock, for the whole server where an API is in front of it, and lets people come and go. */
async function newDay(
  { api }: SoakOptions,
  owner: postgres.Sql,
  today: string,
  { people }: Day,
): Promise<Day> {
  const clock = clockOf(today);
  if (api !== null) {
    await owner.unsafe(`alter system set "app.clock" = '${clock}'`);
    await owner`select pg_reload_conf()`;
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
  }
  // As autovacuum does overnight: these nights are too short for it.
  await owner`analyze`;
  return await owner.begin(async (sql) => {
    await sql`select set_config('app.clock', ${clock}, true)`;
    const contractor = await beginDay(sql as unknown as postgres.Sql, today);
    return { today, clock, people: { ...people, contractor } };
  });
}

/** Rows that are there before anybody works. */
async function openBooks(owner: postgres.Sql, books: Books): Promise<void> {
  const read = async (table: string) => {
    const rows = await owner.unsafe<{ row: Record<string, unknown> }[]>(
      `select to_jsonb(row) as row from ${table} as row`,
    );
    return rows.map(({ row }) => row);
  };
  books.setTime(await read("time_entries"));
  books.send(await read("invoices"));
}

/** Takes the database's word for time of which nobody outside can know how it stands. */
async function adoptTime(
  owner: postgres.Sql,
  books: Books,
  unsure: ReadonlySet<string>,
): Promise<void> {
  if (unsure.size === 0) return;
  const rows = await owner<{ row: Record<string, unknown> }[]>`
    select to_jsonb(entry) as row from time_entries as entry
     where id::text = any (${[...unsure]}) or concat_ws(' ', assignment_id, work_date) = any (${[
    ...unsure,
  ]})`;
  const known = [...books.time].filter(([id, { assignment, day }]) =>
    unsure.has(id) || unsure.has(`${assignment} ${day}`)
  );
  books.removeTime(known.map(([id]) => id));
  books.setTime(rows.map(({ row }) => row));
}

async function deadlocksOf(owner: postgres.Sql): Promise<number> {
  const [database] = await owner<[{ deadlocks: number }]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return database.deadlocks;
}
