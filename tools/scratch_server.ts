import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyBase } from "../stack/base.ts";
import { startPostgres } from "../stack/postgres.ts";
import { loadSchemaTree, readSchemaTree } from "../stack/schema/tree.ts";
import { withConnection } from "../stack/schema/scratch_database.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Hands over a server of its own that is gone afterwards. It has the roles and settings of
 * `stack/supabase_base.sql`, in its database `postgres` the objects too.
 *
 * @param work gets the URL of that database, as its superuser
 */
export async function withScratchServer<Result>(
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-scratch-" });
  try {
    const server = await startPostgres({
      dataDir: join(directory, "postgres"),
      flags: { fsync: "off" },
    });
    try {
      await withConnection(server.url, applyBase);
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Hands over a database that holds the source tree of the schema and nothing else. */
export async function withSchemaTree(work: (url: string) => Promise<void>): Promise<void> {
  const files = await readSchemaTree(ROOT);
  await withScratchServer(async (url) => {
    await withConnection(url, (sql) => loadSchemaTree(sql, files));
    await work(url);
  });
}
