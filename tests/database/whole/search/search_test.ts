// Finding people, facilities, assignments and numbers by what somebody types.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { addOrder } from "../../../support/billing/orders.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { receive } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };

function withFirm(test: (firm: Firm) => Promise<void>): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => await test(await Firm.create(sql, "Boulder Surgery")), CLOCK);
}

/** The rows that are found, as `"contractor Luís Silva active"`, in their order. */
async function found(sql: postgres.Sql, text: string): Promise<string[]> {
  const rows = await sql<{ said: string }[]>`
    select concat_ws(' ', kind, name, nullif(facility_name, name), state, on_date, amount) as said from search(${text})`;
  return rows.map(({ said }) => said);
}

async function contractor(sql: postgres.Sql, first: string, last: string, since = "2026-01-01") {
  const [row] = await sql<[{ id: string }]>`
    insert into public.contractors (first_name, last_name, email, created_at)
    values (${first}, ${last}, ${`${crypto.randomUUID()}@example.org`}, ${since}::timestamptz) returning id`;
  return row.id;
}

Deno.test(
  "search/finds_a_person_by_parts_of_words_in_any_order_whatever_their_case_and_accents",
  withFirm(async ({ sql }) => {
    await contractor(sql, "Luís", "Silva-Ramos");
    const luis = ["contractor Luís Silva-Ramos active"];
    for (
      const text of [
        "Silva Lu",
        "luis silva",
        "RAMOS, luís",
        "ilv",
        "silva-ramos",
        "  l  ram ",
        "l",
      ]
    ) {
      assertEquals(await found(sql, text), luis, text);
    }
    for (const text of ["uis s i", "is", "silva maria", "%", "_", "\\", "'", "", "   ", "-"]) {
      assertEquals(await found(sql, text), [], text);
    }
  }),
);

Deno.test(
  "search/finds_names_with_an_apostrophe_or_a_point_however_they_are_typed",
  withFirm(async ({ sql }) => {
    await contractor(sql, "Sinead", "O’Neil");
    await sql`insert into public.facilities (name) values ('St. Mary''s Hospital')`;
    for (const text of ["oneil", "o'neil", "O’Neil"]) {
      assertEquals(await found(sql, text), ["contractor Sinead O’Neil active"], text);
    }
    for (const text of ["st marys", "St. Mary's", "mary's st."]) {
      assertEquals(await found(sql, text), ["facility St. Mary's Hospital active"], text);
    }
  }),
);

Deno.test(
  "search/names_the_one_that_is_exactly_so_first_then_the_newest_and_seven_of_a_kind",
  withFirm(async ({ sql }) => {
    await contractor(sql, "Ana", "Silva", "2025-01-01");
    for (const month of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await contractor(sql, `Ana ${month}`, "Silva", `2025-02-0${month}`);
    }
    assertEquals(
      (await found(sql, "ana silva")).map((said) =>
        said.slice("contractor ".length, -" active".length)
      ),
      [
        "Ana Silva",
        "Ana 8 Silva",
        "Ana 7 Silva",
        "Ana 6 Silva",
        "Ana 5 Silva",
        "Ana 4 Silva",
        "Ana 3 Silva",
      ],
    );
  }),
);

Deno.test(
  "search/shows_a_candidate_until_there_is_a_contractor_of_them",
  withFirm(async ({ sql }) => {
    const [candidate] = await sql<[{ id: string }]>`
      insert into public.candidates (first_name, last_name, email, status)
      values ('Noor', 'Haddad', 'noor@example.org', 'offered') returning id`;
    assertEquals(await found(sql, "haddad"), ["candidate Noor Haddad offered"]);
    await sql`
      insert into public.contractors (candidate_id, first_name, last_name, email, is_active)
      values (${candidate.id}, 'Noor', 'Haddad', 'noor@example.org', false)`;
    assertEquals(await found(sql, "haddad"), ["contractor Noor Haddad inactive"]);
  }),
);

Deno.test(
  "search/finds_an_assignment_by_the_names_of_its_person_and_facility_together",
  withFirm(async (firm) => {
    const { sql } = firm;
    const other = await Firm.create(sql, "Denver General");
    const luis = await contractor(sql, "Luis", "Silva");
    await firm.assignmentOf(luis, { startDate: "2026-02-02" });
    await other.assignmentOf(luis, { startDate: "2026-03-02" });
    await firm.assignmentOf(await contractor(sql, "Kai", "Lund"), { startDate: "2026-04-06" });
    assertEquals(await found(sql, "silva boulder"), [
      "assignment Luis Silva Boulder Surgery 2026-02-02",
    ]);
    assertEquals(await found(sql, "de silva gen"), [
      "assignment Luis Silva Denver General 2026-03-02",
    ]);
    assertEquals(await found(sql, "silva"), [
      "contractor Luis Silva active",
      "assignment Luis Silva Denver General 2026-03-02",
      "assignment Luis Silva Boulder Surgery 2026-02-02",
    ]);
    assertEquals(await found(sql, "boulder surgery"), [
      "facility Boulder Surgery active",
      "assignment Kai Lund Boulder Surgery 2026-04-06",
      "assignment Luis Silva Boulder Surgery 2026-02-02",
    ]);
  }),
);

Deno.test(
  "search/finds_invoices_by_number_or_its_last_digits_in_each_year",
  withFirm(async (firm) => {
    const { sql } = firm;
    await send(sql, [await draft(firm, ["100.00"])], "2026-01-05");
    const sent = "invoice INV-2026-000001 Boulder Surgery sent 2026-01-05 100.00";
    for (const text of ["INV-2026-000001", "inv-2026-000001 ", "000001", "1"]) {
      assertEquals(await found(sql, text), [sent], text);
    }
    await send(sql, [await draft(firm, ["70.00"])], "2025-12-01");
    assertEquals(await found(sql, "1"), [
      sent,
      "invoice INV-2025-000001 Boulder Surgery sent 2025-12-01 70.00",
    ]);
    assertEquals(await found(sql, "2"), []);
    // Numbers that were not given here, as of the demo firm.
    await sql`truncate private.last_invoice_numbers`;
    assertEquals((await found(sql, "1")).length, 2);
    assertEquals(await found(sql, "9".repeat(19)), []);
  }),
);

Deno.test(
  "search/finds_checks_by_number_and_orders_by_parts_of_theirs",
  withFirm(async (firm) => {
    const { sql } = firm;
    const check = await receive(firm, "50.00", "2026-03-09");
    await sql`update public.checks set check_number = ' 4711' where id = ${check}`;
    await addOrder(firm, { number: "PO-4711/a", amount: "900.00" });
    assertEquals(await found(sql, "4711"), [
      "check 4711 Boulder Surgery received 2026-03-09 50.00",
      "order PO-4711/a Boulder Surgery 2026-12-31 900.00",
    ]);
    assertEquals(await found(sql, "po 4711 A"), [
      "order PO-4711/a Boulder Surgery 2026-12-31 900.00",
    ]);
  }),
);

Deno.test(
  "search/refuses_what_is_no_search_in_words",
  withFirm(async ({ sql }) => {
    await assertRefused(sql`select search(null)`, 400, "argument_missing");
    await assertRefused(sql`select search(${"a".repeat(201)})`, 400, "search_too_long");
  }),
);

Deno.test("search/answers_staff_and_servers_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select kind from search('a')");
      if (caller === "signed_out") await assertDenied(asking);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(asking, 403, "staff_only");
      } else {
        const kinds = new Set((await asking).map(({ kind }) => kind));
        assertEquals(kinds.has("contractor"), true, caller);
      }
    }
  }));
