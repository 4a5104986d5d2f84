import type postgres from "postgres";
import type { Findings } from "./findings.ts";

/** Tables that an admin of this project may close to whoever reads them. */
export async function ownTables(sql: postgres.TransactionSql): Promise<Pick<Findings, "toKnow">> {
  const tables = await sql<{ name: string }[]>`
    select relname as name
      from pg_catalog.pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
     order by relname`;
  if (tables.length === 0) return { toKnow: [] };
  return {
    toKnow: [
      "New tables in public get row level security with their creation. Its procedure rls_auto_enable " +
      `turns it on for these too, and who reads them then needs a policy: ${
        tables.map(({ name }) => name).join(", ")
      }.`,
    ],
  };
}
