/** The job endpoints as a scheduler meets them. */
import { assert, assertEquals, assertMatch, fail } from "@std/assert";
import postgres from "postgres";
import {
  JOB_NAMES as JOBS,
  type JobName as Job,
} from "../../../supabase/functions/_shared/jobs/job_name.ts";
import { project } from "./project.ts";
import { eachProxy } from "./proxies.ts";

export { type Job, JOBS };

/** The counts that each job answers, exactly. */
export const COUNTS: Readonly<Record<Job, readonly string[]>> = {
  "lock-ended": [
    "locked",
    "draft",
    "submitted",
    "approved",
    "unapproved",
    "assignments",
    "pending_approval",
    "remaining",
  ],
  "accrue-interest": ["scanned", "updated", "unchanged", "remaining"],
  "maintain": ["made", "archived", "detached", "forgotten", "summed", "remaining"],
  "deliver": ["written", "sent", "dropped", "failed", "postponed", "remaining"],
};

/** One of the ways to a job: the schedulers' address behind one of the proxies, or the function itself. */
export interface Door {
  readonly job: Job;
  readonly url: string;
}

/** A request to a job endpoint; without anything, a bare POST. */
export interface Ask {
  readonly method?: string;
  /** Token after `Bearer `. */
  readonly bearer?: string;
  /** The whole Authorization header. */
  readonly authorization?: string;
  /** The value of `?token=`, which is encoded for the URL. */
  readonly token?: string;
  readonly body?: string;
}

/** Answer to a request of a job, with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; an empty object for HEAD. */
  readonly json: Record<string, unknown>;
}

/** Tier of this run: `deno task test` goes to the project itself, the rest of `test all` through the proxies of deploy/. */
const TIER = Deno.env.get("TEST_TIER");

/** Name of a test of doors, by those that it goes through in this run. */
export function atDoors(name: string): string {
  return TIER === "rest" ? `${name}_behind_each_proxy` : name;
}

/** Registers a test that goes through all doors of both jobs. */
export function testEachDoor(name: string, test: (door: Door) => Promise<void>): void {
  Deno.test(atDoors(name), async (t) => {
    const { baseUrl } = project();
    for (const job of TIER === "rest" ? [] : JOBS) {
      const path = `/functions/v1/cron-${job}`;
      await t.step(path, () => test({ job, url: baseUrl + path }));
    }
    await eachAddress(t, async (baseUrl) => {
      for (const job of JOBS) await test({ job, url: `${baseUrl}/api/cron/${job}` });
    });
  });
}

/**
 * Runs a step with each base address of the schedulers: the project's own, and each proxy of deploy/ in
 * front of its functions.
 */
export async function eachAddress(
  t: Deno.TestContext,
  step: (baseUrl: string) => Promise<void>,
): Promise<void> {
  const { baseUrl } = project();
  if (TIER !== "rest") await t.step("the project's own proxy", () => step(baseUrl));
  if (TIER !== "test") await eachProxy(t, baseUrl, (proxy) => step(proxy.baseUrl));
}

/** Asks a job endpoint. Whatever it answers is JSON that no cache keeps. */
export async function ask(url: string, request: Ask = {}): Promise<Answer> {
  const headers = new Headers();
  if (request.authorization !== undefined) headers.set("Authorization", request.authorization);
  if (request.bearer !== undefined) {
    headers.set("Authorization", `Bearer ${asBytes(request.bearer)}`);
  }
  const query = request.token === undefined ? "" : `?token=${encodeURIComponent(request.token)}`;
  const method = request.method ?? "POST";
  const answer = await fetch(url + query, { method, headers, body: request.body ?? null });
  const text = await answer.text();
  const what = `${method} ${url}: ${answer.status} ${text}`;
  assertEquals(answer.headers.get("Cache-Control"), "no-store", what);
  assertMatch(answer.headers.get("Content-Type") ?? "", /^application\/json\b/, what);
  const json = method === "HEAD" ? {} : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, text, json };
}

/** A header value whose characters are the bytes of the text in UTF-8, as curl sends it. */
export function asBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Asserts that an answer is a job's counts: all of them, nothing else, whole numbers from 0. */
export function assertCounts(job: Job, answer: Answer): void {
  assertEquals(answer.status, 200, answer.text);
  assertEquals(Object.keys(answer.json).sort(), [...COUNTS[job]].sort());
  for (const count of Object.values(answer.json)) {
    assert(Number.isInteger(count) && Number(count) >= 0, answer.text);
  }
}

/** Asserts the one answer to whoever may not run a job, whatever the reason. */
export function assertUnauthorized(answer: Answer, what: string): void {
  assertEquals(answer.status, 401, `${what}: ${answer.text}`);
  assertEquals(answer.text, '{"error":"unauthorized"}', what);
}

const QUIET_ATTEMPTS = 8;

/**
 * Asserts that requests run no job of that name. Other test files run jobs on the same project: while rows
 * of theirs appear in job_runs it is tried again, but a request that runs a job leaves one each time.
 */
export async function assertRunsNothing(job: Job, requests: () => Promise<void>): Promise<void> {
  await withProjectDatabase(async (sql) => {
    const runs = async () => (await sql`select from job_runs where job = ${job}`).length;
    for (let attempt = 0; attempt < QUIET_ATTEMPTS; attempt++) {
      const before = await runs();
      await requests();
      if (await runs() === before) return;
    }
    fail(`a refused request ran ${job}`);
  });
}

/** Looks into the database of the project under test. */
export async function withProjectDatabase(
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const sql = postgres(project().dbUrl, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
