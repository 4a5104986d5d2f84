// Who may read which document: whoever may not is told that there is none.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { type Caller, CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const STAFF: readonly Caller[] = ["viewer", "billing", "payroll", "recruiting", "admin", "service"];

Deno.test("documents/answer_whoever_may_read_them_and_nobody_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const [own] = await sql<[{ item: string; batch: string }]>`
      select item.id as item, item.payroll_batch_id as batch from payroll_items as item
        join contractors as contractor on contractor.id = item.contractor_id
       where contractor.user_id = ${firm.users.ada} limit 1`;
    await sql`alter table payroll_batches disable trigger user`;
    const setStatus = (status: string) =>
      sql`
        update payroll_batches
           set status = ${status}, in_review_at = now(), approved_at = now(), discarded_at = null,
               closed_at = case when ${status} = 'closed' then now() end
         where id = ${own.batch}`;
    const asks = async (
      call: string,
      slug: string,
      allowed: readonly Caller[],
    ) => {
      for (const caller of CALLERS) {
        const asking = runAs(sql, firm, caller, `select ${call} as document`);
        if (caller === "signed_out") await assertDenied(asking, call);
        else if (allowed.includes(caller)) {
          const [row] = await asking;
          assert(row?.document, `${caller} ${call}`);
        } else await assertRefused(asking, 404, slug);
      }
    };
    for (const document of ["invoice_document", "timesheet_document", "invoice_file"]) {
      for (
        const [label, allowed] of [
          ["north sent", [...STAFF, "north"]],
          ["north void, once sent", [...STAFF, "north"]],
          ["north draft", STAFF],
          ["north void, never sent", STAFF],
        ] as const
      ) {
        await asks(`${document}('${firm.id("invoices", label)}')`, "invoice_not_found", allowed);
      }
    }
    const note = firm.id("credit_notes", "north");
    await asks(`credit_note_document('${note}')`, "credit_note_not_found", [...STAFF, "north"]);
    const statement = `statement_document('${firm.people.north}', '2026-02-10', '2026-02-28')`;
    await asks(statement, "facility_not_found", [...STAFF, "north"]);
    const pay = `pay_document('${own.item}')`;
    await setStatus("closed");
    await asks(pay, "payroll_item_not_found", ["payroll", "admin", "service", "ada"]);
    const year = `pay_year_document('${firm.people.ada}', 2026)`;
    // The pay date of the firm's period is in no year of the calendar.
    await sql`
      update payroll_batches
         set kind = 'off_cycle', pay_date = '2026-03-13', reason = 'Late', contractor_ids = '{}'
       where id = ${own.batch}`;
    await asks(year, "contractor_not_found", ["payroll", "admin", "service", "ada"]);
    await setStatus("approved");
    await asks(pay, "payroll_item_not_found", ["payroll", "admin", "service"]);
    // Other staff are told that it takes the role.
    for (const caller of CALLERS) {
      const asking = runAs(
        sql,
        firm,
        caller,
        `select pay_batch_document('${own.batch}') as document`,
      );
      if (caller === "signed_out") await assertDenied(asking, caller);
      else if (["payroll", "admin", "service"].includes(caller)) {
        assert((await asking)[0]?.document, caller);
      } else await assertRefused(asking, 403, "role_required");
    }
  }));

Deno.test("documents/are_answered_where_row_level_security_shows_the_row_and_nowhere_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const subjects = await sql<{ id: string; tbl: string; call: string }[]>`
      select id::text, 'invoices' as tbl, format('invoice_document(%L)', id) as call from invoices
       union all
      select id::text, 'credit_notes', format('credit_note_document(%L)', id) from credit_notes
       union all
      select id::text, 'facilities', format('statement_document(%L, ''2026-01-01'', ''2026-01-31'')', id)
        from facilities`;
    const tried = new Set<boolean>();
    for (const caller of CALLERS.filter((caller) => caller !== "signed_out")) {
      for (const { id, tbl, call } of subjects) {
        const seen = await runAs(sql, firm, caller, `select from ${tbl} where id = '${id}'`);
        const answered = await runAs(sql, firm, caller, `select ${call}`)
          .then(() => true, (error) => !/PT404/.test(error.code));
        assertStrictEquals(answered, seen.length === 1, `${caller} ${call}`);
        tried.add(answered);
      }
    }
    assertEquals(tried.size, 2);
  }));

Deno.test("documents/name_the_facilitys_own_approver_to_its_contacts_and_other_people_to_staff_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const invoice = firm.id("invoices", "north sent");
    const approverSeenBy = async (caller: Caller) => {
      const [row] = await runAs(
        sql,
        firm,
        caller,
        `select timesheet_document('${invoice}') #>> '{rows,0,approved_by}' as name`,
      );
      return row?.name;
    };
    const approve = (user: string) =>
      sql`
        update time_entries set approved_by = ${user}
         where id in (select time_entry_id from invoice_lines where invoice_id = ${invoice})`;
    await sql`alter table time_entries disable trigger user`;
    await approve(firm.users.billing);
    const [{ name: billing }] = await sql<[{ name: string }]>`
      select name from staff_members where user_id = ${firm.users.billing}`;
    const [{ name: contact }] = await sql<[{ name: string }]>`
      select name from facility_contacts where user_id = ${firm.users.north}`;
    assertStrictEquals(await approverSeenBy("viewer"), billing);
    assertEquals(await approverSeenBy("north"), "the staffing firm");
    await approve(firm.users.north);
    assertStrictEquals(await approverSeenBy("north"), contact);
  }));

Deno.test("documents/refuse_what_is_missing_unknown_or_too_long", () =>
  withDatabase(async ({ sql }) => {
    const unknown = crypto.randomUUID();
    const refuses = async (call: string, status: 400 | 404, slug: string) =>
      await assertRefused(sql.unsafe(`select ${call}`), status, slug);
    for (const document of ["invoice_document", "timesheet_document", "invoice_file"]) {
      await refuses(`${document}(null)`, 400, "argument_missing");
      await refuses(`${document}('${unknown}')`, 404, "invoice_not_found");
    }
    await refuses("credit_note_document(null)", 400, "argument_missing");
    await refuses(`credit_note_document('${unknown}')`, 404, "credit_note_not_found");
    await refuses("pay_document(null)", 400, "argument_missing");
    await refuses(`pay_document('${unknown}')`, 404, "payroll_item_not_found");
    await refuses("statement_document(null, null, null)", 400, "argument_missing");
    const statement = (facility: string, from: string, to: string) =>
      `statement_document('${facility}', '${from}', '${to}')`;
    await refuses(statement(unknown, "2026-01-01", "2026-01-31"), 404, "facility_not_found");
    const firm = await prepareFirm(sql);
    const { north } = firm.people;
    await refuses(statement(north, "2026-02-01", "2026-01-31"), 400, "period_ends_before_start");
    await refuses(statement(north, "-infinity", "2026-01-31"), 400, "date_not_finite");
    await sql`
      insert into invoices (facility_id, number, period_start, period_end, status, issue_date, due_date, total)
      select ${north}, 'OLD' || nth, '2026-01-05', '2026-01-11', 'sent', '2026-01-12', '2026-02-12', 1
        from generate_series(1, 1500) as nth`;
    await refuses(statement(north, "2026-01-01", "2026-01-31"), 400, "statement_too_long");
  }));
