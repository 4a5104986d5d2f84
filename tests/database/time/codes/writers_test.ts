// Who enters time of a code, and who sees what there is to enter.
import { assertEquals, assertMatch } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { addCodeRate } from "../../../support/time/codes.ts";

const DAY = "2026-03-02";
const WRITERS = ["billing", "payroll", "recruiting", "admin", "ada", "service"] as const;

const MAY: Readonly<Record<string, readonly (typeof WRITERS)[number][]>> = {
  "{billing,payroll,recruiting,contractor}": WRITERS,
  "{payroll}": ["payroll", "admin", "service"],
  "{contractor}": ["ada", "service"],
  "{billing,contractor}": ["billing", "admin", "ada", "service"],
  "{}": ["service"],
};

Deno.test("codes/are_entered_and_changed_by_those_whom_they_name_and_by_the_key", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const insert = `insert into time_entries (assignment_id, work_date, hours, code)
                    values ('${firm.placements.adaNorth}', '${DAY}', 1, 'orientation')`;
    for (const [roles, may] of Object.entries(MAY)) {
      for (const caller of WRITERS) {
        await sql`update time_codes set entered_by = ${roles} where name = 'orientation'`;
        const change = "update time_entries set hours = 2 where code = 'orientation'";
        if (may.includes(caller)) {
          await runAs(sql, firm, caller, insert);
          await runAs(sql, firm, caller, change);
        } else {
          const enters = runAs(sql, firm, caller, insert);
          await assertRefused(enters, 403, "time_code_not_entered_by_role");
          await sql.unsafe(insert);
          const changes = runAs(sql, firm, caller, change);
          await assertRefused(changes, 403, "time_code_not_entered_by_role");
          const entry = `update time_entries set code = 'orientation'
                          where id = '${firm.id("time_entries", "ada at north draft")}'`;
          const takes = runAs(sql, firm, caller, entry);
          await assertRefused(takes, 403, "time_code_not_entered_by_role");
          // Others go on with it as with all time.
          await runAs(
            sql,
            firm,
            caller,
            "update time_entries set notes = 'x' where code = 'orientation'",
          );
        }
        await sql`delete from time_entries where code = 'orientation'`;
      }
    }
    await sql`update time_codes set entered_by = '{}' where name = 'orientation'`;
    const error = await runAs(sql, firm, "payroll", insert).then(() => null, (error) => error);
    assertMatch(error.message, /^Nobody enters time of Orientation any more\.$/);
  }));

Deno.test("codes/are_submitted_approved_and_sent_back_by_who_does_not_enter_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`delete from time_entries where status = 'draft'`;
    await sql`
      insert into time_entries (assignment_id, work_date, hours, code)
      values (${firm.placements.adaNorth}, ${DAY}, 1, 'sick')`;
    await sql`update time_codes set entered_by = '{}' where name = 'sick'`;
    const to = (status: string) =>
      `update time_entries set status = '${status}', sent_back_reason = ${
        status === "draft" ? "'No note.'" : "sent_back_reason"
      } where code = 'sick'`;
    await runAs(sql, firm, "ada", to("submitted"));
    await runAs(sql, firm, "north", to("draft"));
    await runAs(sql, firm, "ada", to("submitted"));
    await runAs(sql, firm, "north", to("approved"));
    const [row] = await sql`select status from time_entries where code = 'sick'`;
    assertEquals(row, { status: "approved" });
  }));

Deno.test("my_codes/are_those_that_the_contractor_enters_and_that_have_a_rate", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { adaNorth } = firm.placements;
    const mine = async (caller: "ada" | "ben" = "ada") => {
      const rows = await runAs(
        sql,
        firm,
        caller,
        `select code from my_codes where assignment_id = '${adaNorth}' order by code`,
      );
      return rows.map(({ code }) => code);
    };
    await sql`delete from assignment_code_rates`;
    await sql`delete from facility_code_rates`;
    const ofAnHour = ["call_back", "cancelled", "holiday_worked"];
    const expected = [...ofAnHour, "orientation"]; // paid leave is the firm's to enter, until it says otherwise
    assertEquals(await mine(), expected);
    assertEquals(await mine("ben"), []);
    // What is billed is said, what is paid is not.
    await addCodeRate(sql, adaNorth, "on_call", { pay: null });
    assertEquals(await mine(), expected);
    await sql`
      insert into facility_code_rates (facility_id, code, effective_from, pay_rate)
      values (${firm.people.north}, 'on_call', '2026-01-01', 5),
             (${firm.people.south}, 'mileage', '2026-01-01', 5)`;
    await sql`update facility_code_rates set bill_rate = 1 where code = 'mileage'`;
    assertEquals(await mine(), [...expected, "on_call"].sort());
    await sql`update time_codes set entered_by = '{payroll}' where name = 'orientation'`;
    await sql`update time_codes set entered_by = '{contractor}' where name = 'vacation'`;
    assertEquals(await mine(), [...ofAnHour, "on_call", "vacation"].sort());
    const [row] = await runAs(
      sql,
      firm,
      "ada",
      "select title, unit, is_worked from my_codes where code = 'mileage'",
    );
    assertEquals(row, { title: "Mileage", unit: "mile", is_worked: false });
  }));
