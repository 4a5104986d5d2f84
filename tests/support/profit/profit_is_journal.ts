/** Gross profit by the books: what is billed and paid is the journal's revenue and cost, however it is added up. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";

const WAYS = ["assignment", "facility", "customer", "week", "recruiter", "line"] as const;
const EVER = ["2000-01-01", "2100-12-31"] as const;

/** Sums of gross profit's columns by one way. */
interface Sums {
  readonly [column: string]: string;
  readonly billed: string;
  readonly fees: string;
  readonly unbilled: string;
  readonly unpaid: string;
  readonly profit: string;
}

async function sumsBy(
  sql: postgres.Sql,
  by: string,
  [from, to]: readonly [string, string],
): Promise<Sums> {
  const [sums] = await sql<[Sums & { adds_up: boolean }]>`
    select coalesce(sum(hours), 0.00) as hours, coalesce(sum(billed), 0.00) as billed,
           coalesce(sum(fees), 0.00) as fees, coalesce(sum(wages), 0.00) as wages,
           coalesce(sum(premiums), 0.00) as premiums, coalesce(sum(stipends), 0.00) as stipends,
           coalesce(sum(codes), 0.00) as codes, coalesce(sum(reimbursements), 0.00) as reimbursements,
           coalesce(sum(profit_before_burden), 0.00) as before_burden, coalesce(sum(burden), 0.00) as burden,
           coalesce(sum(profit), 0.00) as profit, coalesce(sum(unbilled), 0.00) as unbilled,
           coalesce(sum(unpaid), 0.00) as unpaid,
           coalesce(bool_and(
               profit_before_burden
                   = billed - fees - wages - premiums - stipends - codes - reimbursements
               and profit = profit_before_burden - burden), true) as adds_up
      from gross_profit(${from}, ${to}, ${by})`;
  const { adds_up, ...columns } = sums;
  assertEquals(adds_up, true, `a row by ${by} does not add up`);
  return columns;
}

/** Asserts that each column comes to the same by whatever gross profit is asked for. Gives what it comes to. */
export async function assertAllWaysAgree(
  sql: postgres.Sql,
  days: readonly [string, string] = EVER,
): Promise<Sums> {
  const [first, ...others] = WAYS;
  const sums = await sumsBy(sql, first, days);
  for (const by of others) {
    assertEquals(await sumsBy(sql, by, days), sums, `by ${by}, not as by ${first}`);
  }
  return sums;
}

/**
 * Asserts that gross profit of all days, without what it estimates, is the journal's revenue less wages, premiums,
 * stipends, reimbursements and contractors' cost, by whatever it is asked for. Gives its sums.
 */
export async function assertProfitIsJournal(sql: postgres.Sql): Promise<Sums> {
  const [books] = await sql<[{ revenue: string; cost: string }]>`
    select coalesce(sum(credit - debit) filter (where account ~ '^(revenue|fees)_'), 0.00)::text as revenue,
           coalesce(sum(debit - credit) filter (
               where account in ('wages', 'premiums', 'stipends', 'reimbursements', 'contractor_cost')
                  or account ~ '^pay_'), 0.00)::text as cost
      from journal('2000-01-01', '2100-12-31')`;
  const sums = await assertAllWaysAgree(sql);
  const [told] = await sql<[{ revenue: string; cost: string }]>`
    select (billed - unbilled - fees)::text as revenue,
           (wages + premiums + stipends + codes + reimbursements - unpaid)::text as cost
      from jsonb_to_record(${sql.json(sums)}::jsonb) as sums (
           billed numeric(12, 2), unbilled numeric(12, 2), fees numeric(12, 2), wages numeric(12, 2),
           premiums numeric(12, 2), stipends numeric(12, 2), codes numeric(12, 2), reimbursements numeric(12, 2),
           unpaid numeric(12, 2))`;
  assertEquals({ ...told }, { ...books });
  return sums;
}

/** Asserts that what gross profit has as not billed is time and guarantees to bill, and differences, less their fees. */
export async function assertUnbilledIsWhatIsLeft(sql: postgres.Sql): Promise<void> {
  const [left] = await sql<[{ amount: string; told: string; net: string; unbilled: string }]>`
    select ((select coalesce(sum(amount), 0.00) from private.accrued_revenue('2100-12-31'))
            + (select coalesce(sum(amount), 0.00) from unbilled_differences))::text as amount,
           coalesce(sum(line.billed) filter (where line.row_id is null), 0.00)::text as told,
           coalesce(sum(line.billed - line.fees) filter (where line.row_id is null), 0.00)::text as net,
           coalesce(sum(line.unbilled), 0.00)::text as unbilled
      from gross_profit('2000-01-01', '2100-12-31', 'line') as line`;
  assertEquals([left.told, left.unbilled], [left.amount, left.net]);
}

/** Burdens, and recruiters who share all assignments by thirds, and otherwise from the second week of March on. */
export async function burdenAndShare(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into burden_rates (employment_type, state, effective_from, rate)
    values ('w2', null, '2020-01-01', 0.0765), ('w2', 'CO', '2026-03-09', 0.123457), ('1099', null, '2020-01-01', 0.01)`;
  await sql`
    with member as (
      insert into staff_members (name, email)
      values ('Rae', 'rae@example.org'), ('Sam', 'sam@example.org') returning id, name)
    insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
    select assignment.id, member.id, share.part, share.start::date
      from assignments as assignment
     cross join member
      join (values ('Rae', 0.3333, '2020-01-01'), ('Sam', 0.3333, '2020-01-01'), ('Rae', 0.5, '2026-03-09'),
                   ('Sam', 0.5, '2026-03-09')) as share (name, part, start) on share.name = member.name`;
}
