import { applyBase } from "../../stack/base.ts";
import { withConnection, withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { rebuildRelease } from "../releases/firm.ts";
import type { Release } from "../releases/released.ts";

/** Undoes what was tried. */
class Undo extends Error {}

/**
 * Relations of ours that a migration locks more strongly than a read does, as the server says after it was
 * tried on the demo firm of the release before: what it alters, drops or writes to, and what that reaches.
 * Empty where it does not apply.
 *
 * @param serverUrl a server for scratch databases, as its superuser
 * @param root the project's folder
 * @param name of the scratch database
 */
export async function relationsLockedBy(
  text: string,
  release: Release,
  { serverUrl, root, name }: { serverUrl: string; root: string; name: string },
): Promise<string[]> {
  return await withScratchDatabase(serverUrl, name, applyBase, async (url) => {
    await rebuildRelease(url, root, release);
    return await withConnection(url, async (sql) => {
      let locked: string[] = [];
      await sql.begin(async (transaction) => {
        const relations = await transaction<{ oid: number; name: string }[]>`
          select class.oid, schema.nspname || '.' || class.relname as name
            from pg_class as class join pg_namespace as schema on schema.oid = class.relnamespace
           where schema.nspname in ('public', 'private') and class.relkind in ('r', 'p', 'v')`;
        await transaction.unsafe(text);
        const held = await transaction<{ relation: number }[]>`
          select distinct relation from pg_locks
           where pid = pg_backend_pid() and locktype = 'relation' and mode <> 'AccessShareLock'`;
        const oids = new Set(held.map(({ relation }) => relation));
        locked = relations.filter(({ oid }) => oids.has(oid)).map(({ name }) => name).sort();
        throw new Undo();
      }).catch((error) => {
        // Whoever tries the migration out is told why it does not apply.
        if (!(error instanceof Undo)) locked = [];
      });
      return locked;
    });
  });
}
