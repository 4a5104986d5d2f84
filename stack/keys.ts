import { generateApiKey } from "@supabase/lite";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { StackError } from "./stack_error.ts";

/** The secrets of one stack, made on its first start and kept with its data. */
export interface StackKeys {
  /** For client apps: `sb_publishable_…`, the role anon. */
  readonly publishableKey: string;
  /** For server programs: `sb_secret_…`, the role service_role. */
  readonly secretKey: string;
  /** Signs the tokens of signed-in users (HS256). */
  readonly jwtSecret: string;
  /** For the schedulers, unless the environment names another. */
  readonly cronSharedSecret: string;
  /** Of the database's `postgres`, `authenticator` and `supabase_auth_admin`. */
  readonly databasePassword: string;
}

const KeysFile: z.ZodType<StackKeys> = z.object({
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  jwtSecret: z.string().min(32),
  cronSharedSecret: z.string().min(1),
  databasePassword: z.string().min(1),
});

/**
 * The keys kept in a file; without the file, new ones, which are kept there before anything uses
 * them. `required` says that there must be a file, because a cluster with its password exists.
 *
 * @throws StackError when the file is missing though required, or is not what was written.
 */
export async function loadKeys(path: string, required: boolean): Promise<StackKeys> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    if (!required) return await makeKeys(path);
    throw new StackError(
      `${path} is missing, and without it nobody gets into the database: put it back, or start ` +
        "anew with `deno task reset`.",
    );
  }
  try {
    return KeysFile.parse(JSON.parse(text));
  } catch {
    throw new StackError(
      `${path} is damaged: put it right, or start anew with \`deno task reset\`.`,
    );
  }
}

async function makeKeys(path: string): Promise<StackKeys> {
  const secret = (bytes: number) => randomBytes(bytes).toString("base64url");
  const keys: StackKeys = {
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    jwtSecret: secret(48),
    cronSharedSecret: secret(24),
    databasePassword: secret(18),
  };
  await writePrivateFile(path, JSON.stringify(keys, null, 2) + "\n");
  return keys;
}

/** Writes a file that only its owner may read, whole or not at all. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const making = `${path}.new`;
  await Deno.remove(making).catch(() => {});
  await Deno.writeTextFile(making, text, { mode: 0o600, createNew: true });
  await Deno.rename(making, path);
}

/** A file of `NAME=value` lines that a shell can source and `--env-file` can read. */
export function envFile(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).map(([name, value]) => `${name}=${shellQuote(value)}\n`).join(
    "",
  );
}

/** A text as one word of a POSIX shell, in quotes only where it needs them. */
export function shellQuote(text: string): string {
  if (/^[\w.\/:@%+=,-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
