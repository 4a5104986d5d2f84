// An upgrade to 1.0.0 tells what section 7 of the FLSA asks of premiums that were paid in 2025 and later.
import { assertEquals } from "@std/assert";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import {
  applyMigration,
  applyMigrations,
  readHistory,
  readMigrations,
} from "../../stack/schema/migrations.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withEmptyDatabase } from "./databases.ts";

const LAST_BEFORE = "20261123182725"; // 0.14.0

/** Five tens at 20.00 under the federal rule, in three weeks; batches paid two, and one is a draft. */
const PAID = `
  insert into public.facilities (id, name) values ('00000000-0000-4000-8000-000000000001', 'Harrow');
  insert into public.contractors (id, first_name, last_name, email, employment_type)
  values ('00000000-0000-4000-8000-000000000002', 'Ada', 'Nurse', 'ada@example.org', 'w2');
  insert into public.assignments (id, contractor_id, facility_id, start_date, overtime_rule)
  values ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002',
          '00000000-0000-4000-8000-000000000001', '2024-01-01', 'flsa');
  insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
  values ('00000000-0000-4000-8000-000000000003', '2024-01-01', 40, 20);
  insert into public.time_entries (assignment_id, work_date, hours, status)
  select '00000000-0000-4000-8000-000000000003', monday::date + nth, 10, 'approved'
    from unnest('{2024-12-02,2025-12-29,2026-03-02}'::text[]) as week (monday)
   cross join generate_series(0, 4) as nth;
  insert into public.payroll_periods (period_start, period_end, pay_date)
  values ('2024-12-02', '2024-12-08', '2024-12-13'), ('2025-12-29', '2026-01-04', '2026-01-09'),
         ('2026-03-02', '2026-03-08', '2026-03-13');
`;

const CLOSE = `
  do $$
  declare
      v_batch public.payroll_batches;
      v_period public.payroll_periods;
  begin
      for v_period in select * from public.payroll_periods order by period_start loop
          v_batch := private.prepare_payroll_draft(v_period.id);
          if v_period.period_start < '2026-03-02' then
              update public.payroll_batches set status = 'in_review' where id = v_batch.id;
              update public.payroll_batches set status = 'approved' where id = v_batch.id;
              update public.payroll_batches set status = 'closed' where id = v_batch.id;
          end if;
      end loop;
  end;
  $$`;

Deno.test("upgrade/to_1_0_0_tells_qualified_overtime_of_pay_dates_from_2025_on", () =>
  withEmptyDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", async (url) => {
    const files = await readMigrations(await pendingMigrations());
    await withConnection(url, async (sql) => {
      await readHistory(sql); // makes it
      for (const file of files) {
        if (file.version <= LAST_BEFORE) await applyMigration(sql, file);
      }
      await sql.unsafe(PAID);
      await sql.unsafe(CLOSE);
    });
    const lines = (more: string) =>
      withConnection(url, async (sql) =>
        (await sql.unsafe<{ line: string }[]>(
          `select concat_ws(' ', week_start, kind, hours, amount ${more}) as line
             from public.payroll_item_lines where kind <> 'straight' order by week_start`,
        )).map(({ line }) => line));
    const before = await lines("");
    assertEquals(before, [
      "2024-12-02 overtime_premium 10.00 100.00",
      "2025-12-29 overtime_premium 10.00 100.00",
      "2026-03-02 overtime_premium 10.00 100.00",
    ]);
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    assertEquals(await lines(""), before);
    assertEquals(await lines(", flsa_premium"), [
      "2024-12-02 overtime_premium 10.00 100.00",
      "2025-12-29 overtime_premium 10.00 100.00 100.00",
      "2026-03-02 overtime_premium 10.00 100.00 100.00",
    ]);
    const guards = await withConnection(
      url,
      (sql) => sql`select tgname from pg_trigger where tgenabled = 'D'`,
    );
    assertEquals([...guards], []);
  }));
