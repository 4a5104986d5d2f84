// What no time entry can hold is refused in words, whoever writes it (and no constraint speaks first).
import { assertEquals, assertStrictEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const REFUSED: readonly (readonly [column: string, value: string | null, slug: string])[] = [
  ["hours", "0", "hours_out_of_range"],
  ["hours", "-1", "hours_out_of_range"],
  ["hours", "0.004", "hours_out_of_range"], // rounds to nothing
  ["hours", "24.01", "hours_out_of_range"],
  ["hours", "999.99", "hours_out_of_range"],
  ["hours", "NaN", "hours_out_of_range"],
  ["work_date", "infinity", "work_date_not_finite"],
  ["work_date", "-infinity", "work_date_not_finite"],
  ["status", "paid", "time_entry_status_unknown"],
  ["status", "", "time_entry_status_unknown"],
  ["status", null, "time_entry_status_unknown"],
  ["hours", null, "time_entry_incomplete"],
  ["work_date", null, "time_entry_incomplete"],
  ["assignment_id", null, "time_entry_incomplete"],
];

Deno.test("time_entries/hold_no_value_that_cannot_be_whoever_writes_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("time_entries", "ada at north draft");
    const all = () => sql`select *, xmin::text from time_entries order by id`;
    const before = await all();
    const entry = { assignment_id: firm.placements.adaNorth, work_date: "2026-01-07", hours: "8" };
    const literal = (value: string | null) => value === null ? "null" : `'${value}'`;
    for (const [column, value, slug] of REFUSED) {
      const values = Object.entries({ ...entry, [column]: value });
      const insert = `insert into time_entries (${values.map(([name]) => name)})
                      values (${values.map(([, value]) => literal(value))})`;
      const update = `update time_entries set ${column} = ${literal(value)} where id = '${id}'`;
      for (const caller of ["ada", "billing", "service"] as const) {
        await assertRefused(runAs(sql, firm, caller, insert), 400, slug);
        await assertRefused(runAs(sql, firm, caller, update), 400, slug);
      }
    }
    assertEquals(await all(), before);
  }));

Deno.test("time_entries/take_no_unknown_state_from_any_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const from of ["draft", "submitted", "pending_approval", "approved", "locked"]) {
      const entry = await firm.entry(assignment, from);
      const move = sql`update time_entries set status = 'paid' where id = ${entry}`;
      await assertRefused(move, 400, "time_entry_status_unknown");
    }
  }));

Deno.test("time_entries/keep_hours_to_the_hundredth", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const kept = [["0.005", "0.01"], ["7.333", "7.33"], ["7.335", "7.34"], ["24.004", "24.00"]];
    for (const [index, [sent = "", hours]] of kept.entries()) {
      const entry = await firm.entry(assignment, "draft", `2026-01-0${index + 1}`, sent);
      const [row] = await sql`select hours from time_entries where id = ${entry}`;
      assertStrictEquals(row?.hours, hours);
    }
  }));
