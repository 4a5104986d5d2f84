// An upgrade to 1.0.0, which refuses money of days that have not come, lists what an earlier release took.
import { assertEquals } from "@std/assert";
import postgres from "postgres";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import {
  applyMigration,
  applyMigrations,
  readHistory,
  readMigrations,
} from "../../stack/schema/migrations.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withEmptyDatabase } from "./databases.ts";

const LAST_TO_TAKE_THEM = "20261123182725"; // 0.14.0

const ROWS = `
  insert into public.facilities (id, name)
  values ('00000000-0000-4000-8000-000000000001', 'Harrow');
  insert into public.checks (id, facility_id, amount, received_on)
  select ('00000000-0000-4000-8000-00000000001' || n)::uuid, facility.id, n, day::date
    from public.facilities as facility
   cross join (values (1, current_date::text), (2, '2062-01-01')) as received (n, day);
  update public.checks set status = 'returned', returned_at = '2062-02-03 12:00:00Z' where amount = 1;
  insert into public.invoices (
         facility_id, period_start, period_end, status, number, issue_date, due_date, voided_at)
  select facility.id, '2026-01-05', '2026-01-11', status, number, '2062-01-02', '2062-01-02', voided_at::timestamptz
    from public.facilities as facility
   cross join (values ('sent', 'A-1', null), ('void', 'A-2', '2062-02-04 12:00:00Z'))
              as issued (status, number, voided_at);
`;

Deno.test("upgrade/to_1_0_0_lists_money_of_days_that_have_not_come_and_leaves_it", () =>
  withEmptyDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", async (url) => {
    const files = await readMigrations(await pendingMigrations());
    await withConnection(url, async (sql) => {
      await readHistory(sql); // makes it
      for (const file of files) {
        if (file.version <= LAST_TO_TAKE_THEM) await applyMigration(sql, file);
      }
      await sql.unsafe(ROWS);
    });
    const money = () =>
      withConnection(url, async (sql) =>
        [
          ...await sql`select amount, received_on, returned_at, status from checks order by amount`,
          ...await sql`select number, issue_date, voided_at, status from invoices order by number`,
        ].map((row) => ({ ...row })));
    const before = await money();
    const warnings: string[] = [];
    const sql = postgres(url, {
      max: 1,
      onnotice: ({ severity, message }) => {
        if (severity === "WARNING") warnings.push(message ?? "");
      },
      connection: { TimeZone: "UTC" },
    });
    try {
      await applyMigrations(sql, await pendingMigrations());
    } finally {
      await sql.end();
    }
    assertEquals(warnings, [
      "Invoice A-1 is dated 2062-01-02, more than a month ahead. Void or credit it, and send it again.",
      "Invoice A-2 is void at 2062-02-04 12:00:00+00, which has not come yet. Until then it counts in reports.",
      "The check 00000000-0000-4000-8000-000000000011 over 1.00 is returned at 2062-02-03 12:00:00+00, which has not come yet. Until then it counts in reports.",
      "The check 00000000-0000-4000-8000-000000000012 of Harrow over 2.00 is dated 2062-01-01, which has not come yet. Correct its day, or return it.",
    ]);
    assertEquals(await money(), before);
  }));
