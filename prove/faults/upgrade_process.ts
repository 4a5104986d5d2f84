// Brings a database up to the migrations of this project, in a process that can be killed.
import { fileURLToPath } from "node:url";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

await withConnection(Deno.args[0] ?? "", (sql) => applyMigrations(sql, MIGRATIONS));
