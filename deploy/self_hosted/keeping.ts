/** Commands that keep what an installation has: a backup, and the way back. */
import { StackError } from "../../stack/stack_error.ts";
import { restoreDump, takeBackup } from "./backups.ts";
import type { Facts } from "./environments.ts";
import { claim, install, type Installation, startDatabase } from "./installation.ts";
import { functionNames } from "./release.ts";
import { Started } from "./started.ts";
import { stopUnits } from "./systemd.ts";
import { servicesOf } from "./services.ts";

/** Takes a backup of an installation that runs. */
export async function backUp({ places, log }: Installation): Promise<void> {
  log(await takeBackup(places));
}

/**
 * Makes the database what a dump has, and serves it. Of a plain user nothing may run meanwhile, and `up` serves it.
 *
 * @throws StackError saying what is wrong; the database is then what it was.
 */
export async function restore(
  installation: Installation,
  dump: string,
  signal: AbortSignal,
): Promise<void> {
  const { under, settings, places, keys, files, log } = installation;
  await Deno.stat(dump).catch(() => {
    throw new StackError(`${dump} is not there.`);
  });
  using _claim = await claim(installation);
  await using parts = new AsyncDisposableStack();
  const database = await startDatabase(installation, new Started(places, files), parts);
  const facts: Facts = { settings, places, keys, database };
  if (under === null) await stopUnits(servicesOf(facts, functionNames()));
  const former = await restoreDump(database, dump, log);
  if (former !== null) log(`the former database is ${former}: drop it once all is well`);
  log(`restored ${dump}`);
  if (under === null) await install(installation, signal);
}
