import { createHash } from "node:crypto";
import { z } from "zod";

const FOLDER = new URL("../../node_modules/.cache/", import.meta.url);
const FILE = new URL("mutations.json", FOLDER);

const Kept = z.strictObject({
  /** Time that a test file took and functions that it called when nothing was broken, by its digest. */
  tests: z.record(z.string(), z.strictObject({ seconds: z.number(), calls: z.array(z.string()) })),
  /** By the digest of a broken statement the test file that noticed, null if it hung, and the digest of its text. */
  caught: z.record(z.string(), z.strictObject({ by: z.string().nullable(), test: z.string() })),
  /** By the digest of a broken statement the digest of the tests that did not notice. */
  survived: z.record(z.string(), z.string()).default({}),
});

/**
 * Results that a run keeps for the next, so that one that was ended goes on where it was: the tests that were measured,
 * the mutants that a test noticed which still says the same, and those that no test did which are still all there are.
 * Whoever deletes the file begins anew.
 */
export type Kept = z.infer<typeof Kept>;

/** Reads what earlier runs kept. */
export async function readKept(): Promise<Kept> {
  const text = await Deno.readTextFile(FILE).catch(() => null);
  return text === null ? { tests: {}, caught: {}, survived: {} } : Kept.parse(JSON.parse(text));
}

/** Keeps it, whole at any moment. */
export function writeKept(kept: Kept): void {
  Deno.mkdirSync(FOLDER, { recursive: true });
  const next = new URL("mutations.json.new", FOLDER);
  Deno.writeTextFileSync(next, JSON.stringify(kept));
  Deno.renameSync(next, FILE);
}

/** SHA-256 of a text, in hex. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
