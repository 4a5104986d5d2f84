// Time, billing, cash and payroll that are closed through a day take corrections alone, until an admin opens them.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { SERVICE } from "../../support/access/callers.ts";
import { draft } from "../../support/billing/drafts.ts";
import { Firm } from "../../support/firm.ts";
import { staffMember } from "../../support/people/staff.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

type Who = Parameters<typeof actingAs>[1];

/** A firm in March 2026 of whose days an area is closed through the 15th. */
function withClosed(
  area: string,
  test: (closed: {
    firm: Firm;
    sql: postgres.Sql;
    admin: Who;
    as(who: Who, statement: string): Promise<postgres.Row>;
  }) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const admin = await staffMember(sql, "admin");
      const as = async (who: Who, statement: string) =>
        (await actingAs(sql, who, (sql) => sql.unsafe(statement)))[0] ?? {};
      await as(admin, `select close_area('${area}', '2026-03-15')`);
      await test({ firm, sql, admin, as });
    }, { clock: "2026-03-27 18:00:00+00" });
}

Deno.test(
  "close_area/of_time_refuses_all_but_corrections_of_closed_days",
  withClosed("time", async ({ firm, sql, admin, as }) => {
    const assignment = await firm.assignment();
    const [kept, open] = [
      await firm.entry(assignment, "submitted", "2026-03-10"),
      await firm.entry(assignment, "submitted", "2026-03-16"),
    ];
    const insert = (day: string) =>
      `insert into time_entries (assignment_id, work_date, hours) values ('${assignment}', '${day}', 4) returning id`;
    for (const who of [admin, SERVICE]) {
      for (
        const statement of [
          insert("2026-03-15"),
          `update time_entries set status = 'approved' where id = '${kept}'`,
          `update time_entries set status = 'draft' where id = '${kept}'`,
          `update time_entries set status = 'approved' where id in ('${kept}', '${open}')`,
        ]
      ) await assertRefusedUnchanged(sql, () => as(who, statement), 409, "area_closed");
    }
    await as(admin, insert("2026-03-17"));
    await as(admin, `update time_entries set status = 'approved' where id = '${open}'`);

    const draft = await firm.entry(assignment, "draft", "2026-03-11"); // by the owner
    await assertRefused(
      as(admin, `delete from time_entries where id = '${draft}'`),
      409,
      "area_closed",
    );
    await assertRefused(
      as(admin, `update time_entries set work_date = '2026-03-18' where id = '${draft}'`),
      409,
      "area_closed",
    );
    await as(admin, `update time_entries set notes = 'By phone.' where id = '${draft}'`);

    const approved = await firm.entry(assignment, "approved", "2026-03-12", "8");
    await as(admin, `select correct_time_entry('${approved}', 'Left at noon.', hours => 4)`);
    await assertRefused(
      as(admin, `update time_entries set status = 'draft' where id = '${approved}'`),
      409,
      "area_closed",
    );
    await as(admin, `select set_aside_time(array['${kept}']::uuid[], 'Not worked.')`);
    await as(
      admin,
      `select open_area('time', 'It was entered at the wrong facility.', '2026-03-14')`,
    );
    await as(admin, insert("2026-03-15"));
    await assertRefused(as(admin, insert("2026-03-14")), 409, "area_closed");
  }),
);

Deno.test(
  "close_area/of_billing_refuses_invoices_of_closed_days_of_issue_late_ones_too",
  withClosed("billing", async ({ firm, sql, admin, as }) => {
    const [first, second] = [await draft(firm), await draft(firm)];
    const send = (id: string, day: string, late = false) =>
      as(admin, `select send_invoices(array['${id}']::uuid[], '${day}', late => ${late})`);
    for (const late of [false, true]) {
      await assertRefusedUnchanged(sql, () => send(first, "2026-03-15", late), 409, "area_closed");
    }
    await send(first, "2026-03-16");
    await as(admin, `select open_area('billing', 'The last week was forgotten.')`);
    await send(second, "2026-03-15");
    await as(admin, `select close_area('billing', '2026-03-20')`);
    await as(admin, `select credit_invoice('${first}', 'Not theirs.')`);
    await as(admin, `select void_invoice('${second}', 'Not theirs.')`);
  }),
);

Deno.test(
  "close_area/of_cash_refuses_checks_of_closed_days_and_lets_them_be_returned",
  withClosed("cash", async ({ firm, sql, admin, as }) => {
    const insert = (day: string) =>
      `insert into checks (facility_id, check_number, amount, received_on)
       values ('${firm.facilityId}', '${day}', 100, '${day}') returning id`;
    await assertRefused(as(admin, insert("2026-03-15")), 409, "area_closed");
    const { id: open } = await as(admin, insert("2026-03-16"));
    await assertRefused(
      as(admin, `update checks set received_on = '2026-03-15' where id = '${open}'`),
      409,
      "area_closed",
    );
    const [{ id }] = await sql.unsafe<[{ id: string }]>(insert("2026-03-12")); // by the owner
    for (
      const statement of [
        `update checks set amount = 90 where id = '${id}'`,
        `delete from checks where id = '${id}'`,
      ]
    ) await assertRefusedUnchanged(sql, () => as(admin, statement), 409, "area_closed");
    await as(admin, `select return_check('${id}', 'No funds.')`);
  }),
);

Deno.test(
  "close_area/of_payroll_refuses_adjustments_periods_and_batches_of_closed_days",
  withClosed("payroll", async ({ firm, sql, admin, as }) => {
    const assignment = await firm.assignment();
    const adjust = (day: string) =>
      `insert into payroll_adjustments (contractor_id, payable_on, kind, amount, reason)
       select contractor_id, '${day}', 'bonus', 50, 'Well done.' from assignments where id = '${assignment}'`;
    const period = (start: string, end: string) =>
      `insert into payroll_periods (period_start, period_end, pay_date)
       values ('${start}', '${end}', '2026-03-31') returning id`;
    await assertRefused(as(admin, adjust("2026-03-15")), 409, "area_closed");
    await as(admin, adjust("2026-03-16"));
    await assertRefused(as(admin, period("2026-03-02", "2026-03-15")), 409, "area_closed");
    await as(admin, period("2026-03-16", "2026-03-29"));
    const [{ id }] = await sql.unsafe<[{ id: string }]>(
      period("2026-03-02", "2026-03-15"), // by the owner
    );
    const [{ id: nights }] = await sql<[{ id: string }]>`
      insert into pay_groups (name) values ('Nights') returning id`;
    await assertRefused(
      as(admin, `update payroll_periods set pay_group_id = '${nights}' where id = '${id}'`),
      409,
      "area_closed",
    );
    await firm.entry(assignment, "approved", "2026-03-10", "8");
    await assertRefused(as(admin, `select prepare_payroll_draft('${id}')`), 409, "area_closed");
  }),
);

Deno.test(
  "open_area/is_an_admins_with_a_reason_and_in_the_log",
  withClosed("time", async ({ sql, admin, as }) => {
    const billing = await staffMember(sql, "billing");
    const open = "select * from open_area('time', 'The week was forgotten.')";
    await assertRefused(as(billing, open), 403, "role_required");
    await assertRefused(
      as(billing, "select close_area('time', '2026-03-20')"),
      403,
      "role_required",
    );
    await assertRefused(as(admin, "select open_area('time', ' ')"), 400, "reason_missing");
    await assertRefused(
      as(admin, "select open_area('cash', 'Why not.', '2026-03-01')"),
      409,
      "area_not_closed",
    );
    await assertRefused(
      as(admin, "select open_area('time', 'Why not.', '2026-03-20')"),
      409,
      "area_not_closed",
    );
    await assertRefused(
      as(admin, "select close_area('time', '2026-03-01')"),
      409,
      "area_closed_later",
    );
    await assertRefused(as(admin, "select close_area('time', '2026-03-27')"), 409, "day_not_over");
    await assertRefused(as(admin, "select close_area('books', '2026-03-01')"), 400, "area_unknown");
    assertStrictEquals((await as(admin, open))["through"], null);
    const log = await sql`
      select new ->> 'through' as through, new ->> 'reason' as reason, actor is not null as by_somebody
        from audit_log where table_name = 'closed_areas' order by at, new ->> 'through' nulls last`;
    assertEquals(log.map((row) => ({ ...row })), [
      { through: "2026-03-15", reason: null, by_somebody: true },
      { through: null, reason: "The week was forgotten.", by_somebody: true },
    ]);
  }),
);
