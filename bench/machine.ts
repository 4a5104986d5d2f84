import { cpus, totalmem } from "node:os";
import postgres from "postgres";
import { SETTINGS } from "./server.ts";

const GIB = 2 ** 30;

/** Surroundings in which the figures are measured. */
export interface Machine {
  /** Cores and memory, and whether what the server's processes share is in huge pages. */
  readonly hardware: string;
  /** Version of PostgreSQL. */
  readonly postgres: string;
  /** Load a core, of the minute before. */
  readonly load: number;
}

/** The machine as it is before the run. */
export async function machineOf(serverUrl: string): Promise<Machine> {
  const sql = postgres(serverUrl, { max: 1 });
  const [{ version, pages }] = await sql<[{ version: string; pages: string }]>`
    select current_setting('server_version') as version, current_setting('huge_pages_status') as pages`;
  await sql.end();
  const cores = cpus();
  const memory = (totalmem() / GIB).toFixed(0);
  return {
    hardware: `${cores.length} × ${cores[0]?.model ?? "unknown processor"}, ${memory} GiB` +
      (pages === "on" ? ", huge pages" : ""),
    postgres: version,
    load: (Deno.loadavg()[0] ?? NaN) / cores.length,
  };
}

/** On what the figures were measured: machine, versions, the server's settings. */
export function describeMachine({ hardware, postgres, load }: Machine): string {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`).join(" ");
  return [
    `${hardware}, ${Deno.build.os} ${Deno.osRelease()}, load before the run ${
      load.toFixed(2)
    } a core`,
    `PostgreSQL ${postgres}, Deno ${Deno.version.deno}, jobs and database on this machine`,
    `server settings, also for the floors: ${settings}`,
  ].join("\n");
}
