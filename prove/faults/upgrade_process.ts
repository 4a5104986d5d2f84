// Brings a database up to the migrations of a folder, in a process that can be killed.
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";

const [url = "", folder = ""] = Deno.args;

await withConnection(url, (sql) => applyMigrations(sql, folder));
