import postgres from "postgres";
import { isOnThisMachine } from "./this_machine.ts";

/**
 * A database client for one run: connects at the first query. The second connection is for what has to be
 * said after the first was lost. Works behind a transaction pooler too.
 *
 * `sslmode` in the URL decides about TLS. Without it a database elsewhere is spoken to by TLS or not at
 * all, as `sslmode=require` does; one on this machine, or among its containers, as it comes.
 *
 * @param url a postgres:// URL
 * @param onnotice gets what the server says beside its answers
 * @throws {TypeError} it is none; the message does not quote it
 */
export function connect(
  url: string,
  onnotice: (notice: postgres.Notice) => void = () => {},
): postgres.Sql {
  const options = {
    max: 2,
    prepare: false,
    connect_timeout: 10,
    idle_timeout: 20,
    onnotice,
    ...(saysTls(url) || staysHere(url) ? {} : { ssl: "require" as const }),
  };
  try {
    return postgres(url, options);
  } catch {
    throw new TypeError(
      "The database's address is not a URL; encode what is special in the password.",
    );
  }
}

function saysTls(url: string): boolean {
  return /[?&]ssl(?:mode|rootcert)?=/.test(url);
}

/** True if all hosts of a URL are sockets, this machine or its containers. */
function staysHere(url: string): boolean {
  const hosts = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(url)?.[1]?.split(",") ?? [];
  return hosts.every((host) => {
    const name = host.replace(/:\d*$/, "").replace(/^\[(.*)\]$/, "$1");
    return /^%2f/i.test(name) || isOnThisMachine(name);
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
