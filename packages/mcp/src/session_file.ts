import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";
import { z } from "zod";
import { requirePublicKey, requireSafeUrl } from "./public_key.ts";

/** Permissions of the group and of everybody else. */
const OF_OTHERS = 0o077;
const COMMAND = "staffing-mcp sign-in";

const SESSION = z.object({
  /** The project's address. */
  url: z.string(),
  /** Its publishable key. */
  key: z.string(),
  email: z.string(),
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** Instant by this machine's clock from which the access token is not used any more, in milliseconds. */
  renew_at: z.number(),
});

/** A session of the server's own, as its file has it. */
export type Session = Readonly<z.infer<typeof SESSION>>;

/**
 * Reads the session. The file is its owner's alone: whoever reads it is that person.
 *
 * @throws Error that says what to do, if there is none, if others may read it, or if it has a secret key
 */
export async function readSession(path: string): Promise<Session> {
  const file = await openSession(path);
  try {
    await requireOwnAlone(file, path);
    const read = SESSION.safeParse(parsed(await file.readFile("utf8")));
    if (!read.success) throw new Error(`${path} is no session. Sign in again: ${COMMAND}`);
    requirePublicKey(read.data.key);
    requireSafeUrl(read.data.url);
    return read.data;
  } finally {
    await file.close();
  }
}

/** Writes the session whole, in the place of one that is there. */
export async function writeSession(path: string, session: Session): Promise<void> {
  await makeFolder(path);
  const next = `${path}.${randomUUID()}`;
  try {
    const file = await open(next, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(session, null, 2) + "\n");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** Makes the folder of a session's file, for its owner alone. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
}

async function openSession(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isMissing ? new Error(`Nobody is signed in (${path}). Sign in: ${COMMAND}`) : error;
  }
}

/** Windows keeps a home from others by lists that Node does not read. */
async function requireOwnAlone(file: FileHandle, path: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode, uid } = await file.stat();
  if (uid !== process.getuid?.()) throw new Error(`${path} is another user's file.`);
  if ((mode & OF_OTHERS) !== 0) {
    throw new Error(`Others may read ${path}. Sign in again (${COMMAND}): they may have done so.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
