import type postgres from "postgres";

/**
 * Runs work in one transaction. Like `sql.begin`, except that it never speaks again to a connection that
 * was lost: postgres.js then throws where nobody can catch it, which ends the process
 * (https://github.com/porsager/postgres/issues/1154).
 *
 * @param sql a connection
 * @param work gets the connection that is inside the transaction; throwing rolls back
 */
export async function inTransaction<Result>(
  sql: postgres.Sql,
  work: (sql: postgres.ISql) => Promise<Result>,
): Promise<Result> {
  const connection = await sql.reserve();
  try {
    const result = await transactionOn(connection, work);
    connection.release();
    return result;
  } catch (error) {
    if (!wasLost(error)) connection.release();
    throw error;
  }
}

/** As {@link inTransaction}, on a connection that is reserved already and stays so. */
export async function transactionOn<Result>(
  connection: postgres.ReservedSql,
  work: (sql: postgres.ISql) => Promise<Result>,
): Promise<Result> {
  try {
    await connection`begin`;
    const result = await work(connection);
    await connection`commit`;
    return result;
  } catch (error) {
    if (!wasLost(error)) await connection`rollback`;
    throw error;
  }
}

/** Errors of postgres.js itself and of the operating system carry a code, as those of the server do. */
function wasLost(error: unknown): boolean {
  return error instanceof Error && error.name !== "PostgresError" && "code" in error;
}
