/** Premiums by clock and calendar, and what they add to time. */
import type postgres from "postgres";
import { addContractors } from "../../../fixtures/people.ts";
import type { OvertimeRule } from "../../../fixtures/assignments.ts";
import type { Firm } from "../firm.ts";
import { enterParts, type ShiftOptions } from "./shifts.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Window of a premium, and what an hour of it adds: 5.00 to pay and 10.00 to bill unless either is said. */
export interface Premium {
  readonly title?: string;
  readonly facility?: string;
  readonly assignment?: string;
  readonly from?: string;
  readonly to?: string | null;
  readonly days?: readonly number[];
  /** Such as `"19:00-07:00"`; whole days where it is left out. */
  readonly clock?: string;
  readonly calendar?: string;
  /** Such as `"× 1.5"` or `"+ 5"`; null for nothing. */
  readonly pay?: string | null;
  readonly bill?: string | null;
  readonly combines?: "highest" | "adds";
  readonly codes?: readonly string[];
  readonly creditable?: boolean;
}

/** Adds a premium rule. Gives its id. */
export async function addPremium(sql: Sql, premium: Premium): Promise<string> {
  const [fromTime = null, toTime = null] = premium.clock?.split("-") ?? [];
  const [rule] = await sql.unsafe<[{ id: string }]>(
    `insert into public.premium_rules (
            title, facility_id, assignment_id, effective_from, effective_to, days_of_week, from_time, to_time,
            holiday_calendar_id, pay_multiplier, pay_amount, bill_multiplier, bill_amount, combines, codes, is_creditable)
     values ($1, $2, $3, $4::text::date, $5::text::date, $6::text::smallint[], $7::text::time, $8::text::time, $9,
             $10::text::numeric, $11::text::numeric, $12::text::numeric, $13::text::numeric, $14, $15::text::text[], $16)
     returning id`,
    [
      premium.title ?? "Night",
      premium.facility ?? null,
      premium.assignment ?? null,
      premium.from ?? "2026-01-01",
      premium.to ?? null,
      premium.days === undefined ? null : `{${premium.days.join()}}`,
      fromTime,
      toTime,
      premium.calendar ?? null,
      ...told(premium.pay === undefined ? "+ 5" : premium.pay),
      ...told(premium.bill === undefined ? "+ 10" : premium.bill),
      premium.combines ?? "highest",
      `{${(premium.codes ?? ["regular"]).join()}}`,
      premium.creditable ?? false,
    ],
  );
  return rule.id;
}

function told(what: string | null): [string | null, string | null] {
  if (what === null) return [null, null];
  const [sign, number = ""] = what.split(" ");
  return sign === "×" ? [number, "0"] : ["1", number];
}

/** A calendar of these days. Gives its id. */
export async function addCalendar(
  sql: Sql,
  days: readonly string[],
  facility: string | null = null,
): Promise<string> {
  const [calendar] = await sql.unsafe<[{ id: string }]>(
    "insert into public.holiday_calendars (title, facility_id) values ('Holidays', $1) returning id",
    [facility],
  );
  for (const day of days) {
    await sql.unsafe(
      `insert into public.holiday_calendar_days (calendar_id, day, name)
       values ($1, $2::text::date, 'Holiday')`,
      [calendar.id, day],
    );
  }
  return calendar.id;
}

/** An assignment at the facility of a firm whose hour pays 50 and bills 100, under the federal rule unless said otherwise. */
export async function nurse(
  firm: Firm,
  overtimeRule: OvertimeRule = "flsa",
  payRate = "50",
): Promise<{ assignment: string; contractor: string }> {
  const [contractor = ""] = await addContractors(firm.sql, 1);
  const assignment = await firm.assignmentOf(contractor, {
    overtimeRule,
    payRate,
    billRate: "100",
    startDate: "2025-01-01",
  });
  return { assignment, contractor };
}

/** An approved shift by the clock of Denver, such as `"2026-03-03 07:00"`, `"2026-03-03 17:00"`. Gives its entries' ids. */
export async function shift(
  sql: Sql,
  assignment: string,
  startedAt: string,
  endedAt: string,
  options: ShiftOptions = {},
): Promise<string[]> {
  const [times] = await sql.unsafe<[{ started: string; ended: string }]>(
    `select ($1::text::timestamp at time zone 'America/Denver')::text as started,
            ($2::text::timestamp at time zone 'America/Denver')::text as ended`,
    [startedAt, endedAt],
  );
  const parts = await enterParts(sql, assignment, times.started, times.ended, options);
  const ids = parts.map(({ id }) => id);
  for (const status of ["submitted", "approved"]) {
    await sql.unsafe("update public.time_entries set status = $1 where id = any ($2::uuid[])", [
      status,
      ids,
    ]);
  }
  return ids;
}

/** Sums that premiums add to all time of an assignment, to its pay by 50.00 an hour: `"2026-03-03 Night 2.00 × 5.00"`. */
export async function addedTo(sql: Sql, assignment: string): Promise<string[]> {
  const rows = await sql.unsafe<{ added: string }[]>(
    `select format('%s %s %s × %s', entry.work_date, rule.title, added.quantity, added.rate) as added
       from (select array_agg(id order by id) as ids, array_agg(assignment_id) as assignment_ids,
                    array_agg(50.00) as rates
               from public.time_entries where assignment_id = $1) as asked
      cross join lateral private.differentials_of_time(asked.ids, asked.assignment_ids, asked.rates, true) as added
       join public.time_entries as entry on entry.id = added.time_entry_id
       join public.premium_rules as rule on rule.id = added.premium_rule_id
      order by entry.work_date, entry.started_at, rule.title, added.rate`,
    [assignment],
  );
  return rows.map(({ added }) => added);
}
