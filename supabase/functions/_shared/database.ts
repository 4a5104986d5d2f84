import postgres from "postgres";

/**
 * A database client for one run: connects at the first query. The second connection is for what has to be
 * said after the first was lost. Works behind a transaction pooler too.
 *
 * @param url a postgres:// URL
 */
export function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 2,
    prepare: false,
    connect_timeout: 10,
    idle_timeout: 20,
    onnotice: () => {},
  });
}

/**
 * Runs work on a client of its own and closes it. One that outlived its work would hand the error of a lost
 * connection to whoever comes next (postgres.js keeps it).
 *
 * @param url a postgres:// URL
 * @param work gets the client
 */
export async function withDatabase<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = connect(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
}
