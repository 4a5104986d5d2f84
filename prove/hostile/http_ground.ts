import postgres from "postgres";
import type { Stack } from "../../stack/stack.ts";
import { prepareFirm } from "../../tests/support/access/firm/firm.ts";
import { readErrorsPage } from "../errors_page.ts";
import { addFormerAdmin } from "./callers.ts";
import type { HttpGround } from "./http.ts";
import { httpCallers } from "./http_callers.ts";
import { readSurface } from "./surface.ts";
import type { Place } from "./values.ts";
import { whoMayCall } from "./who.ts";

/**
 * Puts the firm of the matrix beside the demo firm of a stack, and says how to call it.
 *
 * @param lasts how long it is called, in milliseconds
 */
export async function httpGround(
  stack: Stack,
  seed: number,
  lasts: number,
  postgrestBin: string | null,
): Promise<HttpGround> {
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
  const firm = await prepareFirm(sql);
  await addFormerAdmin(sql);
  const surface = await readSurface(sql);
  const { secretKey, jwtSecret, signingKey, cronSharedSecret, databasePassword } = stack.keys;
  const privateKey = signingKey === null ? [] : [signingKey.d];
  return {
    baseUrl: stack.url,
    seed,
    sql,
    firm,
    surface,
    callers: httpCallers(stack.keys, firm.users, lasts),
    knowledge: {
      who: whoMayCall(surface.functions),
      explanations: await readErrorsPage(),
      secrets: [secretKey, jwtSecret, ...privateKey, cronSharedSecret, databasePassword],
      isPostgrest: postgrestBin !== null,
      lists: new Map([
        ...surface.functions.map(({ name, arguments: all }) => [name, listsAmong(all)] as const),
        ...surface.relations.map(({ name, columns }) => [name, listsAmong(columns)] as const),
      ]),
    },
  };
}

function listsAmong(places: readonly Place[]): string[] {
  return places.filter(({ type }) => type.endsWith("[]")).map(({ name }) => name);
}
