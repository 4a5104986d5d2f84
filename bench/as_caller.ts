import type postgres from "postgres";
import { timed } from "./measure.ts";

/** Times a read as PostgREST does it: role and claims set for the transaction, before the clock starts. */
export async function asCaller(
  sql: postgres.Sql,
  role: string,
  user: string | null,
  read: (sql: postgres.TransactionSql) => Promise<unknown>,
): Promise<number> {
  return await sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true),
                     set_config('role', ${role}, true)`;
    return await timed(() => read(sql));
  });
}
