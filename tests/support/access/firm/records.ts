import type { PreparedRows } from "../prepared_rows.ts";

/** Runs, and their changes. */
export async function prepareRecords(rows: PreparedRows): Promise<void> {
  const week = { week_start: "2020-01-06", week_end: "2020-01-12" };
  await rows.add("billing_runs", "any", { ...week, amount: "0.00" }, { touch: "amount" });
  // Several firms of tests may be in one database, and each closes a day of its own.
  const [closed] = await rows.sql<[{ through: string }]>`
    select (date '1900-01-31' + floor(random() * 30000)::int)::text as through`;
  await rows.add("book_closings", "any", { ...closed, postings: "0" }, { touch: "postings" });
  // Days of its own, for the same reason.
  const [off] = await rows.sql<[{ day: string; other: string }]>`
    select day::text, (day + 1)::text as other
      from (select date '1900-01-01' + 2 * floor(random() * 15000)::int as day) as free`;
  await rows.add("holidays", "new year", { day: off.day, name: "New Year's Day" }, {
    key: ["day"],
    touch: "name",
    like: { day: off.other },
  });
  rows.know("journal_accounts", "cash", { account: "cash", name: "Cash" }, {
    key: ["account"],
    touch: "name",
  });
  await rows.add("job_runs", "any", {
    job: "lock-ended",
    today: "2020-01-06",
    status: "failed",
    error: "made for a test",
    started_at: "2020-01-06T00:00:00Z",
    finished_at: "2020-01-06T00:00:00Z",
  }, { touch: "error" });
  await rows.add("letterheads", "of today", { legal_name: "Acme Staffing LLC" }, {
    touch: "legal_name",
  });
  await rows.add("webhooks", "of the books", {
    url: `https://books.example/${crypto.randomUUID()}`,
    events: ["invoice.sent"],
    is_active: false, // nobody calls it
    switched_off_at: "2020-01-06T00:00:00Z",
    switched_off_because: "by_hand",
  }, { touch: "events" });
  const [message] = await rows.sql<[{ id: string }]>`
    insert into private.outbox (kind, subject_id, step, webhook_id, data, status, error, written_at, dropped_at)
    select 'invoice.sent', gen_random_uuid(), 'made for a test', id, '{}', 'dropped', 'made for a test', '2020-01-06', '2020-01-06'
      from public.webhooks
     where switched_off_at = '2020-01-06'
     limit 1
    returning id`;
  rows.know("outbox", "to a former webhook", { id: message.id, status: "dropped" }, {
    touch: "status",
  });
  for (const job of ["lock-ended", "accrue-interest"]) {
    rows.know("job_health", job, { job }, { key: ["job"], touch: "job" });
  }
  const [thisWeek] = await rows.sql<[{ week_start: string }]>`
    select week_start::text from public.heads_by_week order by week_start offset 13 limit 1`;
  rows.know("heads_by_week", "this week", thisWeek, { key: ["week_start"], touch: "week_start" });
  await rows.add("audit_log", "any", { procedure: "test", table_name: "invoices", actor: null }, {
    touch: "actor",
  });
}
