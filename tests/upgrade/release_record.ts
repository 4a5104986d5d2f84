import { join } from "node:path";
import { z } from "zod";
import { RELEASES } from "../../tools/releases.ts";
import type { Jobs } from "./firm_at_work.ts";

const Schema = z.strictObject({
  clock: z.string().describe("the instant that the dump takes for now"),
  answers: z.record(z.string(), z.string()),
});

/** Files beside the dump of a release. */
export interface ReleaseRecord {
  /** The instant that the dump takes for now, such as `2026-11-18 15:00:00+00`. */
  readonly clock: string;
  /** Answer of the release itself when it worked that day on the dump. */
  readonly answers: Readonly<Record<string, string>>;
}

/** The files of a release. `jobs` is its jobs with all that they import of ours, as one module. */
export function filesOf(root: string, version: string): Record<"dump" | "record" | "jobs", string> {
  const path = (ending: string) => join(root, RELEASES, `${version}${ending}`);
  return { dump: path(".sql"), record: path(".json"), jobs: path("_jobs.js") };
}

/**
 * The record of a release.
 *
 * @throws Error where it is missing or malformed
 */
export async function readRecord(root: string, version: string): Promise<ReleaseRecord> {
  return Schema.parse(JSON.parse(await Deno.readTextFile(filesOf(root, version).record)));
}

/** The jobs as they were in a release. */
export async function jobsOf(root: string, version: string): Promise<Jobs> {
  return await import(new URL(`file://${filesOf(root, version).jobs}`).href);
}
