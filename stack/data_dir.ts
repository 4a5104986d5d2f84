import { join } from "node:path";
import { stopOrphanedPostgres } from "./postgres.ts";
import { messageOf, StackError } from "./stack_error.ts";

/** Folder in which a stack keeps its things. */
export interface DataPaths {
  readonly cluster: string;
  readonly keys: string;
  readonly stackEnv: string;
  readonly postgresLog: string;
  readonly console: string;
}

/** The paths below a data directory. */
export function dataPaths(dataDir: string): DataPaths {
  return {
    cluster: join(dataDir, "postgres"),
    keys: join(dataDir, "keys.json"),
    stackEnv: join(dataDir, "stack.env"),
    postgresLog: join(dataDir, "postgres.log"),
    console: join(dataDir, "console"),
  };
}

const LOCK = "stack.lock";
/** All that a stack ever puts into its data directory. */
const OURS = [
  "postgres",
  "postgres.making",
  "postgres.password",
  "postgres.log",
  "keys.json",
  "keys.json.new",
  "stack.env",
  "stack.env.new",
  "console",
  "console.new",
  LOCK,
];

/**
 * Takes a data directory for this process, creating it when there is none. The operating system
 * gives it free when the process ends, however it ends.
 *
 * @returns what gives it free earlier.
 * @throws StackError when a stack is running on it, when it holds something else, or when it
 * cannot be written.
 */
export async function claimDataDir(dataDir: string): Promise<Disposable> {
  try {
    await Deno.mkdir(dataDir, { recursive: true });
    await refuseForeign(dataDir);
    const lock = await Deno.open(join(dataDir, LOCK), { create: true, read: true, write: true });
    if (!await lock.tryLock(true)) {
      const holder = await Deno.readTextFile(join(dataDir, LOCK));
      lock.close();
      throw new StackError(
        `A stack (process ${holder.trim()}) is running on ${dataDir}: stop it, or set DATA_DIR ` +
          "to another directory.",
      );
    }
    await lock.truncate();
    await lock.write(new TextEncoder().encode(`${Deno.pid}\n`));
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    if (error instanceof StackError) throw error;
    throw new StackError(
      `DATA_DIR ${dataDir} cannot be written (${messageOf(error)}): set DATA_DIR to a directory ` +
        "of yours.",
    );
  }
}

/**
 * Deletes what a stack keeps in a directory, and the directory when nothing else is in it.
 *
 * @returns false when there is no such directory.
 * @throws StackError when a stack is running on it or when no stack ever used it.
 */
export async function deleteDataDir(dataDir: string): Promise<boolean> {
  const names = await namesIn(dataDir);
  if (names.length === 0) return false;
  using _claim = await claimDataDir(dataDir);
  await stopOrphanedPostgres(dataPaths(dataDir).cluster);
  for (const name of OURS) {
    await Deno.remove(join(dataDir, name), { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
  if ((await namesIn(dataDir)).length === 0) await Deno.remove(dataDir);
  return true;
}

async function refuseForeign(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir);
  if (names.length === 0 || names.includes(LOCK)) return;
  throw new StackError(
    `${dataDir} holds files that are not a stack's (${names[0]}): set DATA_DIR to a new directory.`,
  );
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(directory))).map((entry) => entry.name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
