/** Two transactions that meet: one waits for what the other holds. */
import type postgres from "postgres";
import { connectTo } from "../server/database.ts";

/**
 * Does the first in a transaction, begins the second while that is open, and commits once the second waits.
 *
 * @returns what becomes of the second; the second rejects this when it is refused
 * @throws Error when the second does not wait
 */
export async function interleave<T>(
  url: string,
  first: (sql: postgres.TransactionSql) => PromiseLike<unknown>,
  second: () => PromiseLike<T>,
): Promise<T> {
  const sql = connectTo(url);
  try {
    const outcomes: Promise<PromiseSettledResult<T>[]>[] = [];
    await sql.begin(async (transaction) => {
      await first(transaction);
      outcomes.push(Promise.allSettled([second()]));
      await waitUntilBlocked(sql);
    });
    const [outcome] = (await Promise.all(outcomes)).flat();
    if (outcome?.status !== "fulfilled") throw outcome?.reason;
    return outcome.value;
  } finally {
    await sql.end();
  }
}

/** Resolves once so many sessions of the database wait for a lock; one, unless said otherwise. */
export async function waitUntilBlocked(
  sql: Pick<postgres.Sql, "unsafe">,
  sessions = 1,
): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const blocked = await sql.unsafe(`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (blocked.length >= sessions) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("too few waited for a lock");
}
