import postgres from "postgres";

/**
 * A database client for one process: connects at the first query, holds one connection, lets it go
 * when idle. Works behind a transaction pooler too.
 *
 * @param url a postgres:// URL
 */
export function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    prepare: false,
    connect_timeout: 10,
    idle_timeout: 20,
    onnotice: () => {},
  });
}
