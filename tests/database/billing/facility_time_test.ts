// What facilities read of time, and the firm beside them.
import { assert, assertEquals } from "@std/assert";
import { actingAs, runAs } from "../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { correct } from "../../support/time/corrections.ts";
import { setAside } from "../../support/time/set_aside.ts";

const CLOCK = { clock: "2026-01-20 12:00:00+00" };

Deno.test("facility_time/names_the_person_and_the_day_and_what_of_it_a_sent_invoice_bills", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "draft", "2026-01-05", "13.5");
    for (const set of ["notes = 'Ward 4.'", "status = 'submitted'", "status = 'approved'"]) {
      await sql.unsafe(`update time_entries set ${set}`);
    }
    const [contractor] = await sql`select id from contractors`;
    const read = async () => [
      ...await sql`select time.*, work_date::text, approved_at is not null as approved_at
                     from facility_time as time`,
    ];
    const notBilled = {
      time_entry_id: entry,
      facility_id: firm.facilityId,
      contractor_name: "Ada Nurse",
      work_date: "2026-01-05",
      hours: "13.50",
      status: "approved",
      regular_hours: null,
      overtime_hours: null,
      doubletime_hours: null,
      invoice_id: null,
      invoice_number: null,
      sent_back_reason: null,
      sent_back_at: null,
      sent_back_by: null,
      sent_back_by_name: null,
      facility_name: "Mercy Hospital",
      assignment_id: assignment,
      contractor_id: contractor?.id,
      approved_at: true,
      is_set_aside: false,
      set_aside_reason: null,
      corrected_at: null,
      correction_reason: null,
      hours_before_correction: null,
      work_date_before_correction: null,
      started_at: null,
      ended_at: null,
      break_minutes: null,
      shift_id: null,
      notes: "Ward 4.",
      code: "regular",
      code_title: "Regular",
      quantity: null,
      unit: "hour",
      is_worked: true,
      quantity_before_correction: null,
      break_started_at: null,
    };
    assertEquals(await read(), [notBilled]);
    const [draft] = await sql`
      select id from create_facility_invoice(${firm.facilityId}, '2026-01-05', '2026-01-11')`;
    assertEquals(await read(), [notBilled]);
    const [sent] = await send(sql, [draft?.id]);
    assertEquals(await read(), [{
      ...notBilled,
      regular_hours: "12.00",
      overtime_hours: "1.50",
      doubletime_hours: "0.00",
      invoice_id: draft?.id,
      invoice_number: sent?.number,
    }]);
    await voidInvoice(sql, draft?.id);
    assertEquals(await read(), [notBilled]);
  }, CLOCK));

Deno.test("facility_time/has_the_columns_of_its_contract_first_and_none_of_pay_rates_or_margins", () =>
  withDatabase(async ({ sql }) => {
    const columns = (await sql<{ name: string }[]>`
      select attname as name from pg_attribute
       where attrelid = 'facility_time'::regclass and attnum > 0 order by attnum`).map(({ name }) =>
      name
    );
    const contract =
      "time_entry_id facility_id contractor_name work_date hours status regular_hours overtime_hours " +
      "doubletime_hours invoice_id invoice_number sent_back_reason sent_back_at sent_back_by";
    assertEquals(columns.slice(0, 14), contract.split(" "));
    assertEquals(
      columns.filter((name) => /pay|rate|margin|amount|batch|period/.test(name)),
      [],
    );
  }));

Deno.test("facility_time/never_has_a_draft_that_was_not_sent_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const seen = async (caller: (typeof CALLERS)[number]) => {
      const rows = await runAs(sql, firm, caller, "select * from facility_time");
      return rows.filter((row) => row.status === "draft");
    };
    const sentBack = firm.id("time_entries", "ada at north draft sent_back_at");
    for (const caller of ["north", "viewer", "billing", "admin", "service"] as const) {
      assertEquals((await seen(caller)).map((row) => row.time_entry_id), [sentBack], caller);
    }
    for (const caller of ["south", "ada", "ben"] as const) {
      assertEquals(await seen(caller), [], caller);
    }
    // What is submitted again, and what its contractor drafts anew, as well.
    await runAs(
      sql,
      firm,
      "ada",
      `update time_entries set status = 'submitted' where id = '${sentBack}'`,
    );
    assertEquals(await seen("north"), []);
  }, CLOCK));

Deno.test("facility_time/keeps_in_sight_what_a_contact_sent_back_and_says_who_did_as_far_as_the_reader_may_know", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = (label: string) => firm.id("time_entries", label);
    const back = "set status = 'draft', sent_back_reason = 'No break.'";
    const [ours, theirs] = ["ada at north submitted", "ada at north pending_approval"];
    await runAs(sql, firm, "north", `update time_entries ${back} where id = '${id(ours)}'`);
    await runAs(sql, firm, "billing", `update time_entries ${back} where id = '${id(theirs)}'`);
    const names = async (caller: (typeof CALLERS)[number]) => {
      const rows = await runAs(
        sql,
        firm,
        caller,
        `select sent_back_by, sent_back_by_name from facility_time
          where sent_back_reason = 'No break.' order by sent_back_by_name`,
      );
      return rows.map((row) => `${row.sent_back_by} ${row.sent_back_by_name}`);
    };
    const { north, billing } = firm.users;
    assertEquals(await names("north"), [`${north} north`, `${billing} null`]);
    assertEquals(await names("viewer"), [`${billing} billing`, `${north} north`]);
    assertEquals(await names("south"), []);
  }, CLOCK));

// No barrier stands before the view, since that would let no order through.
Deno.test("facility_time/asks_nothing_but_ids_and_days_of_time_that_is_not_the_readers", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    // A condition that costs nothing, and so is asked first wherever it may be: it keeps what it was asked of.
    await sql.unsafe(`
      create function public.told(value anyelement) returns boolean language plpgsql immutable cost 0.0001 as $$
      begin
          perform set_config('test.told', current_setting('test.told') || coalesce(value::text, '') || chr(10), false);
          return true;
      end $$`);
    const columns = await sql<{ name: string }[]>`
      select attname as name from pg_attribute
       where attrelid = 'facility_time'::regclass and attnum > 0 order by attnum`;
    const asked = columns.filter(({ name }) =>
      !/^(time_entry|assignment|facility|contractor)_id$|^work_date$/.test(name)
    );
    assert(asked.length > 15);
    // The notes and hours of other facilities are none that the reader's has.
    await sql`alter table time_entries disable trigger user`;
    await sql`
      update time_entries set notes = 'secret', hours = 3.25
       where assignment_id in (
             select assignment.id from assignments as assignment
              where assignment.facility_id <> ${firm.id("facilities", "north")})`;
    const plans = ["seqscan", "indexscan", "bitmapscan", "nestloop", "hashjoin", "mergejoin"];
    for (const { name } of asked) {
      for (const off of ["", ...plans]) {
        const [own, all] = await actingAs(sql, identityOf("north", firm.users), async (sql) => {
          for (const plan of plans) {
            await sql.unsafe(`set local enable_${plan} = ${plan === off ? "off" : "on"}`);
          }
          await sql`select set_config('test.told', '', false)`;
          const rows = await sql.unsafe(
            `select ${name}::text as value from facility_time where told(${name})`,
          );
          const [told] = await sql`select current_setting('test.told') as told`;
          return [rows.map(({ value }) => value ?? ""), told?.told.split("\n")] as const;
        });
        assertEquals(
          all.filter((value: string) => !own.includes(value) && value !== ""),
          [],
          `${name} without ${off}`,
        );
      }
    }
  }, CLOCK));

Deno.test("access/a_contact_who_is_deactivated_reads_and_writes_nothing_from_then_on", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const views = [
      "facility_time",
      "ar_aging",
      "facility_credits",
      "time_entries",
      "unapproved_time",
    ];
    const counts = async () => {
      const all: number[] = [];
      for (const view of views) {
        all.push((await runAs(sql, firm, "north", `select from ${view}`)).length);
      }
      return all;
    };
    assert((await counts()).every((count) => count > 0));
    await sql`update facility_contacts set is_active = false where user_id = ${firm.users.north}`;
    assertEquals(await counts(), views.map(() => 0));
    const approve = "update time_entries set status = 'approved' where status = 'submitted'";
    await assertRefused(runAs(sql, firm, "north", approve), 403, "role_required");
  }, CLOCK));

Deno.test("facility_time/and_my_time_say_what_was_corrected_and_set_aside_and_why", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const corrected = firm.id("time_entries", "ada at north approved");
    const aside = firm.id("time_entries", "ada at north locked approved_at");
    const [{ hours, day }] = await sql<[{ hours: string; day: string }]>`
      select hours, work_date::text as day from time_entries where id = ${corrected}`;
    await correct(sql, corrected, { hours: "7.5" }, "Left at noon.");
    await setAside(sql, [aside], "Not worked.");
    const columns = `hours, is_set_aside, set_aside_reason, correction_reason,
      hours_before_correction as hours_before, work_date_before_correction::text as day_before`;
    for (const [caller, view] of [["north", "facility_time"], ["ada", "my_time"]] as const) {
      const read = async (id: string) => {
        const [row] = await runAs(
          sql,
          firm,
          caller,
          `select ${columns} from ${view} where time_entry_id = '${id}'`,
        );
        return row;
      };
      assertEquals(await read(corrected), {
        hours: "7.50",
        is_set_aside: false,
        set_aside_reason: null,
        correction_reason: "Left at noon.",
        hours_before: hours,
        day_before: day,
      });
      const row = await read(aside);
      assertEquals([row?.is_set_aside, row?.set_aside_reason], [true, "Not worked."], view);
    }
  }, CLOCK));
