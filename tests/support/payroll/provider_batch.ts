/** A closed batch with all that payroll providers are told of, always the same, and files as their readers take them apart. */
import { parse } from "csv-parse/sync";
import { Decimal } from "decimal.js";
import type postgres from "postgres";
import { dayOfWeek, work } from "../time/worked_time.ts";
import { close, prepare } from "./batches.ts";
import { workState } from "./earnings.ts";
import { adjustment, payRate, stipend } from "./extras.ts";

const MONDAY = "2026-03-02";

type Rule = "flsa" | "california" | "colorado";
const on = (n: number, hours: number, rule: Rule = "flsa") => ({
  date: dayOfWeek(MONDAY, n),
  hours,
  rule,
});

/**
 * Three people of W-2 and one of 1099, two workweeks: overtime, doubletime, two states, rates of half cents, stipends, a
 * bonus, a reimbursement and, unless said otherwise, a deduction. Names have quotes, delimiters and umlauts.
 */
export async function providerBatch(
  sql: postgres.Sql,
  { deduction = true }: { deduction?: boolean } = {},
): Promise<string> {
  await amy(sql);
  const bea = await work(sql, [
    ...[1, 2].map((n) => on(n, 13.5, "california")),
    ...[3, 4, 5].map((n) => on(n, 10, "colorado")),
    on(8, 8, "colorado"),
  ]);
  await name(sql, bea.contractorId, 'Beatriz, "Bea"', "Núñez; O'Hara", "100002");
  await payRate(sql, bea.assignmentIds.california, "2020-01-01", "41.37");
  await payRate(sql, bea.assignmentIds.colorado, "2020-01-01", "30.15");
  await workState(sql, bea.assignmentIds.california, "CA");
  await stipend(sql, bea.assignmentIds.california, "hours_driven", "57");
  await stipend(sql, bea.assignmentIds.colorado, "reimbursement", "100");
  await adjustment(sql, bea.contractorId, MONDAY, "bonus", "250");
  await adjustment(sql, bea.contractorId, MONDAY, "reimbursement", "84.50");
  if (deduction) await adjustment(sql, bea.contractorId, MONDAY, "deduction", "120");

  const cyd = await work(sql, [on(1, 7.5), on(3, 7.5)]);
  await name(sql, cyd.contractorId, "Cyd", "Cole", "100003");
  await payRate(sql, cyd.assignmentIds.flsa, "2020-01-01", "33.33");
  await payRate(sql, cyd.assignmentIds.flsa, dayOfWeek(MONDAY, 3), "35.33");

  await dan(sql);
  return await closed(sql);
}

/** Two people of W-2 who have one rate each, and one of 1099: overtime with a bonus, and a reimbursement. */
export async function oneRateBatch(sql: postgres.Sql): Promise<string> {
  const amyId = await amy(sql);
  await adjustment(sql, amyId, MONDAY, "bonus", "250");
  await adjustment(sql, amyId, MONDAY, "reimbursement", "84.50");

  const eve = await work(sql, [on(1, 8), on(2, 6.5)]);
  await name(sql, eve.contractorId, "Eve", "Earl", "100005");
  await payRate(sql, eve.assignmentIds.flsa, "2020-01-01", "41.37");

  await dan(sql);
  return await closed(sql);
}

function name(sql: postgres.Sql, id: string, first: string, last: string, number: string) {
  return sql`update contractors set first_name = ${first}, last_name = ${last}, payroll_number = ${number} where id = ${id}`;
}

/** 71 hours at 33.33, and five of overtime. */
async function amy(sql: postgres.Sql): Promise<string> {
  const { contractorId, assignmentIds } = await work(sql, [
    ...[1, 2, 3, 4, 5].map((n) => on(n, 9)),
    ...[8, 9, 10, 11].map((n) => on(n, 7.75)),
  ]);
  await name(sql, contractorId, "Amy", "Able", "100001");
  await payRate(sql, assignmentIds.flsa, "2020-01-01", "33.33");
  return contractorId;
}

/** 20 hours of 1099 at 75. */
async function dan(sql: postgres.Sql): Promise<void> {
  const { contractorId, assignmentIds } = await work(sql, [on(2, 20)], { employmentType: "1099" });
  await name(sql, contractorId, "Dan", "Dole", "100004");
  await payRate(sql, assignmentIds.flsa, "2020-01-01", "75");
}

async function closed(sql: postgres.Sql): Promise<string> {
  await sql`
    update earning_codes as known set code = given.code
      from (values ('regular', 'REG'), ('overtime', 'OT'), ('doubletime', 'DT'), ('adjusting_amount', 'ADJ'),
                   ('hours_driven_stipend', 'STP'), ('reimbursement_stipend', 'PDM'), ('bonus', 'BON'),
                   ('reimbursement', 'RMB'), ('deduction', 'DED')) as given (earning, code)
     where known.earning = given.earning`;
  const batch = await prepare(sql, MONDAY, 2);
  await close(sql, batch);
  return batch;
}

/** Adds a profile; its name is its kind unless said otherwise. */
export async function addProfile(
  sql: Pick<postgres.Sql, "unsafe">,
  kind: string,
  settings: unknown,
  name = kind,
): Promise<string> {
  await sql.unsafe(
    "insert into payroll_profiles (name, kind, settings) values ($1, $2, $3::text::jsonb)",
    [name, kind, JSON.stringify(settings)],
  );
  return name;
}

/** Rows of a file, by the titles of its columns. */
export function rowsOfFile(
  file: string,
  delimiter = ",",
): Readonly<Record<string, string>>[] {
  return parse(file, { columns: true, delimiter });
}

/** Pay of hours by a provider: it rounds each row itself. */
export function hoursPay(
  hours: string | undefined,
  rate: string | undefined,
  factor: number,
): Decimal {
  if (!hours) return new Decimal(0);
  return new Decimal(hours).times(factor).times(rate ?? "").toDecimalPlaces(
    2,
    Decimal.ROUND_HALF_UP,
  );
}

/** Sums by key, as money: `{"100001": "1500.02"}`. */
export function sums(
  paid: readonly (readonly [key: string, amount: Decimal])[],
): Record<string, string> {
  const totals = new Map<string, Decimal>();
  for (const [key, amount] of paid) {
    totals.set(key, (totals.get(key) ?? new Decimal(0)).plus(amount));
  }
  return Object.fromEntries([...totals].map(([key, total]) => [key, total.toFixed(2)]));
}

/** Pay of the batch by payroll number, of one employment. */
export async function payByNumber(
  sql: postgres.Sql,
  batch: string,
  employment = "w2",
): Promise<Record<string, string>> {
  const rows = await sql<{ number: string; pay: string }[]>`
    select contractor.payroll_number as number, item.gross_pay::text as pay
      from payroll_items as item join contractors as contractor on contractor.id = item.contractor_id
     where item.payroll_batch_id = ${batch} and (item.employment_type = 'w2') = (${employment}::text = 'w2')
     order by 1`;
  return Object.fromEntries(rows.map(({ number, pay }) => [number, pay]));
}

/** Pay of W-2 people by payroll number and work state, as our own file has it. */
export async function payByState(
  sql: postgres.Sql,
  batch: string,
): Promise<Record<string, string>> {
  const rows = await sql<{ key: string; pay: string }[]>`
    select concat_ws(' ', payroll_number, work_state) as key, sum(amount)::text as pay
      from payroll_earnings(${batch}) where employment = 'w2' group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ key, pay }) => [key, pay]));
}
