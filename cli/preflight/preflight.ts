import type postgres from "postgres";
import { collisions } from "./collisions.ts";
import { type Database, readDatabase } from "./database.ts";
import { eventTriggers } from "./event_triggers.ts";
import { type Findings, joined, NOTHING, textOf } from "./findings.ts";
import { hasDraft, historyFindings, unrecorded } from "./history.ts";
import { ownTables } from "./own_tables.ts";
import { ownViews } from "./own_views.ts";
import { type MigrationFile, type Plan, planOf } from "./plan.ts";
import { privateSchema } from "./private_schema.ts";
import { rights } from "./rights.ts";
import { scheduled } from "./scheduled.ts";

/** Result of a look at a database. */
export interface Outcome {
  readonly text: string;
  readonly isClear: boolean;
}

/**
 * Looks for all that the next migrations of a clone would meet in a database. Writes nothing.
 *
 * @param sql as whoever would apply the migrations
 * @param files the clone's migrations
 */
export async function preflight(
  sql: postgres.Sql,
  files: readonly MigrationFile[],
): Promise<Outcome> {
  return await sql.begin("isolation level repeatable read read only", async (sql) => {
    const database = await readDatabase(sql);
    const plan = planOf(files, database.history);
    const { inTheWay, toKnow } = await findingsOf(sql, plan, database, files);
    const parts = [
      `Database ${database.name}, PostgreSQL ${database.serverVersion}, as ${database.user}.\n` +
      `Installed: ${plan.installed ?? "nothing of this project"}. ` +
      `To be applied: ${plan.coming.join(", ") || "nothing"}.`,
      ...toKnow.map((note) => `To know: ${note}`),
      ...(inTheWay.length === 0
        ? ["Nothing is in the way."]
        : ["In the way:", textOf(inTheWay), "Nothing was written."]),
    ];
    return { text: parts.join("\n\n"), isClear: inTheWay.length === 0 };
  });
}

async function findingsOf(
  sql: postgres.TransactionSql,
  plan: Plan,
  database: Database,
  files: readonly MigrationFile[],
): Promise<Findings> {
  if (database.isEmbeddedStack) {
    return { ...NOTHING, toKnow: ["`deno task start` keeps the schema of this database."] };
  }
  const history = historyFindings(files, database);
  const here = unrecorded(plan, database);
  const before = { inTheWay: [...history, ...here, ...await rights(sql, plan, database)] };
  // Of a draft, and of what is not recorded, nobody knows which objects are this project's.
  if (hasDraft(database) || here.length > 0) return joined(before);
  return joined(
    before,
    { inTheWay: collisions(plan, database) },
    ...(plan.installed === null
      ? [await privateSchema(sql), await eventTriggers(sql), await ownTables(sql)]
      : []),
    { inTheWay: await scheduled(sql, plan) },
    { inTheWay: await ownViews(sql, plan) },
  );
}
