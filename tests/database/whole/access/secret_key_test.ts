// The secret key may much, but what is billed, paid and kept is written by procedures alone.
import { assert } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const PROCEDURES_ALONE = [
  "payments",
  "facility_credits",
  "payroll_batches",
  "payroll_items",
  "payroll_item_lines",
];

Deno.test("access/the_secret_key_writes_no_payments_credits_and_payroll", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of PROCEDURES_ALONE) {
      for (
        const statement of [
          `insert into ${table} select * from ${table}`,
          `update ${table} set created_at = created_at`,
          `delete from ${table}`,
        ]
      ) await assertDenied(runAs(sql, firm, "service", statement));
      assert((await runAs(sql, firm, "service", `select from ${table}`)).length > 0);
    }
  }));

Deno.test("access/the_secret_key_writes_adjustments_on_drafts_and_no_lines_of_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const run = (statement: string) => runAs(sql, firm, "service", statement);
    const draft = firm.id("invoices", "north draft");
    const time = `where id = '${firm.id("invoice_lines", "north draft, time")}'`;
    await assertDenied(run(
      `insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
       select invoice_id, time_entry_id, 1, 'overtime', work_date, hours, 999, hours * 999
         from invoice_lines ${time}`,
    ));
    for (
      const statement of ["update invoice_lines set description = 'x'", "delete from invoice_lines"]
    ) {
      await assertRefused(run(`${statement} ${time}`), 409, "time_line_not_writable");
    }
    await assertDenied(run(`update invoice_lines set hours = 1 ${time}`));
    const added = await run(
      `insert into invoice_lines (invoice_id, kind, description, amount)
       values ('${draft}', 'adjustment', 'Parking', 12.50) returning id`,
    );
    const where = `where id = '${added[0]?.id}'`;
    await run(`update invoice_lines set amount = 13 ${where}`);
    await run(`delete from invoice_lines ${where}`);
    await run(`delete from invoices where id = '${draft}'`); // with all its lines
  }));

Deno.test("contractors/with_approved_time_keep_their_employment_type_whoever_writes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "submitted");
    const change = (type: string) => sql`update contractors set employment_type = ${type}`;
    await change("1099");
    await change("w2");
    await sql`update time_entries set status = 'approved' where id = ${entry}`;
    await assertRefused(change("1099"), 409, "contractor_employed_otherwise");
    await change("w2");
    await sql`update time_entries set status = 'locked' where id = ${entry}`;
    await assertRefused(change("1099"), 409, "contractor_employed_otherwise");
  }));

Deno.test("assignments/with_approved_time_keep_their_overtime_rule_whoever_writes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "submitted");
    const change = (rule: string) => sql`update assignments set overtime_rule = ${rule}`;
    await change("california");
    await sql`update time_entries set status = 'approved' where id = ${entry}`;
    await assertRefused(change("flsa"), 409, "overtime_rule_in_use");
    await change("california");
    await sql`update time_entries set status = 'draft' where id = ${entry}`;
    await change("flsa");
  }));
