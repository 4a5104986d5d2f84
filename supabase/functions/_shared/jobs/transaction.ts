import postgres from "postgres";

/**
 * Runs work on a connection of its own, which refuses whatever is said to it after it was lost:
 * postgres.js writes to such a connection all the same and throws where nobody can catch it, which ends
 * the process (https://github.com/porsager/postgres/issues/1154).
 *
 * @param sql a client, which says where to connect
 * @param work gets the connection
 * @throws {SessionLostError} the work spoke to the connection after it was lost
 */
export async function withSession<Result>(
  sql: postgres.Sql,
  work: (session: postgres.ISql) => Promise<Result>,
): Promise<Result> {
  let isLost = false;
  const onclose = () => {
    isLost = true;
  };
  // A client of one connection, so that it is this one that closed; postgres.js takes back its options so for `listen`.
  const options = sql.options as unknown as postgres.Options<Record<string, never>>;
  const client = postgres({ ...options, max: 1, onclose });
  try {
    const connection = await client.reserve();
    return await work(
      new Proxy(connection, {
        apply: (query, self, values) => {
          if (isLost) throw new SessionLostError();
          return Reflect.apply(query, self, values);
        },
      }),
    );
  } finally {
    await client.end({ timeout: 0 });
  }
}

/** The database ended the session, or the network did; nothing more is said on it. */
export class SessionLostError extends Error {
  override name = "SessionLostError";
  /** As the errors of postgres.js have one. */
  readonly code = "CONNECTION_CLOSED";

  constructor() {
    super("The connection to the database was lost.");
  }
}

/**
 * Runs work in one transaction, on a session of its own.
 *
 * @param sql a client, which says where to connect
 * @param work gets the connection that is inside the transaction; throwing rolls back
 */
export async function inTransaction<Result>(
  sql: postgres.Sql,
  work: (sql: postgres.ISql) => Promise<Result>,
): Promise<Result> {
  return await withSession(sql, (session) => transactionOn(session, work));
}

/** Runs the last statement of a transaction and commits, in one round trip. */
export type Last = <Rows extends readonly postgres.Row[]>(
  statement: postgres.PendingQuery<Rows>,
) => Promise<Rows>;

/**
 * As {@link inTransaction}, on a session that is there already. It begins in one round trip with the first
 * statement of the work.
 *
 * @param work may end the transaction by `last`, and then does nothing more in it
 */
export async function transactionOn<Result>(
  session: postgres.ISql,
  work: (sql: postgres.ISql, last: Last) => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const last: Last = async (statement) => {
    isOver = true;
    // Where the statement fails, the commit is a rollback.
    const [rows] = await Promise.all([statement.execute(), session`commit`.execute()]);
    return rows;
  };
  try {
    const [, result] = await Promise.all([session`begin`.execute(), work(session, last)]);
    if (!isOver) await session`commit`;
    return result;
  } catch (error) {
    if (!isOver && !wasLost(error)) await session`rollback`;
    throw error;
  }
}

/** Errors of postgres.js itself and of the operating system carry a code, as those of the server do. */
function wasLost(error: unknown): boolean {
  return error instanceof Error && error.name !== "PostgresError" && "code" in error;
}
