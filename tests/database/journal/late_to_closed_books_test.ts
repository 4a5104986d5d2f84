// Documents of closed days: refused, unless they are said to be late, and then listed.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { confirm, post, receive, reconcile } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-10-20 12:00:00-06" };
const CLOSED = "2026-09-30";

/** A test with a firm of which an invoice of 145.80 was sent in September, before its books were closed. */
function withClosedBooks(test: (firm: Firm, sent: string) => Promise<void>): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const sent = await draft(firm, ["145.80"]);
      await send(sql, [sent], "2026-09-07");
      await sql`select close_books(${CLOSED})`;
      await test(firm, sent);
    }, CLOCK);
}

/** Lines of what came late, and the sum of the report less the books. */
async function lateTo(sql: postgres.Sql, day = CLOSED): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', kind, dated_on, balance, interest, unapplied_credits) as line
      from late_to_closed_books(${day})`;
  const [{ difference }] = await sql<[{ difference: string }]>`
    select ((select coalesce(sum(balance), 0.00) from ar_aging_as_of(${day}))
            - (select coalesce(sum(debit - credit), 0.00) from journal('2000-01-01', ${day})
                where account = 'receivables'))::text as difference`;
  return [...rows.map(({ line }) => line), difference];
}

/** The hint of a refusal. */
async function hintOf(deed: Promise<unknown>): Promise<string> {
  return await deed.then(() => "taken", (error: postgres.PostgresError) => error.hint ?? "");
}

Deno.test(
  "late_to_closed_books/an_invoice_of_a_closed_day_is_sent_only_if_it_is_said_to_be_late",
  withClosedBooks(async (firm) => {
    const { sql } = firm;
    const late = await draft(firm, ["30.00"]);
    const sending = () => send(sql, [late], "2026-09-14");
    await assertRefusedUnchanged(sql, sending, 409, "books_closed");
    assertEquals((await hintOf(sending())).includes("2026-10-01"), true, "the first open day");
    await send(sql, [late], "2026-09-14", false, true);
    assertEquals(await lateTo(sql), ["invoice 2026-09-14 30.00 0.00 0.00", "30.00"]);
    await send(sql, [await draft(firm, ["5.00"])], "2026-10-01");
  }),
);

Deno.test(
  "late_to_closed_books/a_check_of_a_closed_day_is_entered_only_if_it_is_said_to_be_late",
  withClosedBooks(async (firm, sent) => {
    const { sql, facilityId } = firm;
    await assertRefusedUnchanged(
      sql,
      () => receive(firm, "40.00", "2026-09-20"),
      409,
      "books_closed",
    );
    const [{ id }] = await sql<[{ id: string }]>`
      insert into checks (facility_id, amount, received_on, late) values (${facilityId}, 40, '2026-09-20', true)
      returning id`;
    await confirm(sql, await reconcile(sql, { check: id }, { [sent]: "40.00" }));
    const [paid] = await sql`select paid_on::text from payments`;
    assertEquals(paid?.paid_on, "2026-09-20", "interest ends with the true day");
    assertEquals(await lateTo(sql), ["check 2026-09-20 -40.00 0.00 0.00", "-40.00"]);
  }),
);

Deno.test("late_to_closed_books/a_check_in_closed_books_is_neither_changed_nor_deleted_unless_it_is_said", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const kept = await receive(firm, "40.00", "2026-09-20");
    const open = await receive(firm, "50.00", "2026-10-02");
    await sql`select close_books(${CLOSED})`;
    const refuses = (write: string, id: string) =>
      assertRefused(sql.unsafe(write, [id]), 409, "books_closed");
    await refuses("update checks set amount = 41 where id = $1", kept);
    await refuses("update checks set received_on = '2026-10-02' where id = $1", kept);
    await refuses("update checks set received_on = '2026-09-30' where id = $1", open);
    await refuses("delete from checks where id = $1", kept);
    await sql`update checks set check_number = '7' where id = ${kept}`;
    await sql`update checks set amount = 41, late = true where id = ${kept}`;
    await refuses("update checks set late = false where id = $1", kept);
    await sql`delete from checks`;
  }, CLOCK));

Deno.test(
  "late_to_closed_books/a_credit_note_counts_from_a_closed_day_only_if_it_is_said_to_be_late",
  withClosedBooks(async ({ sql }, sent) => {
    const crediting = () => credit(sql, sent);
    await assertRefusedUnchanged(sql, crediting, 409, "books_closed");
    assertEquals((await hintOf(crediting())).includes("2026-10-01"), true, "the first open day");
    await credit(sql, sent, { late: true });
    assertEquals(await lateTo(sql), ["credit_note 2026-09-07 -145.80 0.00 0.00", "-145.80"]);
  }),
);

Deno.test(
  "late_to_closed_books/a_credit_note_from_today_needs_no_word",
  withClosedBooks(async ({ sql }, sent) => {
    await credit(sql, sent, { countsFrom: "credit" });
    assertEquals(await lateTo(sql), ["0.00"]);
  }),
);

Deno.test("late_to_closed_books/a_check_of_closed_books_that_is_reconciled_afterwards_is_listed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const sent = await draft(firm, ["100.00"]);
    await send(sql, [sent], "2026-09-07");
    const check = await receive(firm, "120.00", "2026-09-28");
    await sql`select close_books(${CLOSED})`;
    await confirm(sql, await reconcile(sql, { check }, { [sent]: "100.00" }));
    assertEquals(await lateTo(sql), ["check 2026-09-28 -100.00 0.00 20.00", "-100.00"]);
  }, CLOCK));

Deno.test(
  "late_to_closed_books/stays_listed_for_its_day_once_later_days_are_closed",
  withClosedBooks(async (firm) => {
    const { sql } = firm;
    await send(sql, [await draft(firm, ["30.00"])], "2026-09-14", false, true);
    await post(firm, "1.00", {}, "2026-10-05");
    await sql`select close_books('2026-10-15')`;
    assertEquals(await lateTo(sql), ["invoice 2026-09-14 30.00 0.00 0.00", "30.00"]);
    assertEquals(await lateTo(sql, "2026-10-15"), ["0.00"]);
  }),
);

Deno.test(
  "late_to_closed_books/programs_that_write_tables_date_nothing_inside_closed_books",
  withClosedBooks(async (firm) => {
    const { sql, facilityId } = firm;
    const refuses = (write: string) =>
      assertRefused(
        sql.begin(async (sql) => {
          await sql`set local role service_role`;
          await sql.unsafe(write);
        }),
        409,
        "books_closed",
      );
    await refuses(`
      insert into invoices (facility_id, period_start, period_end, status, number, issue_date, due_date, total)
      values ('${facilityId}', '2026-09-07', '2026-09-13', 'sent', 'X-1', '2026-09-14', '2026-10-14', 0)`);
    const check = await receive(firm, "9.00", "2026-10-02");
    await refuses(
      `update checks set status = 'returned', returned_at = '2026-09-20' where id = '${check}'`,
    );
  }),
);

Deno.test("late_to_closed_books/refuses_a_day_that_is_not_closed", () =>
  withDatabase(async ({ sql }) => {
    const asked = (day: string | null) =>
      sql.unsafe("select * from late_to_closed_books($1::text::date)", [day]);
    await assertRefused(asked("2026-09-30"), 409, "books_not_closed");
    await sql`select close_books(${CLOSED})`;
    await assertRefused(asked("2026-10-01"), 409, "books_not_closed");
    await assertRefused(asked(null), 400, "argument_missing");
    await assertRefused(asked("infinity"), 400, "date_not_finite");
  }, CLOCK));
