// Behind a call that takes long: whoever waits is told so before the API would end the call, and calls again.
import { assert, assertEquals, fail } from "@std/assert";
import postgres from "postgres";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { actingAs } from "../support/access/acting.ts";
import { type DatabaseIdentity, SERVICE } from "../support/access/callers.ts";
import { apply, rateHit } from "../support/assignments/rate_hits.ts";
import { backfill, createInvoice, recompute } from "../support/billing/billed_time.ts";
import { adjust } from "../support/billing/drafts.ts";
import { send, voidInvoice } from "../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../support/billing/orders.ts";
import { Firm } from "../support/firm.ts";
import { facilityWithTime, outcomeOf, runWeek, WEEK } from "../support/billing/runs.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  periodOf,
  prepare,
  prepareDraft,
} from "../support/payroll/batches.ts";
import { adjustment } from "../support/payroll/extras.ts";
import { staffMember } from "../support/people/staff.ts";
import { writeOff } from "../support/receivables/receipts.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { waitUntilBlocked } from "../support/sql/interleaving.ts";
import { setAside, takeBack } from "../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work } from "../support/time/worked_time.ts";

type Call = (sql: postgres.TransactionSql) => PromiseLike<unknown>;

/** The API's limit for who is signed in, on Supabase as in the embedded stack. */
const API_LIMIT = "8s";
/** Time limit of the procedures, which PostgREST sets in its place. */
const PROCEDURES_LIMIT = "60s";

/** Outcome that a call is told: its slug, `done`, or an SQLSTATE that is none of the project's. */
async function answerTo(
  url: string,
  identity: DatabaseIdentity,
  call: Call,
  limit = PROCEDURES_LIMIT,
): Promise<string> {
  const sql = connectTo(url, { statement_timeout: limit });
  try {
    return await actingAs(sql, identity, call).then(() => "done", (error) => {
      assert(error instanceof postgres.PostgresError, String(error));
      return error.code.startsWith("PT409") ? error.detail ?? "" : error.code;
    });
  } finally {
    await sql.end();
  }
}

/** Makes all calls at once. */
async function answersTo<Name extends string>(
  url: string,
  identity: DatabaseIdentity,
  calls: Readonly<Record<Name, Call>>,
  limit?: string,
): Promise<Record<Name, string>> {
  const answers = (Object.entries(calls) as [Name, Call][]).map(async ([name, call]) =>
    [name, await answerTo(url, identity, call, limit)] as const
  );
  return Object.fromEntries(await Promise.all(answers)) as Record<Name, string>;
}

/** Does something in a transaction that stays open meanwhile, and is undone. */
async function during(
  url: string,
  identity: DatabaseIdentity,
  long: Call,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const sql = connectTo(url);
  const undone = new Error("undone");
  try {
    await actingAs(sql, identity, async (sql) => {
      await long(sql);
      await meanwhile();
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  } finally {
    await sql.end();
  }
}

/** A draft of the week, with time that was approved since; another draft of the week before. */
async function billedFacility({ sql }: TestDatabase) {
  const firm = await facilityWithTime(sql, "Mercy", WEEK);
  const draft = outcomeOf(await runWeek(sql), firm).invoice_id ?? fail("no draft");
  const [{ assignment }] = await sql<[{ assignment: string }]>`
    select assignment_id as assignment from time_entries`;
  const late = await firm.entry(assignment, "approved", dayOfWeek(WEEK, 2));
  await firm.entry(assignment, "approved", "2026-02-02");
  const other = await createInvoice(sql, firm.facilityId, "2026-02-02", "2026-02-08");
  const hit = await rateHit(sql, assignment, WEEK);
  return { firm, draft, late, hit, other: other.id };
}

/** Asserts that each of the calls is told the same. */
function assertAllTold(answers: Readonly<Record<string, string>>, slug: string): void {
  const expected = Object.fromEntries(Object.keys(answers).map((name) => [name, slug]));
  assertEquals(answers, expected);
}

Deno.test("weekly_billing_run/that_takes_long_is_named_to_whoever_waits_for_it", () =>
  withDatabase(async (database) => {
    const { sql, url } = database;
    const { firm, draft, late, hit, other } = await billedFacility(database);
    const billing = await staffMember(sql, "billing");
    await during(url, billing, (sql) => runWeek(sql), async () => {
      const [procedures, directWrites, applying] = await Promise.all([
        answersTo(url, billing, {
          run: (sql) => runWeek(sql, WEEK, { dryRun: true }),
          create: (sql) => createInvoice(sql, firm.facilityId, "2026-02-09", "2026-02-15"),
          recompute: (sql) => recompute(sql, other),
          backfill: (sql) => backfill(sql, firm.facilityId),
          send: (sql) => send(sql, [other, draft]),
          void: (sql) => voidInvoice(sql, draft),
          writeOff: (sql) => writeOff(sql, draft, "1.00"),
        }),
        answersTo(url, billing, {
          adjust: (sql) => adjust(sql, draft, "1.00"),
          sendBack: (sql) => sql`update time_entries set status = 'draft' where id = ${late}`,
        }, API_LIMIT),
        answerTo(url, billing, (sql) => apply(sql, hit)),
      ]);
      assertAllTold(procedures, "billing_in_progress");
      assertAllTold(directWrites, "billing_in_progress");
      assertEquals(applying, "rates_held");
    });
    assertEquals(await answerTo(url, billing, (sql) => send(sql, [other])), "done");
    assertEquals(await answerTo(url, billing, (sql) => apply(sql, hit)), "done");
  }));

Deno.test("send_invoices/that_takes_long_is_named_to_who_sends_of_the_same_order", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const order = await addOrder(firm);
    const ids: string[] = [];
    for (let n = 0; n < 2; n++) ids.push(await draftOfOrder(firm, order, "100.00"));
    const billing = await staffMember(sql, "billing");
    const sending = (n: number): Call => (sql) => send(sql, ids.slice(n, n + 1), "2026-03-01");
    await during(url, billing, sending(0), async () => {
      assertEquals(await answerTo(url, billing, sending(1)), "billing_in_progress");
    });
    assertEquals(await answerTo(url, billing, sending(1)), "done");
  }));

Deno.test("apply_rate_hit/that_takes_long_is_named_to_who_bills_or_prepares_payroll", () =>
  withDatabase(async (database) => {
    const { sql, url } = database;
    const { firm, hit } = await billedFacility(database);
    const staff = await staffMember(sql, "billing", "payroll");
    const period = await periodOf(sql, WEEK);
    await during(url, staff, (sql) => apply(sql, hit), async () => {
      assertEquals(
        await answersTo(url, staff, {
          create: (sql) => createInvoice(sql, firm.facilityId),
          prepare: (sql) => prepareDraft(sql, period),
        }),
        { create: "rates_held", prepare: "rates_held" },
      );
    });
  }));

Deno.test("prepare_payroll_draft/that_takes_long_is_named_to_whoever_waits_for_it", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await work(
      sql,
      [1, 8].map((n) => ({ date: dayOfWeek(WEEK, n), hours: 8, rule: "flsa" })),
    );
    const payroll = await staffMember(sql, "payroll");
    const batch = await prepare(sql, WEEK);
    const [period, next] = [await periodOf(sql, WEEK), await periodOf(sql, dayOfWeek(WEEK, 8))];
    const bonus = await adjustment(sql, worker.contractorId, "2026-05-04", "bonus", "10.00");
    const hit = await rateHit(sql, worker.assignmentIds.flsa, WEEK);
    await during(url, payroll, (sql) => prepareDraft(sql, period), async () => {
      const [procedures, directWrites] = await Promise.all([
        answersTo(url, payroll, {
          prepare: (sql) => prepareDraft(sql, period),
          prepareNext: (sql) => prepareDraft(sql, next),
          closePeriod: (sql) => closePeriod(sql, period),
          advance: (sql) => advance(sql, batch),
          discard: (sql) => discard(sql, batch),
        }),
        answersTo(url, payroll, {
          takeBackApproval: (sql) =>
            sql`update payroll_adjustments set approved_at = null where id = ${bonus}`,
          sendBack: (sql) =>
            sql`update time_entries set status = 'draft' where id = ${entryOf(worker, 2)}`,
        }, API_LIMIT),
      ]);
      // Afterwards: who prepares another period would wait behind it for the rates.
      const applying = await answerTo(url, payroll, (sql) => apply(sql, hit));
      assertAllTold(procedures, "payroll_in_progress");
      assertAllTold(directWrites, "payroll_in_progress");
      assertEquals(applying, "rates_held");
    });
    assertEquals(await answerTo(url, payroll, (sql) => prepareDraft(sql, next)), "done");
    assertEquals(await answerTo(url, payroll, (sql) => apply(sql, hit)), "done");
  }));

Deno.test("discard_payroll_batch/that_takes_long_is_named_to_whoever_waits_for_it", () =>
  withDatabase(async ({ sql, url }) => {
    const worker = await work(sql, [{ date: WEEK, hours: 8, rule: "flsa" }]);
    const payroll = await staffMember(sql, "payroll");
    const batch = await prepare(sql, WEEK);
    const period = await periodOf(sql, WEEK);
    const hit = await rateHit(sql, worker.assignmentIds.flsa, WEEK);
    await during(url, payroll, (sql) => discard(sql, batch), async () => {
      assertEquals(
        await answersTo(url, payroll, {
          close: (sql) => closeBatch(sql, batch),
          prepare: (sql) => prepareDraft(sql, period),
        }),
        { close: "payroll_in_progress", prepare: "payroll_in_progress" },
      );
      assertEquals(await answerTo(url, payroll, (sql) => apply(sql, hit)), "payroll_in_progress");
    });
  }));

Deno.test("time_entries/changed_by_a_long_call_are_named_to_whoever_waits_for_it", () =>
  withDatabase(async ({ sql, url }) => {
    const shifts = [1, 2, 3].map((n) => ({
      date: dayOfWeek(WEEK, n),
      hours: 8,
      rule: "flsa" as const,
    }));
    const worker = await work(sql, shifts);
    const batch = await prepare(sql, WEEK);
    const other = await work(sql, shifts);
    await sql`update time_entries set status = 'draft' where id = any (${[...other.entryIds]})`;
    const aside = entryOf(other, 1);
    await setAside(sql, [aside]);
    await sql`update assignments set end_date = '2026-03-31' where id = ${other.assignmentIds.flsa}`;
    const held = await work(sql, [{ date: WEEK, hours: 8, rule: "flsa" }]);
    await sql`update time_entries set status = 'draft' where id = ${entryOf(held, 1)}`;
    const staff = await staffMember(sql, "payroll", "recruiting");
    const enter = (...workers: { assignmentIds: { flsa: string } }[]): Call => (sql) =>
      sql`insert into time_entries (assignment_id, work_date, hours)
          select unnest(${
        workers.map(({ assignmentIds }) => assignmentIds.flsa)
      }::uuid[]), '2026-03-20', 1`;
    const waiting = {
      enterOfSeveral: enter(worker, other),
      enterOfTheSame: enter(held),
      change: (sql) => sql`update time_entries set notes = 'Seen.' where id = ${entryOf(other, 2)}`,
      delete: (sql) => sql`delete from time_entries where id = ${entryOf(other, 3)}`,
      setAside: (sql) => setAside(sql, [entryOf(other, 2)]),
      takeBack: (sql) => takeBack(sql, [aside]),
      close: (sql) => closeBatch(sql, batch),
      end: (sql) =>
        sql`update assignments set end_date = '2026-12-31' where id = ${worker.assignmentIds.flsa}`,
    } satisfies Record<string, Call>;
    const change: Call = (sql) =>
      sql`update time_entries set hours = 7 where id = ${entryOf(held, 1)}`;
    await during(url, SERVICE, change, async () => {
      assertAllTold(await answersTo(url, staff, waiting, API_LIMIT), "time_entry_in_progress");
      assertEquals(
        await answerTo(url, staff, enter(worker), API_LIMIT),
        "done",
        "enters time of one",
      );
      const counts = await lockEndedAssignments(sql, { today: "2026-04-01" });
      assertEquals([counts.locked, counts.remaining], [3, 0], "lock-ended waits for nobody");
    });
    await close(sql, batch);
    assertEquals(await answerTo(url, staff, waiting.enterOfTheSame), "done");
  }));

Deno.test("operations/who_holds_a_lock_is_named_by_the_query_of_the_page", () =>
  withDatabase(async (database) => {
    const { sql, url } = database;
    const page = await Deno.readTextFile(new URL("../../docs/operations.md", import.meta.url));
    const [, query = ""] =
      /run by tests\/concurrency\/long_waits_test.ts -->\n\n```sql\n([^`]*)```/.exec(page) ?? [];
    const firm = await facilityWithTime(sql, "Mercy", WEEK);
    const holders: postgres.Row[] = [];
    let pid = 0;
    await during(url, SERVICE, async (sql) => {
      await runWeek(sql);
      pid = (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
    }, async () => {
      const waiting = answerTo(url, SERVICE, (sql) => createInvoice(sql, firm.facilityId));
      await waitUntilBlocked(sql);
      holders.push(...await sql.unsafe(query));
      await waiting;
    });
    assertEquals(holders.map((holder) => [holder.pid, holder.state]), [[
      pid,
      "idle in transaction",
    ]]);
  }));
