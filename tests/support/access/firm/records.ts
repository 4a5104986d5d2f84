import type postgres from "postgres";
import type { PreparedRows } from "../prepared_rows.ts";

/** The class of the advisory locks that keep a number for one firm of tests. */
const OWN_NUMBER = 20_260_105;

/** Runs of jobs, and rows of the audit log. */
export async function prepareRecords(rows: PreparedRows): Promise<void> {
  const week = { week_start: "2020-01-06", week_end: "2020-01-12" };
  await rows.add("billing_runs", "any", { ...week, amount: "0.00" }, { touch: "amount" });
  const { through, day, other } = await ownDays(rows.sql);
  await rows.add("book_closings", "any", { through, postings: "0" }, { touch: "postings" });
  await rows.add("holidays", "new year", { day, name: "New Year's Day" }, {
    key: ["day"],
    touch: "name",
    like: { day: other },
  });
  rows.know("journal_accounts", "cash", { account: "cash", name: "Cash" }, {
    key: ["account"],
    touch: "name",
    like: { account: `revenue_${crypto.randomUUID().slice(0, 8)}`, type: "income" },
  });
  rows.know("approval_policies", "of write-offs", { kind: "write_off_invoice" }, {
    key: ["kind"],
    touch: "from_amount",
  });
  const asked = {
    arguments: "{}",
    seen: "{}",
    reason: "Made for a test.",
    says: "Made for a test.",
  };
  const decided = { status: "declined", decline_reason: "Made for a test." };
  const days = { expires_at: "2020-01-13T00:00:00Z", declined_at: "2020-01-06T00:00:00Z" };
  for (
    const [kind, label] of [["write_off_invoice", "of a write-off"], [
      "arrange_recovery",
      "of a recovery",
    ]] as const
  ) {
    await rows.add("approvals", label, { kind, ...asked, ...decided, ...days }, {
      touch: "reason",
    });
  }
  // Longer ago than any run of the tests, and not so long that the job maintain forgets it.
  const lastYear = new Date(Date.now() - 300 * 86_400_000).toISOString();
  await rows.add("job_runs", "any", {
    job: "lock-ended",
    today: "2020-01-06",
    status: "failed",
    error: "made for a test",
    started_at: lastYear,
    finished_at: lastYear,
  }, { touch: "error" });
  await rows.add("letterheads", "of today", { legal_name: "Acme Staffing LLC" }, {
    touch: "legal_name",
  });
  const webhook = await rows.add("webhooks", "of the books", {
    url: `https://books.example/${crypto.randomUUID()}`,
    events: ["invoice.sent"],
    is_active: false, // nobody calls it
    switched_off_at: "2020-01-06T00:00:00Z",
    switched_off_because: "by_hand",
  }, { touch: "events" });
  const [message] = await rows.sql<[{ id: string }]>`
    insert into private.outbox (kind, subject_id, step, webhook_id, data, status, error, written_at, dropped_at)
    values ('invoice.sent', gen_random_uuid(), 'made for a test', ${webhook}, '{}', 'dropped', 'made for a test',
            ${lastYear}, ${lastYear})
    returning id`;
  rows.know("outbox", "to a former webhook", { id: message.id, status: "dropped" }, {
    touch: "status",
  });
  for (const job of ["lock-ended", "accrue-interest"]) {
    rows.know("job_health", job, { job }, { key: ["job"], touch: "job" });
  }
  rows.know("closed_areas", "time", { area: "time" }, { key: ["area"], touch: "reason" });
  rows.know("retention", "the log", { kind: "log" }, { key: ["kind"], touch: "months" });
  const [thisWeek] = await rows.sql<[{ week_start: string }]>`
    select week_start::text from public.heads_by_week order by week_start offset 13 limit 1`;
  rows.know("heads_by_week", "this week", thisWeek, { key: ["week_start"], touch: "week_start" });
  await rows.add("audit_log", "any", { procedure: "test", table_name: "invoices", actor: null }, {
    touch: "actor",
  });
}

/**
 * A day that the books are closed through and two holidays, which no other firm of tests in this database has: each
 * keeps a number of its own for as long as its connection lives.
 */
async function ownDays(
  sql: postgres.Sql,
): Promise<{ through: string; day: string; other: string }> {
  const [days] = await sql<[{ through: string; day: string; other: string }]>`
    select free.through::text, free.day::text, (free.day + 1)::text as other
      from (select number, date '1900-01-31' + number as through, date '1900-01-01' + 2 * number as day
              from generate_series(0, 14999) as number) as free
     where not exists (select from public.book_closings as taken where taken.through = free.through)
       and not exists (select from public.holidays as taken where taken.day in (free.day, free.day + 1))
       and pg_try_advisory_lock(${OWN_NUMBER}, free.number)
     limit 1`;
  return days;
}
