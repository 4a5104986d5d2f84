/** What the tables and views show, to each caller. */
import type postgres from "postgres";
import { CALLERS, identityOf, type Users } from "../../../support/access/callers.ts";

/** By caller and table or view: how many rows, and their digest; or the refusal. */
export async function shown(
  sql: postgres.Sql,
  users: Users,
): Promise<ReadonlyMap<string, string>> {
  const relations = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by relname`;
  const cells = CALLERS.flatMap((caller) => relations.map(({ name }) => ({ caller, name })));
  const answers = await Promise.all(cells.map(({ caller, name }) => {
    const { role, claims } = identityOf(caller, users);
    return sql.begin("read only", (sql) => [
      sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`,
      sql<{ said: string }[]>`
        select count(*) || ' rows, ' || coalesce(md5(string_agg(line::text, ',' order by line::text)), '') as said
          from public.${sql(name)} as line`,
    ]).then(([, rows]) => rows?.[0]?.said ?? "", (error: unknown) => String(error));
  }));
  return new Map(cells.map(({ caller, name }, n) => [`${caller} / ${name}`, answers[n] ?? ""]));
}
