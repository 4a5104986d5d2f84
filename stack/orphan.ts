import { join } from "node:path";

const FAST_SHUTDOWN_MS = 10_000;
const POLL_MS = 50;

/**
 * Ends a PostgreSQL that a killed stack left running on this data directory, and clears the
 * lock file of one that is gone. Only a process that is PostgreSQL on this very directory is
 * touched: after a restart of the machine its number may belong to anyone.
 *
 * @returns whether one was running.
 */
export async function stopOrphanedPostgres(dataDir: string): Promise<boolean> {
  const lockFile = join(dataDir, "postmaster.pid");
  const text = await Deno.readTextFile(lockFile).catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid < 2) return false;
  if (!await isPostgresOn(pid, dataDir)) {
    await Deno.remove(lockFile).catch(() => {});
    return false;
  }
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      Deno.kill(pid, signal);
    } catch {
      return true;
    }
    const deadline = Date.now() + FAST_SHUTDOWN_MS;
    while (Date.now() < deadline) {
      if (!await isPostgresOn(pid, dataDir)) return true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return true;
}

/** Whether this process is a PostgreSQL server whose data directory is `dataDir`. */
async function isPostgresOn(pid: number, dataDir: string): Promise<boolean> {
  const command = await commandLine(pid);
  const resolved = await Deno.realPath(dataDir).catch(() => dataDir);
  return /\bpostgres\b/.test(command) &&
    (command.includes(dataDir) || command.includes(resolved));
}

async function commandLine(pid: number): Promise<string> {
  try {
    return (await Deno.readTextFile(`/proc/${pid}/cmdline`)).replaceAll("\0", " ");
  } catch {
    if (Deno.build.os === "linux") return "";
  }
  const ps = new Deno.Command("ps", { args: ["-o", "command=", "-p", String(pid)] });
  return new TextDecoder().decode((await ps.output()).stdout);
}
