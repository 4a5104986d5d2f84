import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { loadReceipts } from "./load_receipts.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const RECONCILIATIONS = 10_000;
const FACILITIES = 500;
const CONNECTIONS = 8;
const ROUNDS = 3;

/**
 * Cost of confirming beside merely writing the same rows, by several people who meet on the same
 * invoices.
 */
export const confirmReconciliations: Benchmark = {
  name: "confirm-reconciliations",
  aim:
    "10,000 reconciliations from 8 connections: at most 3 × a bare insert and update of the same rows",
  run: async (context) => {
    const checks = context.size(RECONCILIATIONS);
    const ours = () =>
      confirmAll(context, checks, "select from public.confirm_check_reconciliation($1)");
    const floor = () => confirmAll(context, checks, "select bare.post($1)");
    const figure = againstFloor(await inTurns(ROUNDS, ours, floor));
    const perSecond = count(Math.round(checks / (figure.time ?? NaN) * 1000));
    return [{
      name: "confirm_check_reconciliation, against a bare insert and update of the same rows",
      size: `${count(checks)} from ${CONNECTIONS} connections`,
      mostRatio: 3,
      ...figure,
      note: `${perSecond} a second; ${figure.note}`,
    }];
  },
};

/** Confirms all on a clone, each connection one after the other, neighbours at the same moment. */
async function confirmAll(context: BenchContext, checks: number, call: string): Promise<number> {
  await using database = await context.databases.clone(`receipts_${checks}`, async (sql) => {
    await loadReceipts(sql, { checks, facilities: context.size(FACILITIES) });
    await makeFloor(sql);
  });
  const connections = Array.from({ length: CONNECTIONS }, () => connect(database.url));
  const [sql] = connections;
  if (sql === undefined) throw new Error("no connection");
  try {
    const rows = await sql<{ id: string }[]>`
      select reconciliation.id
        from public.check_reconciliations as reconciliation
        join public.checks as received on received.id = reconciliation.check_id
       order by received.check_number::int`;
    await Promise.all(connections.map((sql) => sql`select`));
    const took = await timed(() =>
      Promise.all(connections.map(async (sql, nth) => {
        for (let at = nth; at < rows.length; at += CONNECTIONS) {
          await sql.unsafe(call, [rows[at]?.id ?? ""], { prepare: true });
        }
      }))
    );
    await assertEveryCentLanded(sql);
    context.report(`${call}: ${duration(took)}`);
    return took;
  } finally {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })));
  }
}

async function assertEveryCentLanded(sql: postgres.Sql): Promise<void> {
  const [sums] = await sql`
    select (select sum(amount) from public.check_reconciliation_lines) as proposed,
           (select sum(amount) from public.payments where check_reconciliation_id is not null) as paid,
           (select sum(amount_paid + interest_paid) from public.invoices where issue_date > '2026-01-01') as on_invoices,
           (select sum(amount) from public.checks) - (select sum(remaining) from public.facility_credits) as spent,
           (select count(*) from public.check_reconciliations where status <> 'confirmed') as left`;
  const distinct = new Set([sums?.proposed, sums?.paid, sums?.on_invoices, sums?.spent]);
  if (distinct.size > 1 || sums?.left !== "0") throw new Error(JSON.stringify(sums));
}

/** The floor as a function: it writes the same rows, triggers off, and asks nothing. */
async function makeFloor(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema bare;
    create function bare.post(reconciliation_id uuid) returns void language plpgsql
    set session_replication_role = replica as $$
    declare
        v_check public.checks;
        v_spent numeric;
    begin
        with line as (
            select * from public.check_reconciliation_lines where check_reconciliation_id = reconciliation_id),
        audited as (
            insert into public.audit_log (procedure, table_name, row_id, old, new)
            select 'confirm_check_reconciliation', 'invoices', id, to_jsonb(invoice), to_jsonb(invoice)
              from public.invoices as invoice
             where id in (select invoice_id from line))
        insert into public.payments (invoice_id, check_reconciliation_id, paid_on, component, amount)
        select invoice_id, reconciliation_id, '2026-02-20', component, amount from line;
        update public.invoices as invoice
           set amount_paid = amount_paid + principal, interest_paid = interest_paid + interest,
               status = case when amount_paid + principal = total then 'paid' else 'partially_paid' end,
               paid_at = case when amount_paid + principal = total then now() end,
               principal_paid_on = '2026-02-20', interest_computed_on = null
          from (select invoice_id,
                       coalesce(sum(amount) filter (where component = 'principal'), 0) as principal,
                       coalesce(sum(amount) filter (where component = 'interest'), 0) as interest
                  from public.check_reconciliation_lines
                 where check_reconciliation_id = reconciliation_id group by invoice_id) as line
         where id = invoice_id;
        select sum(amount) into v_spent from public.check_reconciliation_lines
         where check_reconciliation_id = reconciliation_id;
        update public.checks set status = 'reconciled', reconciled_at = now()
         where id = (select check_id from public.check_reconciliations where id = reconciliation_id)
        returning * into v_check;
        if v_check.amount > v_spent then
            insert into public.facility_credits (facility_id, check_id, amount, remaining)
            values (v_check.facility_id, v_check.id, v_check.amount - v_spent, v_check.amount - v_spent);
            insert into public.audit_log (procedure, table_name, row_id, new)
            select 'confirm_check_reconciliation', 'facility_credits', id, to_jsonb(credit)
              from public.facility_credits as credit where check_id = v_check.id;
        end if;
        update public.check_reconciliations set status = 'confirmed', confirmed_at = now() where id = reconciliation_id;
        insert into public.audit_log (procedure, table_name, row_id, old, new)
        values ('confirm_check_reconciliation', 'checks', v_check.id, to_jsonb(v_check), to_jsonb(v_check));
        insert into public.audit_log (procedure, table_name, row_id, old, new)
        select 'confirm_check_reconciliation', 'check_reconciliations', id, to_jsonb(made), to_jsonb(made)
          from public.check_reconciliations as made where id = reconciliation_id;
    end;
    $$`);
}
