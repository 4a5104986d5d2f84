// What time of a code may be, whoever writes it.
import { assertEquals, assertMatch } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { addCoded, addCodeRate, type Amount, codedTime } from "../../../support/time/codes.ts";

const DAY = "2026-03-02";

const REFUSED: readonly (readonly [code: string, amount: Amount, slug: string])[] = [
  ["float", { hours: "8" }, "time_code_unknown"],
  ["", { hours: "8" }, "time_code_unknown"],
  ["regular", { hours: "8", quantity: "1" }, "time_code_unit_not_right"],
  ["regular", { hours: "0", quantity: "1" }, "time_code_unit_not_right"],
  ["on_call", { hours: "0", quantity: "1" }, "time_code_unit_not_right"],
  ["on_call", { hours: "8", quantity: "1" }, "time_code_unit_not_right"],
  ["mileage", { hours: "8" }, "time_code_unit_not_right"],
  ["mileage", { hours: "8", quantity: "1" }, "time_code_unit_not_right"],
  ["mileage", { hours: "0" }, "quantity_out_of_range"],
  ["mileage", {}, "quantity_out_of_range"],
  ["mileage", { quantity: "0" }, "quantity_out_of_range"],
  ["mileage", { quantity: "-1" }, "quantity_out_of_range"],
  ["mileage", { quantity: "0.004" }, "quantity_out_of_range"],
  ["mileage", { quantity: "NaN" }, "quantity_out_of_range"],
  ["on_call", { hours: "0" }, "hours_out_of_range"],
  ["on_call", { hours: "24.01" }, "hours_out_of_range"],
  ["on_call", { hours: null }, "time_entry_incomplete"],
  ["mileage", { hours: "-1", quantity: "1" }, "hours_out_of_range"],
];

Deno.test("codes/hold_no_value_that_cannot_be_whoever_writes_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const assignment = firm.placements.adaNorth;
    await addCodeRate(sql, assignment, "on_call");
    await addCodeRate(sql, assignment, "mileage");
    const before = await codedTime(sql);
    const literal = (value: string | null) => value === null ? "null" : `'${value}'`;
    for (const [code, amount, slug] of REFUSED) {
      const values = { assignment_id: assignment, work_date: DAY, code, ...amount };
      const insert = `insert into time_entries (${Object.keys(values)})
                      values (${Object.values(values).map(literal)})`;
      for (const caller of ["ada", "payroll", "service"] as const) {
        await assertRefused(runAs(sql, firm, caller, insert), 400, slug);
      }
    }
    assertEquals(await codedTime(sql), before);
  }));

Deno.test("codes/of_units_have_no_hours_and_are_not_worked_whatever_is_written", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const assignment = firm.placements.adaNorth;
    for (const code of ["mileage", "on_call", "charge"]) await addCodeRate(sql, assignment, code);
    const written: readonly (readonly [values: string, kept: string])[] = [
      ["code, quantity) values ('mileage', 30.005", "mileage 0.00 30.01 f"],
      ["code, quantity, hours) values ('mileage', 30, null", "mileage 0.00 30.00 f"],
      ["code, quantity, hours) values ('mileage', 30, 0", "mileage 0.00 30.00 f"],
      ["code, hours) values ('on_call', 24", "on_call 24.00 f"],
      ["code, hours) values ('charge', 8", "charge 8.00 t"],
      ["code, hours) values (null, 8", "regular 8.00 t"],
      ["hours) values (8", "regular 8.00 t"],
    ];
    for (const [values, kept] of written) {
      for (const caller of ["ada", "service"] as const) {
        const [row] = await runAs(
          sql,
          firm,
          caller,
          `insert into time_entries (assignment_id, work_date, ${
            values.replace("values (", `values ('${assignment}', '${DAY}', `)
          })
           returning id, concat_ws(' ', code, hours, quantity, left(is_worked::text, 1)) as kept`,
        );
        assertEquals(row?.kept, kept, caller);
        // The key may write the column, and writes nothing.
        const [still] = await sql`
          update time_entries set is_worked = not is_worked where id = ${row?.id}
          returning concat_ws(' ', code, hours, quantity, left(is_worked::text, 1)) as kept`;
        assertEquals(still?.kept, kept);
        await sql`delete from time_entries where id = ${row?.id}`;
      }
    }
    const [row] = await sql`
      insert into time_entries (assignment_id, work_date, hours, is_worked)
      values (${assignment}, ${DAY}, 8, false) returning is_worked`;
    assertEquals(row, { is_worked: true });
  }));

Deno.test("codes/of_drafts_change_with_what_they_ask", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await addCodeRate(sql, assignment, "on_call");
    await addCodeRate(sql, assignment, "mileage");
    const id = await firm.entry(assignment, "draft", DAY, "8");
    await sql`update time_entries set code = 'on_call' where id = ${id}`;
    assertEquals([...await sql`select is_worked from time_entries`], [{ is_worked: false }]);
    const unit = sql`update time_entries set code = 'mileage' where id = ${id}`;
    await assertRefused(unit, 400, "time_code_unit_not_right");
    await sql`update time_entries set code = 'mileage', hours = 0, quantity = 3 where id = ${id}`;
    assertEquals(await codedTime(sql), [`${DAY} mileage 3.00 mile draft`]);
    const none = sql`update time_entries set quantity = null where id = ${id}`;
    await assertRefused(none, 400, "quantity_out_of_range");
    const hours = sql`update time_entries set hours = 3 where id = ${id}`;
    await assertRefused(hours, 400, "time_code_unit_not_right");
    const both = sql`update time_entries set code = 'regular' where id = ${id}`;
    await assertRefused(both, 400, "time_code_unit_not_right");
    await sql`update time_entries set code = 'regular', hours = 5, quantity = null where id = ${id}`;
    assertEquals(
      [...await sql`select code, hours, is_worked from time_entries`],
      [{ code: "regular", hours: "5.00", is_worked: true }],
    );
  }));

Deno.test("codes/need_a_rate_to_bill_and_to_pay_on_the_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const enter = () => addCoded(sql, assignment, "on_call", { hours: "8" });
    const message = () =>
      enter().then(() => "", (error: { message: string; detail: string }) => {
        assertEquals(error.detail, "code_without_rate");
        return error.message;
      });
    assertMatch(await message(), /no rate to bill and pay for on_call on 2026-03-02\.$/);
    await addCodeRate(sql, assignment, "on_call", { pay: null });
    assertMatch(await message(), /no rate to pay for on_call/);
    await sql`update assignment_code_rates set bill_rate = null, pay_rate = 5`;
    assertMatch(await message(), /no rate to bill for on_call/);
    await sql`update assignment_code_rates set bill_rate = 8, effective_from = '2026-03-03'`;
    assertMatch(await message(), /no rate to bill and pay/);
    await sql`update assignment_code_rates set effective_from = '2026-03-02'`;
    const id = await enter();
    // Another day, another code, another assignment.
    const elsewhere = await firm.assignment();
    for (
      const change of [
        "work_date = '2026-03-01'",
        "code = 'charge'",
        `assignment_id = '${elsewhere}'`,
      ]
    ) {
      const attempt = sql.unsafe(`update time_entries set ${change} where id = '${id}'`);
      await assertRefused(attempt, 409, "code_without_rate");
    }
    const many = sql`
      insert into time_entries (assignment_id, work_date, hours, code)
      values (${assignment}, '2026-03-03', 8, 'regular'), (${assignment}, '2026-03-03', 8, 'charge')`;
    await assertRefused(many, 409, "code_without_rate");
  }));

Deno.test("codes/that_pay_or_bill_nothing_have_a_rate_of_nought", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await addCoded(sql, assignment, "sick", { hours: "8" }); // bills nothing
    await addCodeRate(sql, assignment, "on_call", { pay: "0" });
    await addCoded(sql, assignment, "on_call", { hours: "8" });
    assertEquals((await codedTime(sql)).length, 2);
  }));

Deno.test("codes/that_are_not_worked_have_no_times", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await addCodeRate(sql, assignment, "on_call");
    await sql`
      select enter_shift(${assignment}, '2026-03-02T09:00-07:00', '2026-03-02T17:00-07:00')`;
    const change = sql`update time_entries set code = 'on_call'`;
    await assertRefused(change, 409, "time_entry_without_times");
    await assertViolates(
      sql.begin(async (sql) => {
        await sql`alter table time_entries disable trigger user`;
        await sql`update time_entries set code = 'on_call', is_worked = false`;
      }),
      "only_worked_time_has_times",
    );
    // Those of a code that is worked: the shift was a call-back.
    await sql`update time_entries set code = 'call_back'`;
    assertEquals(await codedTime(sql), [`${DAY} call_back 8.00 draft`]);
  }));

Deno.test("codes/of_time_that_is_no_draft_stay_and_so_does_its_quantity", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const assignment = firm.placements.adaNorth;
    await addCodeRate(sql, assignment, "mileage");
    await addCodeRate(sql, assignment, "visit");
    for (const status of ["submitted", "pending_approval", "approved"]) {
      const id = await addCoded(sql, assignment, "mileage", { quantity: "30" }, { status });
      for (const change of ["quantity = 31", "code = 'visit'"]) {
        for (const caller of ["payroll", "service", "north"] as const) {
          const update = `update time_entries set ${change} where id = '${id}'`;
          const slug = caller === "north" && status === "approved"
            ? "time_entry_approved"
            : "time_entry_not_draft";
          await assertRefused(runAs(sql, firm, caller, update), 409, slug);
        }
      }
    }
    const id = await firm.id("time_entries", "ada at north approved");
    const attempt = sql`update time_entries set code = 'sick' where id = ${id}`;
    await assertRefused(attempt, 409, "time_entry_not_draft");
  }));
