// A file of the client's system in which something is wrong is refused whole, and nothing changes.
import { assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { assignment, importRows, told } from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { bring, line, NOW, prepareClient } from "../../../support/time/client_time.ts";

Deno.test("import_rows/of_time_says_what_is_wrong_with_a_line", () =>
  withDatabase(async ({ sql }) => {
    await prepareClient(sql);
    const wrong: readonly (readonly [Parameters<typeof line>[0], string])[] = [
      [{ system: "" }, "2 system: It is missing."],
      [{ line_id: null }, "2 line_id: It is missing."],
      [{ worker_number: "C9" }, "2 worker_number: There is no contractor with the number C9."],
      [
        { assignment_number: "A9" },
        "2 assignment_number: The worker has no assignment with the number A9.",
      ],
      [
        { order_number: "PO-9" },
        "2 work_date: The worker has no assignment on 2026-03-02 under the order PO-9.",
      ],
      [{ work_date: "2025-12-31" }, "2 work_date: The worker has no assignment on 2025-12-31."],
      [
        { work_date: "2026-01-02", assignment_number: "A1" },
        "2 work_date: The assignment runs from 2026-01-05 to further notice.",
      ],
      [
        { work_date: "2026-03-10" },
        "2 work_date: 2026-03-10 has not come yet, so that nobody can have approved it.",
      ],
      [{ hours: null }, "2 hours: The hours are missing."],
      [
        { hours: "24.5" },
        '2 hours: "24.5" is not hours from 0 to 24 with at most two decimals, such as 7.5.',
      ],
      [
        { hours: "7.333" },
        '2 hours: "7.333" is not hours from 0 to 24 with at most two decimals, such as 7.5.',
      ],
      [{ quantity: "3" }, "2 quantity: Regular is counted by the hour and has no quantity."],
      [
        { code: "night_shift" },
        "2 code: There is no code night_shift. Enter it first, or say in the mapping what it is.",
      ],
      [
        { code: "mileage" },
        "2 hours: Mileage is counted by the mile and has no hours.",
      ],
      [{ approved: "perhaps" }, '2 approved: "perhaps" is not one of yes, no, true, false.'],
    ];
    for (const [more, message] of wrong) {
      assertEquals(await told(sql, "time", [line(more)]), message);
      await assertRefusedUnchanged(
        sql,
        () => importRows(sql, "time", [line({ line_id: "9" }), line(more)]),
        400,
        "import_not_valid",
      );
    }
    assertEquals(
      await told(sql, "time", [line(), line({ work_date: "2026-03-03" })]),
      "3 line_id: Line 2 has the same id.",
    );
    await bring(sql, [line({ hours: "20" })]);
    assertEquals(
      await told(sql, "time", [line({ line_id: "2", hours: "5" })]),
      "2 hours: The client's lines of 2026-03-02 have 25.00 hours of the worker.",
    );
  }, NOW));

Deno.test("import_rows/of_time_finds_a_day_before_the_first_rate", () =>
  withDatabase(async ({ sql }) => {
    await prepareClient(sql);
    await importRows(sql, "assignments", [
      assignment({ external_number: "A2", department: "ICU", rates_from: "2026-03-03" }),
    ]);
    assertEquals(
      await told(sql, "time", [line({ assignment_number: "A2" })]),
      "2 work_date: The assignment has no rate on 2026-03-02.",
    );
  }, NOW));

Deno.test("import_rows/of_time_is_payrolls", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const statement = "select import_rows('time', '[{\"system\": \"x\"}]')";
    for (const caller of CALLERS.filter((one) => one !== "signed_out")) {
      const attempt = runAs(sql, firm, caller, statement);
      if (["payroll", "admin", "service"].includes(caller)) await attempt;
      else await assertRefused(attempt, 403, "role_required");
    }
    await assertRefused(
      runAs(sql, firm, "payroll", "select import_rows('facilities', '[{\"name\": \"x\"}]')"),
      403,
      "role_required",
    );
  }, NOW));

Deno.test("import_rows/of_time_leaves_ones_own_time_to_others", () =>
  withDatabase(async ({ sql }) => {
    await prepareClient(sql);
    const user = crypto.randomUUID();
    await sql`update contractors set user_id = ${user}`;
    await sql`insert into staff_members (user_id, name, roles) values (${user}, 'Ada', '{payroll}')`;
    const claims = JSON.stringify({ sub: user, role: "authenticated" });
    const statement = `select import_rows('time', '${
      JSON.stringify([line()]).replaceAll("'", "''")
    }', false)`;
    await sql.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
      await sql.unsafe(statement);
    });
    const [count] = await sql`
      select (select count(*)::int from time_entries) as entries, (select count(*)::int from client_time) as lines`;
    assertEquals({ ...count }, { entries: 0, lines: 1 });
  }, NOW));
