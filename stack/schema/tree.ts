import { join } from "node:path";
import type postgres from "postgres";
import { parse } from "smol-toml";
import { z } from "zod";
import { explain } from "./migrations.ts";
import { StackError } from "../stack_error.ts";

/** A file of the source tree. */
export interface SchemaFile {
  /** From the project's root, such as `supabase/schemas/billing/tables.sql`. */
  readonly path: string;
  readonly text: string;
}

const Config = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()).min(1) }) }),
});

/** Names of later files may stand in function bodies; they are checked once all is there. */
export const BEFORE_TREE = "set local check_function_bodies = off;";

/** PostgreSQL's own check of every function body, which BEFORE_TREE put off. */
export const AFTER_TREE = `set local check_function_bodies = on;
select case language.lanname
           when 'sql' then pg_catalog.fmgr_sql_validator(function.oid)
           when 'plpgsql' then pg_catalog.plpgsql_validator(function.oid)
       end
  from pg_catalog.pg_proc as function
  join pg_catalog.pg_language as language on language.oid = function.prolang
 where function.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
   and language.lanname in ('sql', 'plpgsql')
 order by function.oid;`;

/**
 * The source tree of the schema, in the order that `[db.migrations] schema_paths` of
 * `supabase/config.toml` gives.
 *
 * @param root the project's folder
 */
export async function readSchemaTree(root: string): Promise<SchemaFile[]> {
  const config = Config.parse(parse(await Deno.readTextFile(join(root, "supabase/config.toml"))));
  const paths = config.db.migrations.schema_paths.map((path) => join("supabase", path));
  return await Promise.all(paths.map(async (path) => ({
    path,
    text: await Deno.readTextFile(join(root, path)),
  })));
}

/**
 * Loads the source tree into a database that has none of it, in one transaction.
 *
 * @param remember what else is written in that transaction
 * @throws StackError for the first file that fails, naming it, the line and the server's message.
 */
export async function loadSchemaTree(
  sql: postgres.Sql,
  files: readonly SchemaFile[],
  remember: (transaction: postgres.TransactionSql) => Promise<void> = async () => {},
): Promise<void> {
  await sql.begin(async (transaction) => {
    const steps = [
      { path: "loading", text: BEFORE_TREE },
      ...files,
      { path: "the check of function bodies", text: AFTER_TREE },
    ];
    for (const { path, text } of steps) {
      try {
        await transaction.unsafe(text);
      } catch (error) {
        throw new StackError(`${path} failed${explain(error, text)}. Nothing of the tree is kept.`);
      }
    }
    await remember(transaction);
  });
}
