import { generateApiKey } from "@supabase/lite";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { StackError } from "./stack_error.ts";

const SigningKeySchema = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  alg: z.literal("ES256"),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** A private key that signs tokens with ES256, as a JWK. */
export type SigningKey = z.infer<typeof SigningKeySchema>;

/** The secrets of one stack, made on its first start and kept with its data. */
export interface StackKeys {
  /** For client apps: `sb_publishable_…`, the role anon. */
  readonly publishableKey: string;
  /** For server programs: `sb_secret_…`, the role service_role. */
  readonly secretKey: string;
  /** Signs the tokens of signed-in users with HS256 where `signingKey` is null. */
  readonly jwtSecret: string;
  /** Signs them with ES256: the real Auth does, the embedded one cannot. Made with the database, and for good. */
  readonly signingKey: SigningKey | null;
  /** For the schedulers, unless the environment names another. */
  readonly cronSharedSecret: string;
  /** Of the database's `postgres`, `authenticator` and `supabase_auth_admin`. */
  readonly databasePassword: string;
}

const KeysFile: z.ZodType<StackKeys> = z.object({
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  jwtSecret: z.string().min(32),
  // Those of older stacks have none.
  signingKey: SigningKeySchema.nullable().default(null),
  cronSharedSecret: z.string().min(1),
  databasePassword: z.string().min(1),
});

/**
 * The keys kept in a file; without the file, new ones, which are kept there before anything uses
 * them. `required` says that there must be a file, because a cluster with its password exists;
 * `auth` says whose tables of users the database has, or gets.
 *
 * @throws StackError when the file is missing though required, is not what was written, or was
 * written for the other `auth`.
 */
export async function loadKeys(
  path: string,
  required: boolean,
  auth: "embedded" | "real" = "embedded",
): Promise<StackKeys> {
  const keys = await readKeys(path, required) ?? await makeKeys(path, auth);
  if ((keys.signingKey === null ? "embedded" : "real") === auth) return keys;
  throw new StackError(
    `The database beside ${path} was made ${auth === "real" ? "without" : "with"} AUTH_BIN, and ` +
      "its users stay with whom they signed up: start it so again, or set DATA_DIR to another " +
      "directory.",
  );
}

/** The key that signs the tokens of a stack: a secret for HS256, or a JWK for ES256. */
export function tokenKey({ signingKey, jwtSecret }: StackKeys): SigningKey | string {
  return signingKey ?? jwtSecret;
}

/** The half of a key that everybody may know, with which tokens are verified. */
export function publicKey({ d: _, ...rest }: SigningKey): Omit<SigningKey, "d"> {
  return rest;
}

async function readKeys(path: string, required: boolean): Promise<StackKeys | null> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    if (!required) return null;
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

async function makeKeys(path: string, auth: "embedded" | "real"): Promise<StackKeys> {
  const secret = (bytes: number) => randomBytes(bytes).toString("base64url");
  const keys: StackKeys = {
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    jwtSecret: secret(48),
    signingKey: auth === "real" ? await makeSigningKey() : null,
    cronSharedSecret: secret(24),
    databasePassword: secret(18),
  };
  await writePrivateFile(path, JSON.stringify(keys, null, 2) + "\n");
  return keys;
}

async function makeSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return SigningKeySchema.parse({ ...jwk, alg: "ES256", kid: await calculateJwkThumbprint(jwk) });
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
