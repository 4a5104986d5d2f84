// Money does not count from a day that has not come: a check of 2062 would pay today, and be missing from today's aging.
import { assertEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { receive } from "../../support/receivables/receipts.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

/** The 20th in Denver, and the 21st in London. */
const EVENING = { clock: "2026-05-20 20:00:00-06" };

const refuses = (attempt: PromiseLike<unknown>) => assertRefused(attempt, 409, "day_not_come");

Deno.test("checks/are_not_received_on_a_day_that_has_not_come_whoever_enters_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const enter = (day: string) =>
      `insert into checks (facility_id, amount, received_on) values ('${firm.people.north}', 7, '${day}') returning id`;
    for (const caller of ["billing", "admin", "service"] as const) {
      const [check] = await runAs(sql, firm, caller, enter("2026-05-20"));
      await refuses(runAs(sql, firm, caller, enter("2026-05-21")));
      const move = `update checks set received_on = '2062-01-01' where id = '${check?.id}'`;
      await refuses(runAs(sql, firm, caller, move));
    }
    await sql.unsafe(enter("2026-05-20"));
    await assertRejectsWith(() => sql.unsafe(enter("2062-01-01")), {
      message: /^The check cannot have been received on 2062-01-01, a day that has not come yet\.$/,
      hint: /^Give a day up to 2026-05-20\.$/,
    });
  }, EVENING));

Deno.test("checks/of_an_earlier_release_that_are_of_a_day_to_come_change_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const check = await receive(firm, "70", "2026-05-20");
    await sql`alter table checks disable trigger checks_were_not_received_later`;
    await sql`update checks set received_on = '2062-01-01'`;
    await sql`alter table checks enable trigger checks_were_not_received_later`;
    await sql`update checks set amount = 80 where id = ${check}`;
    await sql`update checks set received_on = '2026-05-19' where id = ${check}`;
  }, EVENING));

Deno.test("invoices/are_issued_at_most_a_month_ahead", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await draft(firm), await draft(firm)];
    await refuses(send(sql, [one], "2026-06-21"));
    await refuses(sql`
      insert into invoices (facility_id, period_start, period_end, status, number, issue_date, due_date)
      values (${firm.facilityId}, '2026-01-05', '2026-01-11', 'sent', '1', '2026-06-21', '2026-06-21')`);
    assertEquals((await sql`select from invoices where status <> 'draft'`).length, 0);
    await send(sql, [one], "2026-06-20");
    await send(sql, [other], "2026-05-20");
  }, EVENING));

Deno.test("checks_and_invoices/are_not_returned_and_voided_at_a_time_that_has_not_come", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const check = await receive(firm, "70", "2026-05-20");
    const [invoice, other] = [await draft(firm), await draft(firm)];
    await send(sql, [invoice, other]);
    await refuses(
      sql`update checks set status = 'returned', returned_at = '2062-01-01 12:00:00Z' where id = ${check}`,
    );
    await refuses(
      sql`update invoices set status = 'void', voided_at = '2062-01-01 12:00:00Z' where id = ${invoice}`,
    );
    await sql`update checks set status = 'returned' where id = ${check}`;
    await sql`update invoices set status = 'void', voided_at = '2026-05-20 20:00:00-06' where id = ${invoice}`;
  }, EVENING));
