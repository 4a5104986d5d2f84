import postgres from "postgres";
import { prepareFirm } from "../../tests/support/access/firm/firm.ts";
import { TEMPLATE } from "../../tests/support/server/database.ts";
import { readErrorsPage } from "../errors_page.ts";
import { addFormerAdmin, sqlCallers } from "./callers.ts";
import type { SqlGround } from "./sql.ts";
import { readSurface } from "./surface.ts";
import { grantedTo, whoMayCall } from "./who.ts";

/** The day on which all calls in SQL are made. */
export const TODAY = "2026-03-20";

/** Makes a database with the firm of the matrix in it, out of the template of a server. */
export async function sqlGround(serverUrl: string, name: string, seed: number): Promise<SqlGround> {
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name} template ${TEMPLATE}`);
  await server.unsafe(`alter database ${name} set app.clock = '${TODAY} 18:00:00+00'`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    const firm = await prepareFirm(sql);
    await addFormerAdmin(sql);
    await sql`analyze`;
    const surface = await readSurface(sql);
    const knowledge = {
      firm,
      who: whoMayCall(surface.functions),
      granted: await grantedTo(),
      explanations: await readErrorsPage(),
    };
    return { url: url.href, seed, surface, knowledge, callers: sqlCallers(firm) };
  } finally {
    await sql.end();
  }
}
