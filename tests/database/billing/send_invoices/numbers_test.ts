// Numbers: 1…n in each year of issue.
import { assertEquals, assertRejects } from "@std/assert";
import { draft, drafts } from "../../../support/billing/drafts.ts";
import { numbersOf, send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** A sent invoice that came from elsewhere with its number. */
async function imported({ sql, facilityId }: Firm, number: string): Promise<void> {
  await sql`
    insert into invoices
      (facility_id, period_start, period_end, status, number, issue_date, due_date, total)
    values (${facilityId}, '2026-01-05', '2026-01-11', 'sent', ${number}, '2026-01-12', '2026-02-11', 100)`;
}

/** 23:30 on 31 December 2026 in Denver; in UTC it is the new year. */
const NEW_YEARS_EVE = { clock: "2027-01-01 06:30:00+00" };

Deno.test("send_invoices/at_the_turn_of_the_year_issues_on_the_day_in_the_operating_timezone", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const [eve] = await send(sql, [await draft(firm)]);
    assertEquals([eve?.number, eve?.issue_date], ["INV-2026-000001", "2026-12-31"]);
    const [named] = await send(sql, [await draft(firm)], "2027-01-01");
    assertEquals([named?.number, named?.issue_date], ["INV-2027-000001", "2027-01-01"]);

    const afterMidnight = connectTo(url, { "app.clock": "2027-01-01 07:00:00+00" });
    const [morning] = await send(afterMidnight, [await draft(firm)]);
    await afterMidnight.end();
    assertEquals([morning?.number, morning?.issue_date], ["INV-2027-000002", "2027-01-01"]);

    await sql`update organization_settings set operating_timezone = 'Asia/Tokyo'`;
    const [tokyo] = await send(sql, [await draft(firm)]);
    assertEquals([tokyo?.number, tokyo?.issue_date], ["INV-2027-000003", "2027-01-01"]);
  }, NEW_YEARS_EVE));

Deno.test("send_invoices/with_an_earlier_day_continues_the_numbers_of_its_year", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const numbers = [];
    for (const day of ["2025-12-30", "2026-01-02", "2025-06-01", "2026-01-01", "2025-12-31"]) {
      numbers.push(...await numbersOf(sql, [await draft(firm)], day));
    }
    assertEquals(numbers, [
      "INV-2025-000001",
      "INV-2026-000001",
      "INV-2025-000002",
      "INV-2026-000002",
      "INV-2025-000003",
    ]);
  }));

Deno.test("send_invoices/with_another_prefix_goes_on_counting", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    assertEquals(await numbersOf(sql, [await draft(firm)], "2026-03-01"), ["INV-2026-000001"]);
    await sql`update organization_settings set invoice_number_prefix = 'NW7'`;
    assertEquals(await numbersOf(sql, [await draft(firm)], "2026-03-01"), ["NW7-2026-000002"]);
  }));

Deno.test("send_invoices/begins_a_year_after_the_highest_number_that_it_has", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (
      const number of [
        "INV-2026-000012",
        "INV-2026-000007",
        "INV-2025-000040",
        "INV-2026-9", // no number of ours, as all that follow
        "OLD-2026-000098",
        "INV-2026-000099-B",
        "2026-000098",
        "INV-2026-12345678901234567890",
      ]
    ) await imported(firm, number);
    const ids = await drafts(firm, 2);
    assertEquals(await numbersOf(sql, ids, "2026-03-01"), [
      "INV-2026-000013",
      "INV-2026-000014",
    ]);
    assertEquals(await numbersOf(sql, [await draft(firm)], "2025-03-01"), ["INV-2025-000041"]);
    assertEquals(await numbersOf(sql, [await draft(firm)], "2024-03-01"), ["INV-2024-000001"]);
  }));

Deno.test("send_invoices/goes_on_after_an_imported_number_that_would_have_been_the_next", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await numbersOf(sql, [await draft(firm)], "2026-03-01");
    await imported(firm, "INV-2026-000002");
    await imported(firm, "INV-2026-000041");
    const [next] = await numbersOf(sql, [await draft(firm)], "2026-03-01");
    assertEquals(next, "INV-2026-000042");
  }));

Deno.test("send_invoices/is_not_led_astray_by_imported_numbers_that_are_free_text", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await imported(firm, "INV-2024-999999999");
    await imported(firm, "INV-2024-2147483647");
    assertEquals(await numbersOf(sql, [await draft(firm)], "2024-03-01"), ["INV-2024-000001"]);
    await imported(firm, "INV-2024-999999");
    await imported(firm, "INV-2024-1000000");
    assertEquals(await numbersOf(sql, await drafts(firm, 2), "2024-03-01"), [
      "INV-2024-1000001",
      "INV-2024-1000002",
    ]);
  }));

Deno.test("invoices/take_imported_numbers_of_at_most_forty_characters", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await imported(firm, "№ ".padEnd(40, "7"));
    for (const number of ["7".repeat(41), "", " "]) {
      await assertViolates(imported(firm, number), "invoice_number_is_short");
    }
  }));

Deno.test("send_invoices/grows_numbers_past_six_digits", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`insert into private.last_invoice_numbers (year, last_number) values (2026, 999998)`;
    assertEquals(await numbersOf(sql, await drafts(firm, 2), "2026-03-01"), [
      "INV-2026-999999",
      "INV-2026-1000000",
    ]);
  }));

Deno.test("send_invoices/numbers_a_thousand_drafts_in_one_call", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ids = (await drafts(firm, 1000)).toReversed();
    const sent = await send(sql, ids, "2026-03-01");
    assertEquals(sent.map(({ id }) => id), ids);
    assertEquals(
      sent.map(({ number }) => number),
      ids.map((_, n) => `INV-2026-${String(n + 1).padStart(6, "0")}`),
    );
    assertEquals((await sql`select from audit_log where procedure = 'send_invoices'`).length, 1000);
  }));

Deno.test("send_invoices/that_fails_leaves_no_gap", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first, second, third] = [await draft(firm), await draft(firm), await draft(firm)];
    const empty = await draft(firm, []);
    await assertRefused(send(sql, [first, empty], "2026-03-01"), 409, "invoices_not_sendable");
    const undone = sql.begin(async (sql) => {
      assertEquals(await numbersOf(sql, [first, second], "2026-03-01"), [
        "INV-2026-000001",
        "INV-2026-000002",
      ]);
      throw new Error("undone");
    });
    await assertRejects(() => undone, Error, "undone");
    assertEquals(await numbersOf(sql, [third], "2026-03-01"), ["INV-2026-000001"]);
    const again = sql.begin(async (sql) => {
      await send(sql, [first], "2026-03-01");
      throw new Error("undone");
    });
    await assertRejects(() => again, Error, "undone");
    assertEquals(await numbersOf(sql, [second], "2026-03-01"), ["INV-2026-000002"]);
  }));
