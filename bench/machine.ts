import { cpus, totalmem } from "node:os";
import postgres from "postgres";
import { SETTINGS } from "./server.ts";

const GIB = 2 ** 30;

/** On what the figures were measured: machine, versions, the server's settings. */
export async function describeMachine(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1 });
  const [{ version }] = await sql<[{ version: string }]>`
    select current_setting('server_version') as version`;
  await sql.end();
  const cores = cpus();
  const load = Deno.loadavg()[0]?.toFixed(1);
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`).join(" ");
  return [
    `${cores.length} × ${cores[0]?.model ?? "unknown processor"}, ${
      (totalmem() / GIB).toFixed(0)
    } GiB, ${Deno.build.os} ${Deno.osRelease()}, load before the run ${load}`,
    `PostgreSQL ${version}, Deno ${Deno.version.deno}, jobs and database on this machine`,
    `server settings, also for the floors: ${settings}`,
  ].join("\n");
}
