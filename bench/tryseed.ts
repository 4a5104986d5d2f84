import postgres from "postgres";
import { openDatabases } from "./databases.ts";
import { startBenchServer } from "./server.ts";
await using parts = new AsyncDisposableStack();
const server = await startBenchServer(parts);
const dbs = await openDatabases(server.url);
await using db = await dbs.fresh(async () => {});
const sql = postgres(db.url, { max: 1, onnotice: () => {} });
try {
  await sql.unsafe(await Deno.readTextFile(new URL("../supabase/seed.sql", import.meta.url)));
  await sql`reset all`;
  for (const q of Deno.args) console.log(await sql.unsafe(q));
} catch (error) {
  console.log(error);
}
await sql.end();
