import postgres from "postgres";

/**
 * Makes a database beside others on a server, hands it over filled, and drops it afterwards. One of
 * the same name that a killed process left behind is dropped first.
 *
 * @param serverUrl any database of the server, as its superuser
 * @param name of the database
 * @param fill what it is to hold
 * @param work gets its URL
 */
export async function withScratchDatabase<Result>(
  serverUrl: string,
  name: string,
  fill: (sql: postgres.Sql) => Promise<unknown>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const drop = `drop database if exists "${name}" with (force)`;
  const url = new URL(serverUrl);
  url.pathname = name;
  await withConnection(serverUrl, async (server) => {
    await server.unsafe(drop);
    await server.unsafe(`create database "${name}"`);
  });
  try {
    await withConnection(url.href, fill);
    return await work(url.href);
  } finally {
    await withConnection(serverUrl, (server) => server.unsafe(drop));
  }
}

/** Does something with one connection to a database. */
export async function withConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
