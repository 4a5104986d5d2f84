/** Possible acts on a firm's time and invoices, in any order. Some of it is refused. */
import fc from "fast-check";
import type postgres from "postgres";
import { OVERTIME_RULES } from "../../../../fixtures/assignments.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { backfill, createInvoice, recompute } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate, listedRate } from "../../../support/billing/coded_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { fees } from "./fees.ts";
import { groupToBill, otherInvoices } from "./groups.ts";
import type { History, Operation } from "./history.ts";
import { lateChanges, promise, promises } from "./promises.ts";

/** The first day of a week, and of the one after it, in which less happens. */
const MONDAYS = ["2026-03-02", "2026-03-09"] as const;

/** An operation about things that are there from the beginning. */
function fixed(
  what: string,
  repeats: boolean,
  does: (history: History) => PromiseLike<unknown>,
): Operation {
  return { what, repeats, choose: (history) => Promise.resolve(() => does(history)) };
}

const monday = fc.oneof(
  { weight: 3, arbitrary: fc.constant(MONDAYS[0]) },
  { weight: 1, arbitrary: fc.constant(MONDAYS[1]) },
);
const day = fc.tuple(monday, fc.integer({ min: 1, max: 7 })).map(([start, n]) =>
  dayOfWeek(start, n)
);
const facility = fc.integer({ min: 0, max: 1 });
const assignment = fc.integer({ min: 0, max: 2 });

/** Whole weeks, which bring overtime, and single entries of uneven hours. */
const work = fc.record({
  assignment,
  status: fc.constantFrom("approved", "submitted"),
  days: fc.oneof(
    monday.map((start) => [1, 2, 3, 4, 6].map((n) => dayOfWeek(start, n))),
    day.map((one) => [one]),
  ),
  hours: fc.constantFrom("0.01", "3.33", "8", "8.25", "11.5", "13"),
}).map(({ assignment, status, days, hours }) =>
  fixed(
    `${hours} h ${status} on ${days} of assignment ${assignment}`,
    false,
    (history) =>
      history.sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select ${history.assignments[assignment] ?? ""}, day, ${hours}::text::numeric, ${status}
        from unnest(${days}::text[]::date[]) as day`,
  )
);

/** Time of codes, worked or not, and units; that of sick leave bills nothing. */
const coded = fc.record({
  assignment,
  day,
  code: fc.constantFrom("charge", "holiday_worked", "on_call", "mileage", "sick"),
  quantity: fc.constantFrom("0.01", "3.33", "8.25", "12"),
}).map(({ assignment, day, code, quantity }) =>
  fixed(
    `${quantity} of ${code} on ${day} of assignment ${assignment}`,
    false,
    ({ sql, assignments }) => codedEntry(sql, assignments[assignment] ?? "", day, code, quantity),
  )
);

/** Bill rate of a code from a day on: at an assignment, by the price list, or nothing. */
const ratesOfCodes = fc.record({
  assignment,
  day,
  code: fc.constantFrom("charge", "on_call", "mileage"),
  bill: fc.constantFrom("0.01", "12.34", "99.99"),
  listed: fc.boolean(),
}).map(({ assignment, day, code, bill, listed }) =>
  fixed(
    `${code} bills ${bill} from ${day} on, ${listed ? "listed" : `at assignment ${assignment}`}`,
    true,
    ({ sql, assignments, facilities }) =>
      listed
        ? listedRate(sql, facilities[assignment % 2] ?? "", code, { bill, pay: "5", from: day })
        : codeRate(sql, assignments[assignment] ?? "", code, { bill, pay: "5", from: day }),
  )
);

const moveTime = fc.record({
  from: fc.constantFrom("submitted", "approved"),
  to: fc.constantFrom("draft", "approved", "locked"),
  day,
}).map(({ from, to, day }) =>
  fixed(
    `${from} time from ${day} on becomes ${to}`,
    false,
    ({ sql }) =>
      sql`update time_entries set status = ${to} where status = ${from} and work_date >= ${day}`,
  )
);

/** A deed on the n-th entry that a query finds. */
function onEntries(
  what: string,
  condition: string,
  does: (sql: postgres.Sql, id: string | null) => PromiseLike<unknown>,
): fc.Arbitrary<Operation> {
  return fc.nat({ max: 20 }).map((nth) => ({
    what: `${what}, the ${nth}th`,
    repeats: true,
    choose: async ({ sql }) => {
      const rows = await sql.unsafe<{ id: string }[]>(
        `select id from time_entries where ${condition} order by work_date, created_at, id`,
      );
      const id = rows.length === 0 ? null : rows[nth % rows.length]?.id ?? null;
      return () => does(sql, id);
    },
  }));
}

/** Corrects approved time that turns out wrong. */
const correctTime = fc.oneof(
  ...["0.01", "3.33", "9.5"].map((hours) =>
    onEntries(
      `correct to ${hours} h`,
      "is_payable and quantity is null",
      (sql, id) => correct(sql, id, { hours }),
    )
  ),
  onEntries("correct to a Friday", "is_payable", async (sql, id) => {
    const [entry] = await sql<{ day: string }[]>`
      select (private.workweek_start(work_date) + 4)::text as day from time_entries where id = ${id}`;
    return await correct(sql, id, { day: entry?.day ?? null });
  }),
  ...[0.5, 6].map((after) =>
    onEntries(
      `correct to a break ${after} h after its begin`,
      "is_payable and break_minutes > 0",
      async (sql, id) => {
        const [entry] = await sql<{ at: string }[]>`
          select (started_at + ${after}::float8 * interval '1 hour')::text as at from time_entries where id = ${id}`;
        return await correct(sql, id, { breakStartedAt: entry?.at ?? null });
      },
    )
  ),
  onEntries("set aside", "is_payable", (sql, id) => setAside(sql, [id])),
  onEntries("take back", "set_aside_at is not null", (sql, id) => takeBack(sql, [id])),
);

const period = fc.oneof(monday.map((start) => [start, dayOfWeek(start, 7)]), fc.tuple(day, day));
const group = fc.nat({ max: 3 });
const create = fc.record({ facility, period, group }).map((
  { facility, period: [start = "", end = ""], group },
): Operation => ({
  what: `create_facility_invoice(${facility}, ${start}, ${end}) of the ${group}th group`,
  repeats: true,
  choose: async ({ sql, facilities }) => {
    const id = facilities[facility] ?? "";
    const groupKey = await groupToBill(sql, id, group);
    return () => createInvoice(sql, id, start, end, groupKey);
  },
}));

const backfillThrough = fc.record({ facility, day, group }).map((
  { facility, day, group },
): Operation => ({
  what: `backfill_invoice(${facility}, ${day}) of the ${group}th group`,
  repeats: true,
  choose: async ({ sql, facilities }) => {
    const id = facilities[facility] ?? "";
    const groupKey = await groupToBill(sql, id, group);
    return () => backfill(sql, id, day, groupKey);
  },
}));

const run = fc.record({ monday, dryRun: fc.boolean() }).map(({ monday, dryRun }) =>
  fixed(
    `weekly_billing_run(${monday}, ${dryRun})`,
    true,
    ({ sql }) => runWeek(sql, monday, { dryRun }),
  )
);

const rates = fc.record({
  assignment,
  day,
  bill: fc.constantFrom("0.01", "12.34", "-7.77"),
  retroactive: fc.boolean(),
}).map(({ assignment, day, bill, retroactive }): Operation => ({
  what: `apply_rate_hit(${bill} from ${day} on to assignment ${assignment}, ${retroactive})`,
  repeats: true,
  choose: async ({ sql, assignments }) => {
    const hit = await rateHit(sql, assignments[assignment] ?? "", day, { bill });
    return () => apply(sql, hit, retroactive);
  },
}));

/** An operation on so many of the invoices that there are, from the n-th on, drafts first. */
function onInvoices(
  name: string,
  count: fc.Arbitrary<number>,
  repeats: boolean,
  does: (sql: postgres.Sql, invoiceIds: string[]) => PromiseLike<unknown>,
): fc.Arbitrary<Operation> {
  return fc.record({ nth: fc.nat({ max: 20 }), count }).map(({ nth, count }) => ({
    what: `${name} of ${count} from the ${nth}th on`,
    repeats,
    choose: async ({ sql }) => {
      const rows = await sql<{ id: string }[]>`
        select id from invoices order by status <> 'draft', created_at, id`;
      const start = rows.length === 0 ? 0 : nth % rows.length;
      const chosen = rows.slice(start, start + count).map(({ id }) => id);
      return () => does(sql, chosen);
    },
  }));
}

const one = fc.constant(1);
const some = fc.integer({ min: 1, max: 4 });
/** Of no invoice where there are none: the procedures refuse it. */
const first = (ids: string[]) => ids[0] ?? null;

/** A credit note for all lines of a sent invoice, or for the time of one of its days. */
const credits = fc.record({
  nth: fc.nat({ max: 20 }),
  day: fc.option(day),
  reinstate: fc.boolean(),
}).map(({ nth, day, reinstate }): Operation => ({
  what: `credit_invoice of the ${nth}th, ${day ?? "all"}, ${reinstate}`,
  repeats: false,
  choose: async ({ sql }) => {
    const rows = await sql<{ id: string; lines: string[] | null }[]>`
      select invoice.id, array_agg(line.id) filter (where line.work_date = ${day}::text::date) as lines
        from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
       where invoice.sent_at is not null group by invoice.id order by invoice.number`;
    const { id = null, lines = null } = rows[nth % Math.max(1, rows.length)] ?? {};
    return () => credit(sql, id, { lines, reinstate });
  },
}));

/** Anything, the heavier the oftener. */
const operation = fc.oneof(
  { weight: 6, arbitrary: work },
  { weight: 2, arbitrary: coded },
  { weight: 2, arbitrary: ratesOfCodes },
  { weight: 6, arbitrary: promises },
  { weight: 2, arbitrary: moveTime },
  { weight: 4, arbitrary: correctTime },
  { weight: 3, arbitrary: create },
  { weight: 2, arbitrary: backfillThrough },
  { weight: 3, arbitrary: run },
  { weight: 2, arbitrary: rates },
  { weight: 3, arbitrary: otherInvoices },
  { weight: 3, arbitrary: fees },
  ...["2026-03-25", "2027-01-01"].map((issueDate) => ({
    weight: 2,
    arbitrary: onInvoices(
      `send_invoices (${issueDate})`,
      some,
      true,
      (sql, ids) => send(sql, ids, issueDate),
    ),
  })),
  {
    weight: 2,
    arbitrary: onInvoices(
      "recompute_draft_invoice",
      one,
      true,
      (sql, ids) => recompute(sql, first(ids)),
    ),
  },
  {
    weight: 2,
    arbitrary: onInvoices("void_invoice", one, true, (sql, ids) => voidInvoice(sql, first(ids))),
  },
  { weight: 3, arbitrary: credits },
  {
    weight: 1,
    arbitrary: onInvoices("an adjustment", some, false, async (sql, ids) => {
      for (const id of ids) await adjust(sql, id, "-12.34");
    }),
  },
);

/** The overtime rules of a firm's assignments, what happens to it, and what still does once all of that is sent. */
export const histories = fc.record({
  rules: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(...OVERTIME_RULES))),
  operations: fc.tuple(
    fc.array(work, { minLength: 2, maxLength: 5 }),
    fc.array(coded, { maxLength: 3 }),
    fc.array(promise, { minLength: 1, maxLength: 2 }),
    fc.array(promises, { maxLength: 4 }),
    fc.array(fees, { maxLength: 3 }),
    fc.array(operation, { minLength: 20, maxLength: 30 }),
  ).map((parts) => parts.flat()),
  late: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: lateChanges },
      { weight: 1, arbitrary: correctTime },
      { weight: 1, arbitrary: rates },
    ),
    { minLength: 2, maxLength: 6 },
  ),
});
