/** Subjects of examples: their shape, and rows that several of them make. */
import type postgres from "postgres";
import { Firm } from "../support/firm.ts";
import { draftOf, periodInThePast } from "../support/payroll/batches.ts";
import { adjustment } from "../support/payroll/extras.ts";
import { overpay } from "../support/payroll/overpaid.ts";
import { enterShift } from "../support/time/shifts.ts";

/** Subject of a procedure's example. */
export interface Example {
  /** Values of its placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** Row of the answer: which row it is, and what the call did. */
  readonly shows: Readonly<Record<string, string | number | boolean>>;
  /** Action to take once it was called. */
  readonly after?: (sql: postgres.Sql) => Promise<void>;
}

/** Per procedure what its example in docs/api.md is about. */
export type Examples = Readonly<Record<string, (sql: postgres.Sql) => Promise<Example>>>;

/** A contractor who is to get a bonus of 250.00. */
export async function contractorWithBonus(sql: postgres.Sql, payableOn: string): Promise<string> {
  const [contractor] = await sql<[{ id: string }]>`
    insert into public.contractors (first_name, last_name, email)
    values ('Ada', 'Nurse', ${crypto.randomUUID() + "@example.org"}) returning id`;
  await adjustment(sql, contractor.id, payableOn, "bonus", "250");
  return contractor.id;
}

/** A draft batch that pays a contractor a bonus of 250.00 and nothing else. */
export async function draftWithBonus(
  sql: postgres.Sql,
): Promise<{ contractor_id: string; payroll_batch_id: string }> {
  const { id, periodStart } = await periodInThePast(sql);
  const contractor_id = await contractorWithBonus(sql, periodStart);
  const [batch] = await sql<[{ id: string }]>`select id from public.prepare_payroll_draft(${id})`;
  return { contractor_id, payroll_batch_id: batch.id };
}

/** An empty draft batch of a period in the past. */
export async function draftBatch(sql: postgres.Sql): Promise<string> {
  return await draftOf(sql, (await periodInThePast(sql)).periodStart);
}

/** A contractor of whose week of the examples a closed batch found that 200.00 too much was paid. */
export async function overpaidContractor(sql: postgres.Sql): Promise<string> {
  const assignment = await (await Firm.create(sql)).assignment();
  const [{ id }] = await sql<[{ id: string }]>`
    select contractor_id as id from public.assignments where id = ${assignment}`;
  return await overpay(sql, id, await draftBatch(sql));
}

/** An employee who worked in California on a day of the examples, a shift of 12 hours without a break. */
export async function employeeWithoutBreak(sql: postgres.Sql): Promise<string> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await sql`update public.facilities set work_state = 'CA' where id = ${firm.facilityId}`;
  await enterShift(sql, assignment, "2026-03-02T15:00Z", "2026-03-03T03:00Z");
  for (const status of ["submitted", "approved"]) {
    await sql`update public.time_entries set status = ${status} where assignment_id = ${assignment}`;
  }
  const [{ id }] = await sql<[{ id: string }]>`
    select contractor_id as id from public.assignments where id = ${assignment}`;
  return id;
}

/** A facility with an approved day in the week of the examples. */
export async function billableFacility(sql: postgres.Sql): Promise<string> {
  const firm = await Firm.create(sql);
  await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
  return firm.facilityId;
}
