import { join } from "node:path";
import postgres from "postgres";
import { TEMPLATE } from "../../tests/support/server/database.ts";
import { prepareTemplate } from "../../tests/support/server/template.ts";
import { startOwnStack } from "../own_stack.ts";
import type { Trial } from "../part.ts";

/** A server with the template that tests clone, for one mutant at a time. */
export interface Ground {
  readonly url: string;
  /** A directory for what the tests write. */
  readonly directory: string;
  /** Makes a function or a view anew in the template; false where it does not load. */
  readonly replace: (statement: string) => Promise<boolean>;
  /** Ends and drops what tests left that did not end. */
  readonly dropTestDatabases: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts a server whose template holds the source tree, and which counts calls of functions. */
export async function startGround(trial: Trial, name: string): Promise<Ground> {
  const directory = join(trial.directory, name);
  await Deno.mkdir(directory);
  const { dbUrl: url, stop } = await startOwnStack({ ...trial, directory }, "none");
  await prepareTemplate(url);
  await withConnection(url, async (sql) => {
    await sql`alter system set track_functions = 'all'`;
    await sql`select pg_reload_conf()`;
  });
  const template = new URL(url);
  template.pathname = TEMPLATE;
  return {
    url,
    directory,
    stop,
    replace: (statement) =>
      withConnection(template.href, async (sql) => {
        try {
          await sql.unsafe(statement);
          return true;
        } catch (error) {
          if (error instanceof postgres.PostgresError) return false;
          throw error;
        }
      }),
    dropTestDatabases: () =>
      withConnection(url, async (sql) => {
        const left = await sql<{ name: string }[]>`
          select datname as name from pg_database where datname like 'test\\_%'`;
        for (const { name } of left) {
          // What a mutant has it do may take longer to notice its end than the five seconds of "force".
          await sql`
            select pg_terminate_backend(pid, ${60_000}) from pg_stat_activity where datname = ${name}`;
          await sql`drop database ${sql(name)} with (force)`;
        }
      }),
  };
}

async function withConnection<Result>(
  url: string,
  act: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await act(sql);
  } finally {
    await sql.end();
  }
}
