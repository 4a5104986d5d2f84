/** The firm of the matrix on a primary, and on the standby that follows it. */
import { join } from "node:path";
import postgres from "postgres";
import { newUsers, type Users } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { setClock, TEMPLATE } from "../../../support/server/database.ts";
import { withReplica } from "../../../support/server/replica.ts";
import { prepareTemplate } from "../../../support/server/template.ts";
import { type ExampleCall, exampleCalls } from "./example_calls.ts";
import { type Rest, startRestOn } from "./rest_on.ts";

/** Both sides answer of the same moment. */
const CLOCK = "2026-06-15 18:00:00+00";

/** One of the two servers, with the firm. */
export interface Side {
  /** As the superuser. */
  readonly sql: postgres.Sql;
  readonly url: string;
  readonly rest: Rest;
}

/** Both, and what there is to call. */
export interface ReplicatedFirm {
  readonly primary: Side;
  readonly standby: Side;
  readonly users: Users;
  readonly calls: readonly ExampleCall[];
  /** Waits until the standby has all that was committed. */
  caughtUp(): Promise<void>;
}

/** Runs work on them. Everything came to the standby by streaming, the schema too. */
export async function withReplicatedFirm(
  work: (firm: ReplicatedFirm) => Promise<void>,
): Promise<void> {
  await withReplica(async (servers) => {
    await prepareTemplate(servers.primary.url);
    await using parts = new AsyncDisposableStack();
    const directory = await Deno.makeTempDir({ prefix: "staffing-replica-" });
    parts.defer(() => Deno.remove(directory, { recursive: true }));
    const [url, standbyUrl] = [databaseOf(servers.primary.url), databaseOf(servers.standby.url)];
    const admin = postgres(url, { max: 1 });
    await setClock(admin, TEMPLATE, CLOCK);
    await admin.unsafe(`alter role authenticator password '${new URL(url).password}'`);
    await admin.end();

    const side = async (ownUrl: string): Promise<Side> => {
      const sql = postgres(ownUrl, { max: 4, onnotice: () => {} });
      parts.defer(() => sql.end({ timeout: 1 }));
      const rest = await startRestOn(ownUrl, url, join(directory, "keys.json"));
      parts.defer(() => rest.close());
      return { sql, url: ownUrl, rest };
    };
    const primary = await side(url);
    await servers.caughtUp();
    const standby = await side(standbyUrl);
    const users = newUsers();
    await prepareFirm(primary.sql, users);
    const calls = await exampleCalls(primary.sql, primary.rest.keys.jwtSecret);
    await servers.caughtUp();
    await work({ primary, standby, users, calls, caughtUp: servers.caughtUp });
  });
}

function databaseOf(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  return url.href;
}
