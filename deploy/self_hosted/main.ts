// `deno task self-host`: installs, upgrades, backs up and restores an installation without Supabase (README.md here).
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { watchLauncher } from "../../stack/processes.ts";
import { messageOf, StackError } from "../../stack/stack_error.ts";
import { Files } from "./files.ts";
import { openInstallation, up } from "./installation.ts";
import { backUp, restore } from "./keeping.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task self-host --help` prints. */
const USAGE = `An installation of one's own, without Supabase.

deno task self-host up                installs this release, or upgrades to it; run again, it changes nothing
deno task self-host backup            a backup, as the timer makes them every night
deno task self-host restore FILE      the database out of a dump; the one that was there is kept beside it

  --under FOLDER       for a plain user, without systemd: everything lies below the folder, and
                       \`up\` stays, with all its processes, until it is told to stop
  --migrations FOLDER  migrations to apply in place of those of this release
  --help               this text

deploy/self_hosted/README.md leads from a bare Debian to the first invoice.
Exit code 0: done. 1: it failed. 2: the command was not understood.`;

class UsageError extends Error {}

const stopAsked = new AbortController();

async function main(): Promise<void> {
  // Services of other users read the programs and the console; what is secret says so itself.
  Deno.umask(0o022);
  const { values, positionals: [command, file, ...more] } = parsed();
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const log = (line: string) => console.log(line);
  const files = { up: 0, backup: 0, restore: 1 }[command ?? ""];
  if (files === undefined || (file === undefined ? 0 : 1 + more.length) !== files) {
    throw new UsageError("Say up, backup or restore FILE. See deno task self-host --help.");
  }
  const { under, migrations } = values;
  const installation = await openInstallation({
    under: under === undefined ? null : resolve(under),
    begins: command === "up",
    migrations: migrations === undefined ? null : resolve(migrations),
    files: new Files(log),
    log,
  });
  switch (command) {
    case "up":
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        Deno.addSignalListener(signal, () => stopAsked.abort());
      }
      watchLauncher(Deno.env.toObject(), () => stopAsked.abort());
      return await up(installation, stopAsked.signal);
    case "backup":
      return await backUp(installation);
    case "restore":
      return await restore(installation, resolve(file ?? ""), stopAsked.signal);
  }
}

function parsed() {
  try {
    return parseArgs({
      args: [...Deno.args],
      allowPositionals: true,
      options: {
        "under": { type: "string" },
        "migrations": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\nSee deno task self-host --help.`);
  }
}

try {
  await main();
  Deno.exit(0);
} catch (error) {
  if (stopAsked.signal.aborted) Deno.exit(0);
  const isKnown = error instanceof StackError || error instanceof UsageError;
  console.error(isKnown ? error.message : error);
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
