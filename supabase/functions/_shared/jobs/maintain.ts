import type postgres from "postgres";
import { InvalidJobOptionError, type JobOptions, recordRun } from "./job_run.ts";
import { inTransaction } from "./transaction.ts";

/** Options of {@link maintain}. */
export interface MaintainOptions extends JobOptions {
  /** Rows forgotten in one transaction. Default 10,000. */
  readonly batchSize?: number | undefined;
  /** No further transaction starts after so many milliseconds. Default 100,000, below any function's limit. */
  readonly timeBudget?: number | undefined;
  /** Waits before the log is asked for again. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Result of a run of maintain. A type, not an interface, so that it is also a plain JSON record. */
export type MaintainCounts = {
  /** Partitions of the audit log that were made ahead. */
  made: number;
  /** Changes of the log that were archived. */
  archived: number;
  /** Partitions of the log that were taken away, all of their changes being archived. */
  detached: number;
  /** Rows that went because their retention is over. */
  forgotten: number;
  /** Sent invoices and closed batches whose weeks were summed up, for gross profit. */
  summed: number;
  /** Work that is left: the time was up, or others were at the log for too long. */
  remaining: number;
};

/** Kinds of records that are forgotten; recent_log says what is archived. */
const KINDS = [
  "log",
  "outbox",
  "invitations",
  "job_runs",
  "handovers",
  "drafts",
  "credentials",
  "plans",
] as const;
/** Sums of weeks, and how many invoices or batches one transaction sums up. */
const SUMS = [
  { sum: "sum_up_invoices", unsummed: "unsummed_invoices", most: 500 },
  { sum: "sum_up_batches", unsummed: "unsummed_batches", most: 5 },
] as const;
/** As many as there are. */
const ALL = 2_147_483_647;
/** For the log's lock, of half a second each. */
const TRIES = 10;

/**
 * Keeps the database as small as it may be: makes the audit log's partitions for two years ahead,
 * archives the months that are older than `recent_log`, each in its own transaction, takes their
 * partitions away, and forgets what is older than `retention` says. Then it sums up what was sent and
 * closed, so that gross profit need not read its lines. Whoever writes the log waits for a new
 * partition, and for one that goes, half a second at most; then it is tried again.
 *
 * Source of the rules: docs/log.md.
 *
 * @param sql a connection as the owner of the tables
 * @param options today, dry run, and how the work is cut up
 * @throws {InvalidJobOptionError} the batch size or today is malformed
 * @throws {JobFailedError} the run failed; what earlier transactions did stays
 */
export async function maintain(
  sql: postgres.Sql,
  options: MaintainOptions = {},
): Promise<MaintainCounts> {
  const { batchSize = 10_000, timeBudget = 100_000 } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new InvalidJobOptionError("batchSize", "a whole number, at least 1");
  }
  return await recordRun(sql, "maintain", options, async (today) => {
    if (options.dryRun) return await wouldDo(sql, today);
    const work: Work = {
      sql,
      today,
      batchSize,
      deadline: performance.now() + timeBudget,
      pause: options.pause ?? randomPause,
    };
    const made = await whenFree(
      work,
      (sql) => sql<[{ made: number }]>`select private.add_log_months(${today}::text::date) as made`,
    );
    const { archived, detached, left } = await archiveMonths(work);
    const { forgotten, more } = await forget(work);
    const { summed, unsummed } = await sumUp(work);
    return {
      made: made?.[0].made ?? 0,
      archived,
      detached,
      forgotten,
      summed,
      remaining: (made === null ? 1 : 0) + left + more + unsummed,
    };
  });
}

interface Work {
  readonly sql: postgres.Sql;
  readonly today: string;
  readonly batchSize: number;
  readonly deadline: number;
  readonly pause: () => Promise<void>;
}

function randomPause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200 + 800 * Math.random()));
}

const isOver = ({ deadline }: Work) => performance.now() >= deadline;

/** Does what waits for the log, again after a pause while others are at it; null where they stay at it. */
async function whenFree<Result>(
  work: Work,
  step: (sql: postgres.ISql) => Promise<Result>,
): Promise<Result | null> {
  for (let tries = 1;; tries++) {
    try {
      return await inTransaction(work.sql, step);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === TRIES || isOver(work)) return null;
      await work.pause();
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

/** Archives what is due, the oldest first: each month follows from the one before. */
async function archiveMonths(work: Work) {
  const { sql, today } = work;
  const due = await sql<{ name: string }[]>`
    select name from private.log_months_to_archive(${today}::text::date)`;
  let [archived, detached] = [0, 0];
  for (const [place, { name }] of due.entries()) {
    const left = { archived, detached, left: due.length - place };
    for (;;) {
      if (isOver(work)) return left;
      const [month] = await sql<[{ rows: number | null }]>`
        select private.archive_next_month(${name}) as rows`;
      if (month.rows === null) break;
      archived += month.rows;
      left.archived = archived;
    }
    const gone = await whenFree(
      work,
      (sql) => sql<[{ taken: boolean }]>`select private.detach_log_month(${name}) as taken`,
    );
    if (gone === null) return left;
    // Of two runs at once one took it away.
    if (gone[0].taken) detached++;
  }
  return { archived, detached, left: 0 };
}

/** Forgets what is over. Kinds whose rows are many go some at a time. */
async function forget(work: Work) {
  let [forgotten, more] = [0, 0];
  for (const kind of KINDS) {
    for (let rows = work.batchSize; rows >= work.batchSize;) {
      if (isOver(work)) {
        more++;
        break;
      }
      rows = await forgetSome(work.sql, kind, work);
      forgotten += rows;
    }
  }
  return { forgotten, more };
}

async function forgetSome(
  sql: postgres.ISql,
  kind: typeof KINDS[number],
  { today, batchSize }: Pick<Work, "today" | "batchSize">,
): Promise<number> {
  const [gone] = await sql<[{ rows: number }]>`
    select private.forget(${kind}, ${today}::text::date, ${batchSize}) as rows`;
  return gone.rows;
}

/** Sums up the weeks of what was sent and closed since, some invoices or batches at a time. */
async function sumUp(work: Work) {
  let [summed, unsummed] = [0, 0];
  for (const { sum, most } of SUMS) {
    for (let rows: number = most; rows >= most;) {
      if (isOver(work)) {
        unsummed++;
        break;
      }
      rows = await sumUpSome(work.sql, sum, most);
      summed += rows;
    }
  }
  return { summed, unsummed };
}

async function sumUpSome(
  sql: postgres.ISql,
  sum: typeof SUMS[number]["sum"],
  most: number,
): Promise<number> {
  const [kept] = await sql<[{ rows: number }]>`select ${sql(`private.${sum}`)}(${most}) as rows`;
  return kept.rows;
}

/** Counts of a run that changes nothing: what would go is deleted, counted and put back; sums are not made. */
async function wouldDo(sql: postgres.Sql, today: string): Promise<MaintainCounts> {
  const [log] = await sql<
    [Omit<MaintainCounts, "archived" | "forgotten" | "summed"> & { names: string[] }]
  >`
    select (select count(*)::int from private.missing_log_months(${today}::text::date)) as made,
           count(*)::int as detached, 0 as remaining, coalesce(array_agg(due.name), '{}') as names
      from private.log_months_to_archive(${today}::text::date) as due`;
  let archived = 0;
  for (const name of log.names) {
    const [month] = await sql<[{ rows: number }]>`
      select count(*)::int as rows from ${sql(`private.${name}`)}`;
    archived += month.rows;
  }
  let summed = 0;
  for (const { unsummed } of SUMS) {
    const [kept] = await sql<[{ rows: number }]>`
      select count(*)::int as rows from ${sql(`private.${unsummed}`)}`;
    summed += kept.rows;
  }
  let forgotten = 0;
  const undone = new Error("A dry run changes nothing.");
  await inTransaction(sql, async (transaction) => {
    for (const kind of KINDS) {
      forgotten += await forgetSome(transaction, kind, { today, batchSize: ALL });
    }
    throw undone;
  }).catch((error) => {
    if (error !== undone) throw error;
  });
  const { made, detached, remaining } = log;
  return { made, archived, detached, forgotten, summed, remaining };
}
