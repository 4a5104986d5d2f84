/** Random workweeks of one contractor at two facilities, and what may be done to their bills in any order. */
import fc from "fast-check";
import type postgres from "postgres";
import { addAssignments, OVERTIME_RULES } from "../../../../fixtures/assignments.ts";
import { addContractors, addFacilities } from "../../../../fixtures/people.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { backfill, createInvoice, recompute } from "../../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import type { BillScope } from "../../../support/billing/terms.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import type { QuarterShift } from "../../../support/time/counted_hours.ts";
import { randomWeek } from "../../time/classified_time/random_weeks.ts";

/** A contractor's week as it stands in a database; shifts by their place. */
export interface Week {
  /** Its first day. */
  readonly monday: string;
  readonly sql: postgres.Sql;
  readonly facilities: readonly [string, string];
  /** The assignment of each shift. */
  readonly assignments: readonly string[];
  readonly entries: readonly string[];
}

/** A shift of the week, at one of the facilities. */
export interface PlacedShift extends QuarterShift {
  readonly facility: 0 | 1;
}

/** Something that is done to the week; it may be refused. */
export interface Step {
  readonly what: string;
  readonly does: (week: Week) => PromiseLike<unknown>;
}

/** Invoices of the week's facilities in some states, oldest first. */
export async function invoicesOf(
  { sql, facilities }: Week,
  ...states: readonly string[]
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from invoices where facility_id = any (${[...facilities]}) and status = any (${[
    ...states,
  ]})
     order by created_at, id`;
  return rows.map(({ id }) => id);
}

/** Approves a shift of the week, if it is not. */
export async function approve({ sql, entries }: Week, nth: number): Promise<void> {
  await sql`update time_entries set status = 'approved'
             where id = ${entries[nth % entries.length] ?? ""} and status = 'submitted'`;
}

/** Does it with the n-th of the week's invoices in some states, if there is one. */
function toOne(
  name: string,
  states: readonly string[],
  does: (sql: postgres.Sql, id: string) => PromiseLike<unknown>,
): fc.Arbitrary<Step> {
  return fc.nat({ max: 5 }).map((nth) => ({
    what: `${name}(${nth})`,
    does: async (week) => {
      const ids = await invoicesOf(week, ...states);
      const id = ids[nth % Math.max(1, ids.length)];
      if (id !== undefined) await does(week.sql, id);
    },
  }));
}

/** Does it with the secret key. */
function asKey(
  sql: postgres.Sql,
  does: (sql: postgres.TransactionSql) => PromiseLike<unknown>,
): Promise<unknown> {
  return sql.begin(async (sql) => {
    await sql`set local role service_role`;
    await does(sql);
  });
}

const nth = fc.nat({ max: 20 });
const facility = fc.constantFrom(0 as const, 1 as const);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: nth.map((nth): Step => ({
      what: `approve ${nth}`,
      does: (week) => approve(week, nth),
    })),
  },
  {
    weight: 3,
    arbitrary: facility.map((at): Step => ({
      what: `create_facility_invoice(${at})`,
      does: ({ sql, monday, facilities }) =>
        createInvoice(sql, facilities[at], monday, dayOfWeek(monday, 7)),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step>({
      what: "weekly_billing_run",
      does: ({ sql, monday }) => runWeek(sql, monday),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ at: facility, day: fc.integer({ min: 1, max: 14 }) }).map((
      { at, day },
    ): Step => ({
      what: `backfill_invoice(${at}, ${day})`,
      does: ({ sql, monday, facilities }) => backfill(sql, facilities[at], dayOfWeek(monday, day)),
    })),
  },
  {
    weight: 4,
    arbitrary: toOne("send_invoices", ["draft"], (sql, id) => send(sql, [id])),
  },
  {
    weight: 1,
    arbitrary: toOne("recompute_draft_invoice", ["draft"], recompute),
  },
  {
    weight: 2,
    arbitrary: toOne("void_invoice", ["draft", "sent", "paid"], (sql, id) => voidInvoice(sql, id)),
  },
  {
    weight: 1,
    arbitrary: toOne(
      "delete",
      ["draft"],
      (sql, id) => sql`delete from invoices where id = ${id}`,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      nth,
      day: fc.integer({ min: 1, max: 7 }),
      bill: fc.constantFrom("0.01", "3.33", "-7.77"),
    }).map(({ nth, day, bill }): Step => ({
      what: `apply_rate_hit(${nth}, ${day}, ${bill})`,
      does: async ({ sql, monday, assignments }) => {
        const assignment = assignments[nth % assignments.length] ?? "";
        const hit = await rateHit(sql, assignment, dayOfWeek(monday, day), { bill, pay: "0" });
        await apply(sql, hit, true);
      },
    })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ nth, multiplier: fc.constantFrom("1.25", "1.333", "2") }).map((
      { nth, multiplier },
    ): Step => ({
      what: `overtime × ${multiplier} of ${nth}`,
      does: ({ sql, assignments }) =>
        sql`
        update assignments set bill_overtime_multiplier = ${multiplier}
         where id = ${assignments[nth % assignments.length] ?? ""}`,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      nth,
      rule: fc.constantFrom(...OVERTIME_RULES),
      scope: fc.constantFrom<BillScope>("facility", "assignment", "contractor"),
    }).map(({ nth, rule, scope }): Step => ({
      what: `terms of ${nth}: ${rule}, ${scope}`,
      does: ({ sql, assignments }) =>
        sql`
        update assignment_bill_terms set overtime_rule = ${rule}, scope = ${scope}
         where assignment_id = ${assignments[nth % assignments.length] ?? ""}`,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ nth, rate: fc.constantFrom("55.55", "99.99", "120") }).map((
      { nth, rate },
    ): Step => ({
      what: `bill rate ${rate} of ${nth}, by the secret key`,
      does: ({ sql, assignments }) =>
        asKey(sql, (sql) =>
          sql`update assignment_rates set bill_rate = ${rate}
               where assignment_id = ${assignments[nth % assignments.length] ?? ""}`),
    })),
  },
  {
    weight: 1,
    arbitrary: toOne(
      "adjustment of -500, by the secret key",
      ["draft"],
      (sql, id) =>
        asKey(sql, (sql) =>
          sql`insert into invoice_lines (invoice_id, kind, description, amount)
            values (${id}, 'adjustment', 'Goodwill', -500)`),
    ),
  },
  {
    weight: 1,
    arbitrary: toOne(
      "a total by the secret key",
      ["draft"],
      (sql, id) => asKey(sql, (sql) => sql`update invoices set total = 1 where id = ${id}`),
    ),
  },
);

/** Rules that a week's assignments have: one, or any of them. */
const rules = fc.oneof(
  ...OVERTIME_RULES.map((rule) => fc.constant([rule])),
  ...OVERTIME_RULES.map(() => fc.constant([...OVERTIME_RULES])),
);

/** As it should be: all is approved, billed and sent. */
const billed: Step = {
  what: "all approved, billed and sent",
  does: async (week) => {
    for (const nth of week.entries.keys()) await approve(week, nth);
    await runWeek(week.sql, week.monday);
    await send(week.sql, await invoicesOf(week, "draft"));
  },
};

/** A week, of what employment, billed in what scope, and what is done to it. */
export const randomBills = fc.record({
  scope: fc.constantFrom<BillScope>("facility", "assignment", "contractor", "contractor"),
  employmentType: fc.oneof(
    { weight: 6, arbitrary: fc.constant("w2" as const) },
    { weight: 1, arbitrary: fc.constant("1099" as const) },
  ),
  shifts: fc.tuple(rules.chain((some) => randomWeek(some)), fc.infiniteStream(facility)).map(
    ([week, facilities]) =>
      week.map((shift): PlacedShift => ({ ...shift, facility: facilities.next().value })),
  ),
  steps: fc.oneof(
    fc.array(step, { minLength: 8, maxLength: 30 }),
    fc.array(step, { maxLength: 6 }).map((later) => [billed, ...later]),
  ),
});

/** Makes the contractor and the week from a day on, submitted, on assignments of just that week; the shifts' ids are in their order. */
export async function workWeek(
  sql: postgres.Sql,
  monday: string,
  shifts: readonly PlacedShift[],
  employmentType: "w2" | "1099",
  scope: BillScope,
): Promise<Week> {
  const [contractorId = ""] = await addContractors(sql, 1, employmentType);
  const [first = "", second = ""] = await addFacilities(sql, ["Mercy", "South"]);
  const facilities = [first, second] as const;
  const places = [...new Set(shifts.map(({ facility, rule }) => `${facility} ${rule}`))];
  const ids = await addAssignments(
    sql,
    places.map((place, i) => {
      const [facility, rule] = place.split(" ");
      return {
        contractorId,
        facilityId: facilities[Number(facility) as 0 | 1],
        startDate: monday,
        endDate: dayOfWeek(monday, 7),
        overtimeRule: OVERTIME_RULES.find((one) => one === rule) ?? "none",
        billRate: `${87.65 + i}`,
      };
    }),
  );
  await sql`update assignment_bill_terms set scope = ${scope} where assignment_id = any (${ids})`;
  const assignments = shifts.map(({ facility, rule }) =>
    ids[places.indexOf(`${facility} ${rule}`)] ?? ""
  );
  const entries = shifts.map(() => crypto.randomUUID()).sort();
  await sql`
    insert into time_entries (id, assignment_id, work_date, hours, status)
    select shift.id, shift.assignment_id, shift.day, shift.hours, 'submitted'
      from unnest(${entries}::uuid[], ${assignments}::uuid[],
                  ${shifts.map(({ day }) => dayOfWeek(monday, day))}::text[]::date[],
                  ${shifts.map(({ quarters }) => String(quarters / 4))}::text[]::numeric[])
           as shift (id, assignment_id, day, hours)`;
  return { sql, monday, facilities, assignments, entries };
}
