import { withDatabase } from "../../../support/server/database.ts";
Deno.test("guarantees/load", () => withDatabase(async ({ sql }) => { await sql`select 1`; }));
