// What tools/json_shapes.ts says of the columns of type jsonb is what they hold: the database refuses any other shape,
// by whatever key.
import type postgres from "postgres";
import type {
  AccrueInterestCounts,
  BillingRunDetail,
  InterestBreakdown,
  LockEndedCounts,
} from "../../../tools/json_shapes.ts";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { actingAs } from "../../support/access/acting.ts";
import { draft, facilityWithTime, runWeek } from "../../support/billing/runs.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertViolates } from "../../support/sql/refusal.ts";

const SECRET_KEY = { role: "service_role", claims: '{"role": "service_role"}' };

/** Writes each to a column of all rows with the secret key: the wrong ones are refused by the constraint, the right ones not. */
async function assertTakes(
  sql: postgres.Sql,
  column: `${string}.${string}`,
  constraint: string,
  { right, wrong }: { right: readonly unknown[]; wrong: readonly unknown[] },
): Promise<void> {
  const [table = "", name = ""] = column.split(".");
  const write = (value: unknown) =>
    actingAs(
      sql,
      SECRET_KEY,
      (sql) => sql`update ${sql(table)} set ${sql(name)} = ${JSON.stringify(value)}::text::jsonb`,
    );
  for (const value of wrong) await assertViolates(write(value), constraint, JSON.stringify(value));
  for (const value of right) await write(value);
}

const without = (value: object, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

/** The value without each of its keys in turn, and with one more. */
const otherKeys = (
  value: object,
) => [...Object.keys(value).map((key) => without(value, key)), { ...value, more: 1 }];

Deno.test("jsonb_shapes/interest_breakdown_explains_interest_or_an_error", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.pay(invoice, "2026-04-11", "400.00");
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    const [row] = await sql<{ told: Exclude<InterestBreakdown, { error: string }> }[]>`
      select interest_breakdown as told from invoices`;
    const told = row?.told;
    const [segment, ...others] = told?.segments ?? [];
    if (told === undefined || segment === undefined || others.length === 0) {
      throw new Error("no segments");
    }
    const withFirst = (first: unknown) => ({ ...told, segments: [first, ...others] });
    const withLast = (last: unknown) => ({ ...told, segments: [segment, last] });
    await assertTakes(
      sql,
      "invoices.interest_breakdown",
      "interest_breakdown_explains_interest_or_an_error",
      {
        right: [
          told,
          { error: "terms[0].annualRate: too large" },
          { ...told, segments: [] },
          withLast({ ...segment, days: 0 }),
        ], // the 31st of 30/360 is no day
        wrong: [
          ...[null, 1, "4.93", [], {}, [told], { total: "4.93" }],
          ...[{ error: 1 }, { error: "no", interest: "0.00" }, { ...told, error: "no" }],
          ...otherKeys(told),
          ...[4.93, "4.9", "4.930", "-4.93", "1e2", ["4.93"], null].map((interest) => ({
            ...told,
            interest,
          })),
          { ...told, fee: 25 },
          ...["yesterday", 20260501, ["2026-05-01"]].map((accruedThrough) => ({
            ...told,
            accruedThrough,
          })),
          ...[null, {}, segment, [[segment]], ["x"]].map((segments) => ({ ...told, segments })),
          ...Object.keys(segment).map((key) => withFirst(without(segment, key))),
          ...Object.keys(segment).map((key) => withLast(without(segment, key))),
          ...["10", [10], null].map((days) => withFirst({ ...segment, days })),
          ...[1000, "1000", "1,000.00"].map((principal) => withFirst({ ...segment, principal })),
          ...[0.18, null].map((rate) => withLast({ ...segment, rate })),
          ...[4.93, "4.9", "-4.93"].map((interest) => withLast({ ...segment, interest })),
          ...["from", "to"].map((name) => withFirst({ ...segment, [name]: 1 })),
        ],
      },
    );
  }));

const HOURS = ["regular_hours", "overtime_hours", "doubletime_hours", "late_hours"];

/** What runs before 0.13.0 said of a facility. */
const asBeforeGroups = (detail: object) =>
  ["group_key", "group_name", "period_start", "period_end"].reduce(without, detail);

/** What runs before 0.11.0 said of a facility. */
const asBefore = (detail: object) =>
  [...HOURS, "last_week_amount"].reduce(without, asBeforeGroups(detail));

Deno.test("jsonb_shapes/billing_run_details_are_outcomes", () =>
  withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "North", "2026-03-02");
    await draft(await facilityWithTime(sql, "West", "2026-03-04"), { end: "2026-03-04" });
    const { details } = await runWeek(sql);
    const { details: dry } = await runWeek(sql, undefined, { dryRun: true });
    const [created, skipped] = details as readonly BillingRunDetail[];
    if (created === undefined || skipped?.outcome !== "skipped") throw new Error("none skipped");
    await assertTakes(sql, "billing_runs.details", "billing_run_details_are_outcomes", {
      right: [
        ...[details, dry, [], [without(created, "invoice_id")]],
        ...[[{ ...created, amount: "-5.00" }], [{ ...created, last_week_amount: "-5.00" }]],
        ...[[asBeforeGroups(created)], [asBeforeGroups(skipped), created]],
        ...[[{ ...created, group_key: "ICU", group_name: 'the "ICU"' }]],
        ...[[asBefore(created)], [asBefore(skipped), created], [
          without(asBefore(created), "invoice_id"),
        ]],
      ],
      wrong: [
        ...[null, 1, {}, created, [[created]], ["created"], [null]],
        ...otherKeys(without(created, "invoice_id")).map((detail) => [detail]),
        ...otherKeys(without(created, "invoice_id")).map((detail) => [skipped, detail]),
        ...otherKeys(without(asBeforeGroups(created), "invoice_id")).map((detail) => [detail]),
        ...otherKeys(without(asBefore(created), "invoice_id")).map((detail) => [detail]),
        ...[null, 1, ["ICU"]].map((group_key) => [{ ...created, group_key }]),
        ...["March", null, 1].map((period_start) => [{ ...created, period_start }]),
        ...[100, "100", ["100.00"], "100.000"].map((amount) => [{ ...created, amount }]),
        ...[8, "8", "-8.00", null].flatMap((hours) =>
          [...HOURS, "last_week_amount"].filter((name) =>
            name !== "last_week_amount" || hours !== "-8.00"
          )
            .map((name) => [{ ...created, [name]: hours }])
        ),
        ...["done", null, ["created"]].map((outcome) => [{ ...created, outcome }]),
        ...["1", -1, 0.5, [1]].map((entries) => [{ ...created, entries }]),
        ...["north", 1].map((id) => [{ ...created, facility_id: id }]),
        ...["draft", 1, [created.invoice_id]].map((id) => [{ ...created, invoice_id: id }]),
        [{ ...created, facility: 1 }],
        [{ ...created, reason: "why not" }],
        [{ ...skipped, reason: null }],
      ],
    });
  }));

Deno.test("jsonb_shapes/job_run_counts_are_of_its_job", () =>
  withDatabase(async ({ sql }) => {
    const constraint = "job_run_counts_are_of_its_job";
    const locked: LockEndedCounts = await lockEndedAssignments(sql);
    const { unapproved: _, ...before } = locked; // as 0.9.0 counted
    const values = (counts: object) => [
      ...[1, "0", [], Object.keys(counts)],
      ...[-1, 0.5, "0", null, [0]].map((remaining) => ({ ...counts, remaining })),
    ];
    const wrong = [...otherKeys(before), ...values(locked), { ...locked, unapproved: "0" }];
    const accrued: AccrueInterestCounts = { scanned: 3, updated: 2, unchanged: 1, remaining: 0 };
    await assertTakes(sql, "job_runs.counts", constraint, {
      right: [locked, before],
      wrong: [...wrong, accrued],
    });
    await sql`delete from job_runs`;
    await accrueOverdueInterest(sql);
    await assertTakes(sql, "job_runs.counts", constraint, {
      right: [accrued],
      wrong: [...otherKeys(accrued), ...values(accrued), locked],
    });
  }));
