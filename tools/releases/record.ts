import { join } from "node:path";
import type postgres from "postgres";
import { z } from "zod";
import { RELEASES } from "./released.ts";

const Schema = z.strictObject({
  clock: z.string().describe("the instant that the firm takes for now"),
  answers: z.record(z.string(), z.string()),
});

/** The answers that a release gave on the demo firm. */
export interface ReleaseRecord {
  /** The instant that the firm takes for now, such as `2026-11-18 15:00:00+00`. */
  readonly clock: string;
  /** Answers of the release itself when it worked that day. */
  readonly answers: Readonly<Record<string, string>>;
}

/** Both jobs, of this release or of an earlier one. */
export interface Jobs {
  readonly lockEndedAssignments: (sql: postgres.Sql) => Promise<Record<string, number>>;
  readonly accrueOverdueInterest: (sql: postgres.Sql) => Promise<Record<string, number>>;
}

/**
 * The files of a release: its demo firm, its answers, and its jobs with all that they import of ours,
 * as one module.
 */
export function filesOf(root: string, version: string): Record<"seed" | "record" | "jobs", string> {
  const path = (ending: string) => join(root, RELEASES, `${version}${ending}`);
  return { seed: path("_seed.sql"), record: path(".json"), jobs: path("_jobs.js") };
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
