/** Approved time of contractors, and its classes as `private.classified_time` gives them. */
import type postgres from "postgres";
import {
  addAssignments,
  OVERTIME_RULES,
  type OvertimeRule,
} from "../../../fixtures/assignments.ts";
import { plusDays } from "../../../fixtures/days.ts";
import { addContractors, addFacilities, type EmploymentType } from "../../../fixtures/people.ts";

/** One approved time entry; those of one day and rule count in the order they are given. */
export interface Shift {
  readonly date: string;
  readonly hours: number | string;
  readonly rule: OvertimeRule;
}

/** An entry's hours by class, as the database writes them: `"8.00"`. */
export interface Classes {
  readonly regular: string;
  readonly overtime: string;
  readonly doubletime: string;
}

/** A contractor who has worked, each shift on their assignment under its rule. */
export interface Worker {
  readonly contractorId: string;
  readonly assignmentIds: Readonly<Record<OvertimeRule, string>>;
  /** In the order of the shifts. */
  readonly entryIds: readonly string[];
}

/** Makes a contractor with an assignment under each rule, all at a facility of its own, and the shifts. */
export async function work(
  sql: postgres.Sql,
  shifts: readonly Shift[],
  { employmentType = "w2" }: { employmentType?: EmploymentType } = {},
): Promise<Worker> {
  const [contractorId = ""] = await addContractors(sql, 1, employmentType);
  const facilities = await addFacilities(sql, OVERTIME_RULES);
  const ids = await addAssignments(
    sql,
    OVERTIME_RULES.map((overtimeRule, nth) => ({
      contractorId,
      facilityId: facilities[nth] ?? "",
      startDate: "2020-01-01",
      overtimeRule,
    })),
  );
  const assignmentIds = Object.fromEntries(
    OVERTIME_RULES.map((rule, nth) => [rule, ids[nth]]),
  ) as Record<OvertimeRule, string>;
  const entries = await sql<{ id: string }[]>`
    insert into public.time_entries (id, assignment_id, work_date, hours, status, created_at)
    select shift.id, shift.assignment_id, shift.date, shift.hours, 'approved',
           timestamptz '2020-01-01' + shift.nth * interval '1 second'
      from unnest(${shifts.map(() => crypto.randomUUID()).sort()}::uuid[],
                  ${shifts.map(({ rule }) => assignmentIds[rule])}::uuid[],
                  ${shifts.map(({ date }) => date)}::text[]::date[],
                  ${shifts.map(({ hours }) => String(hours))}::text[]::numeric[])
           with ordinality as shift (id, assignment_id, date, hours, nth)
     order by shift.nth
    returning id`;
  return { contractorId, assignmentIds, entryIds: entries.map(({ id }) => id) };
}

/** The entry of a worker's n-th shift, 1 being the first. */
export function entryOf({ entryIds }: Worker, n: number): string {
  const id = entryIds[n - 1];
  if (id === undefined) throw new Error(`the worker has no shift ${n}`);
  return id;
}

/** The classes of workers' entries in the workweeks that begin on the days, by entry; for billing, with entries to bill. */
export async function classesOf(
  sql: postgres.Sql,
  workers: readonly Worker[],
  weekStarts: readonly string[],
  entryIdsToBill: readonly string[] | null = null,
): Promise<Map<string, Classes>> {
  const rows = await sql<(Classes & { id: string })[]>`
    select time_entry_id as id, regular_hours::text as regular, overtime_hours::text as overtime,
           doubletime_hours::text as doubletime
      from private.classified_time(
             ${workers.flatMap((worker) => weekStarts.map(() => worker.contractorId))}::uuid[],
             ${workers.flatMap(() => weekStarts)}::text[]::date[],
             ${entryIdsToBill as string[] | null}::uuid[])`;
  return new Map(rows.map(({ id, ...classes }) => [id, classes]));
}

/** A worker's classes in the order of their shifts, each as `"regular/overtime/doubletime"`. */
export async function splitOf(
  sql: postgres.Sql,
  worker: Worker,
  ...weekStarts: readonly string[]
): Promise<string[]> {
  const classes = await classesOf(sql, [worker], weekStarts);
  return worker.entryIds.flatMap((id) => {
    const entry = classes.get(id);
    return entry === undefined
      ? []
      : [[entry.regular, entry.overtime, entry.doubletime].map(Number).join("/")];
  });
}

/** The n-th day of a workweek, 1 being its first. */
export function dayOfWeek(weekStart: string, n: number): string {
  return plusDays(weekStart, n - 1);
}

/** Removes all time, whatever its state, as if nobody had entered any: what refers to it goes too. */
export async function removeTime(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // time is not deleted once it is submitted
    await sql`truncate time_entries cascade`;
  });
}
