import { open, rm, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Age from which a lock is that of a process that died: nobody holds one as long, since Auth has 10 s to answer. */
const ABANDONED_MS = 20_000;
const POLL_MS = 50;

/**
 * Does work while no other process does work under the same lock: a file that whoever holds the lock has made. Node
 * has no locks of the system's.
 *
 * Two that find a lock abandoned at the same instant may both go on. What is done here bears it: Auth answers whoever
 * renews a session second, within seconds, with the same successor.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!await isTaken(path)) {
    const age = await ageOf(path);
    if (age !== null && age > ABANDONED_MS) await rm(path, { force: true });
    else await setTimeout(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Takes the lock; false: another has it. */
async function isTaken(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Age of the lock in milliseconds; null: it is gone. */
async function ageOf(path: string): Promise<number | null> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
