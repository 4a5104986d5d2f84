// Reports on a streaming replica (docs/scale.md): what reads answers there as on the primary, what writes is refused
// in words, and it says as of when it answers.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { runJob } from "../../../../cli/job_runner.ts";
import { readDatabaseHealth } from "../../../../supabase/functions/_shared/health.ts";
import { JOB_NAMES } from "../../../../supabase/functions/_shared/jobs/job_name.ts";
import { deliveryWith } from "../../../support/outbox/messages.ts";
import { type ReplicatedFirm, withReplicatedFirm } from "./replicated_firm.ts";
import type { Answer } from "./rest_on.ts";
import { shown } from "./shown.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const READ_ONLY = "25006";
const MARK = "<!-- run by tests/database/whole/replica/replica_test.ts -->";
/** Its example is a dry run, which writes nothing and so answers; what it stands for is refused. */
const DRY_RUN = "import_rows";
/** The reminder of its example is on its way: nothing is written, and so it answers. */
const ON_ITS_WAY = "remind_invoice";

/** Asserts that a call was refused because the server only reads: a sentence of PostgreSQL's, by REST's 405. */
function assertReadOnly({ status, body }: Answer, what: string): void {
  const { code, message } = body as { code?: string; message?: string };
  const said = `${what}: ${JSON.stringify(body)}`;
  assertEquals([status, code], [405, READ_ONLY], said);
  assertMatch(message ?? "", /^cannot execute .* in a read-only transaction$/, said);
}

async function showsTheSameRows({ primary, standby, users }: ReplicatedFirm) {
  const here = await shown(primary.sql, users);
  assertEquals(await shown(standby.sql, users), here);
  const full = [...here.values()].filter((said) => /^[1-9]\d* rows/.test(said)).length;
  assert(full > 300, `only ${full} cells have rows`);
}

async function answersByGet({ primary, standby, calls }: ReplicatedFirm) {
  const reading = calls.filter(({ reads }) => reads);
  assert(reading.length > 15, "the reports were not found");
  for (const { name, args } of reading) {
    const query = new URLSearchParams(Object.entries(args).map(([k, v]) => [k, String(v)]));
    const answer = await standby.rest.ask(`rpc/${name}?${query}`);
    assertEquals(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`);
    assertEquals(answer, await primary.rest.ask(`rpc/${name}?${query}`), name);
  }
}

async function refusesProcedures({ standby, calls }: ReplicatedFirm) {
  const writing = calls.filter(({ reads }) => !reads);
  assert(writing.length > 30, "the procedures were not found");
  for (const { name, args, token } of writing) {
    const ask = (body: unknown) =>
      standby.rest.ask(`rpc/${name}`, { method: "POST", body: JSON.stringify(body), token });
    if (name !== DRY_RUN && name !== ON_ITS_WAY) assertReadOnly(await ask(args), name);
    else assertEquals((await ask(args)).status, 200, name);
    if (name === DRY_RUN) assertReadOnly(await ask({ ...args, dry_run: false }), name);
  }
}

async function refusesRows({ standby }: ReplicatedFirm) {
  const row = JSON.stringify({ name: "South Clinic" });
  for (const method of ["POST", "PATCH", "DELETE"]) {
    const where = method === "POST" ? "" : "?name=eq.North";
    assertReadOnly(await standby.rest.ask(`facilities${where}`, { method, body: row }), method);
  }
}

/** PostgREST, which is not at hand in every test, opens a transaction that may write for these and is refused at once. */
async function refusesWhatPostgrestOpens({ standby }: ReplicatedFirm) {
  const opening = standby.sql.begin("isolation level read committed read write", () => []);
  await assertRejectsWith(
    () => opening,
    (error) =>
      error instanceof postgres.PostgresError && error.code === "0A000" &&
      error.message === "cannot set transaction read-write mode during recovery",
  );
}

async function refusesJobs({ primary, standby }: ReplicatedFirm) {
  const runs = () => primary.sql`select id from public.job_runs`;
  const before = (await runs()).count;
  for (const job of JOB_NAMES) {
    const run = { job, today: undefined, dryRun: false, all: false, delivery: deliveryWith({}) };
    await assertRejectsWith(
      () => runJob(standby.sql, run, () => {}),
      /cannot execute .* in a read-only transaction$/,
      job,
    );
  }
  assertStrictEquals((await runs()).count, before);
  const health = await readDatabaseHealth(standby.url);
  assert(health.jobs.length > 0, "no job has a state");
  assertEquals(health, await readDatabaseHealth(primary.url));
}

/** The statement of docs/scale.md that says as of when a standby answers. */
async function asOfStatement(): Promise<string> {
  const page = await Deno.readTextFile(new URL("../../../../docs/scale.md", import.meta.url));
  const statement = page.split(`${MARK}\n\n\`\`\`sql\n`)[1]?.split("\n```")[0];
  assert(statement, "docs/scale.md has no statement");
  return statement;
}

async function saysAsOfWhen({ primary, standby, caughtUp }: ReplicatedFirm) {
  const statement = await asOfStatement();
  const [onPrimary] = await primary.sql.unsafe<{ as_of: Date }[]>(statement);
  assert(onPrimary && Math.abs(onPrimary.as_of.getTime() - Date.now()) < 60_000);
  const asked = async () => {
    const [row] = await standby.sql.unsafe<[{ as_of: Date; is_following: boolean }]>(statement);
    assert(row.is_following);
    return row.as_of.getTime();
  };
  const names = async () => {
    const { body } = await standby.rest.ask("facilities?select=name&name=eq.Late");
    return body;
  };
  await standby.sql`select pg_wal_replay_pause()`;
  const [{ at }] = await primary.sql<[{ at: Date }]>`
    insert into public.facilities (name) values ('Late') returning clock_timestamp() as at`;
  // What was committed arrives and waits.
  const waits = Date.now() + 10_000;
  while (await asked() >= at.getTime()) assert(Date.now() < waits, "the change did not arrive");
  assertEquals(await names(), []);

  await standby.sql`select pg_wal_replay_resume()`;
  await caughtUp();
  assertEquals(await names(), [{ name: "Late" }]);
  assert(await asked() >= at.getTime());
}

Deno.test("replica/answers_as_the_primary_does_and_refuses_what_writes", (t) =>
  withReplicatedFirm(async (firm) => {
    const steps = {
      shows_each_caller_the_same_rows_of_each_table_and_view: showsTheSameRows,
      answers_each_reading_procedure_by_get: answersByGet,
      refuses_each_writing_procedure: refusesProcedures,
      refuses_to_add_change_and_remove_rows: refusesRows,
      refuses_the_transactions_that_postgrest_writes_in: refusesWhatPostgrestOpens,
      refuses_every_job_and_tells_the_health_of_the_primary: refusesJobs,
      says_as_of_when_it_answers: saysAsOfWhen,
    };
    for (const [name, step] of Object.entries(steps)) await t.step(name, () => step(firm));
  }));
