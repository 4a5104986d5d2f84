// One check of a program over invoices of its facilities: each side stays with its own facility, on every day.
import { assertEquals, assertMatch } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { invoiceInterest } from "../../../support/receivables/billed_interest.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { assertAgingIsJournal } from "../../../support/receivables/aging_by_journal.ts";
import { assertNoMoneyIsLost } from "../../../support/receivables/conservation.ts";
import { Firm } from "../../../support/firm.ts";
import { addDays } from "../../../support/interest/oracle_days.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import {
  aging,
  agingByJournal,
  billTo,
  type Program,
  withProgram,
} from "../../../support/receivables/programs.ts";
import { linesOf, propose } from "../../../support/receivables/proposals.ts";
import {
  confirm,
  creditOf,
  owed,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
} from "../../../support/receivables/receipts.ts";
import { statement, totals } from "../../../support/receivables/reports.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

/** Holds that both reports and the journal agree, facility by facility, and statements with them, on every day. */
async function assertAgreed(program: Program, from: string, to: string): Promise<void> {
  const { sql } = program.program;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const reported = await aging(sql, "facility", day);
    assertEquals(await agingByJournal(sql, day), reported, day);
    for (const facility of Object.values(program)) {
      const net = (await totals(facility, day))?.split(" ").at(-1) ?? "0.00";
      assertEquals((await statement(facility, "2026-01-01", day)).at(-1)?.balance, net, day);
    }
    const [customer] = await sql`
      select net::text from customer_aging_as_of(${day}) where customer_id = ${program.program.facilityId}`;
    const rows = await sql`
      select balance::text from customer_statement(${program.program.facilityId}, '2026-01-01', ${day})`;
    assertEquals(rows.at(-1)?.balance, customer?.net ?? "0.00", day);
  }
  await assertAgingIsJournal(sql, from, to);
  assertEquals(await aging(sql, "facility"), await aging(sql, "facility", to), "today");
  assertEquals(await aging(sql, "customer"), await aging(sql, "customer", to), "today");
  await assertNoMoneyIsLost(sql);
}

Deno.test(
  "programs/a_check_of_8000_over_two_facilities_agrees_in_reports_and_journal_on_every_day_also_after_its_return",
  withMovingClock("2026-05-20", async ({ sql }, setClock) => {
    const program = await withProgram(sql);
    const { program: summit, mercy, aspen } = program;
    const [first, second] = [
      await mercy.sentInvoice("2026-05-12", "5000.00"), // issued 12 April
      await aspen.sentInvoice("2026-05-16", "4000.00"),
    ];
    const check = await post(
      summit,
      "8000.00",
      { [first]: "5000.00", [second]: "3000.00" },
      "2026-05-10",
    );
    assertEquals(await owed(sql, first), "paid 5000.00 of 5000.00, interest 0.00 of 0.00");
    assertEquals(
      await owed(sql, second),
      "partially_paid 3000.00 of 4000.00, interest 0.00 of 0.00",
    );
    await assertAgreed(program, "2026-04-10", "2026-05-20");
    assertEquals(await aging(sql, "facility", "2026-05-09"), [
      "Aspen Clinic 4000.00 0.00 0.00",
      "Mercy Hospital 5000.00 0.00 0.00",
    ]);
    assertEquals(await aging(sql, "facility"), ["Aspen Clinic 1000.00 0.00 0.00"]);
    assertEquals(await aging(sql, "customer"), ["Summit Program 1000.00 0.00 0.00"]);
    const paid = (await statement(mercy, "2026-05-01", "2026-05-20")).find(({ kind }) =>
      kind === "payment"
    );
    assertEquals(
      [paid?.description.replace(/^.* paid by/, "paid by").replace(/check \d+/, "check n")],
      ["paid by check n of Summit Program"],
    );

    await setClock(noon("2026-05-25"));
    await returnCheck(sql, check);
    await assertAgreed(program, "2026-04-10", "2026-05-25");
    assertEquals(await aging(sql, "facility"), [
      "Aspen Clinic 4000.00 0.00 0.00",
      "Mercy Hospital 5000.00 0.00 0.00",
    ]);
  }),
);

Deno.test(
  "programs/what_a_check_leaves_and_is_paid_ahead_stays_with_who_paid_until_the_invoice_is_issued",
  withMovingClock("2026-05-20", async ({ sql }, setClock) => {
    const program = await withProgram(sql);
    const { program: summit, mercy, aspen } = program;
    const [ahead, other] = [
      await mercy.sentInvoice("2026-07-01", "500.00"), // issued 1 June
      await aspen.sentInvoice("2026-05-16", "400.00"),
    ];
    const check = await post(
      summit,
      "1000.00",
      { [ahead]: "300.00", [other]: "100.00" },
      "2026-05-10",
    );
    await spend(sql, await creditOf(sql, check), { [other]: "200.00" });
    await setClock(noon("2026-06-05"));
    await assertAgreed(program, "2026-05-08", "2026-06-05");
    assertEquals(await aging(sql, "facility", "2026-05-31"), [
      "Aspen Clinic 100.00 0.00 0.00",
      "Summit Program 0.00 0.00 700.00",
    ]);
    assertEquals(await aging(sql, "facility"), [
      "Aspen Clinic 100.00 0.00 0.00",
      "Mercy Hospital 200.00 0.00 0.00",
      "Summit Program 0.00 0.00 400.00",
    ]);
    const rows = await statement(summit, "2026-05-01", "2026-06-05");
    assertEquals(
      rows.map(({ occurred_on, kind, amount }) => `${occurred_on} ${kind} ${amount}`).toSorted(),
      [
        "2026-05-01 opening_balance 0.00",
        "2026-05-10 credit -100.00",
        "2026-05-10 credit -300.00",
        "2026-05-10 credit -600.00",
        "2026-05-10 credit_spent 100.00",
        "2026-05-10 credit_spent 200.00",
        "2026-06-01 credit_spent 300.00",
      ],
    );
    await setClock(noon("2026-06-10"));
    await returnCheck(sql, check);
    await assertAgreed(program, "2026-05-08", "2026-06-10");
  }),
);

Deno.test(
  "programs/the_credit_of_a_facilitys_note_pays_another_facilitys_invoice",
  withMovingClock("2026-05-20", async ({ sql }) => {
    const program = await withProgram(sql);
    const { mercy, aspen } = program;
    const paid = await draft(mercy, ["300.00"]);
    await send(sql, [paid], "2026-05-01");
    await post(mercy, "300.00", { [paid]: "300.00" }, "2026-05-05");
    const open = await aspen.sentInvoice("2026-06-16", "400.00");
    const { id } = await credit(sql, paid);
    const [left] = await sql<[{ id: string }]>`
      select id from facility_credits where credit_note_id = ${String(id)}`;
    await spend(sql, left.id, { [open]: "250.00" });
    await assertAgreed(program, "2026-05-01", "2026-05-20");
    assertEquals(await aging(sql, "facility"), [
      "Aspen Clinic 150.00 0.00 0.00",
      "Mercy Hospital 0.00 0.00 50.00",
    ]);
  }),
);

Deno.test(
  "programs/a_check_pays_no_invoice_that_somebody_else_is_billed_for",
  withMovingClock("2026-05-20", async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const elsewhere = await Firm.create(sql, "Elsewhere");
    const theirs = await elsewhere.sentInvoice("2026-05-16", "400.00");
    const refuses = async (payer: Firm, invoice: string) => {
      const check = await receive(payer, "400.00");
      const id = await reconcile(sql, { check }, { [invoice]: "400.00" });
      await assertRefusedUnchanged(sql, () => confirm(sql, id), 409, "invoice_of_other_facility");
    };
    for (const payer of [program, mercy]) await refuses(payer, theirs);

    // Who leaves takes no old debts along, and who joins brings those of its own.
    const old = await mercy.sentInvoice("2026-05-16", "400.00");
    await billTo(mercy, null);
    await billTo(elsewhere, program);
    await refuses(mercy, await aspen.sentInvoice("2026-05-16", "1.00"));
    assertEquals(await aging(sql, "customer"), ["Summit Program 801.00 0.00 0.00"]);
    await post(program, "150.00", { [old]: "100.00", [theirs]: "50.00" });
    await post(mercy, "300.00", { [old]: "300.00" }, "2026-05-10");
    const fresh = await mercy.sentInvoice("2026-05-16", "70.00");
    await refuses(program, fresh);
    const standing = ["Mercy Hospital 70.00 0.00 0.00", "Summit Program 351.00 0.00 0.00"];
    assertEquals(await aging(sql, "customer"), standing);
    assertEquals(await aging(sql, "customer", "2026-05-20"), standing);
    await assertAgingIsJournal(sql, "2026-04-09", "2026-05-20");
  }),
);

Deno.test(
  "programs/money_of_who_left_lessens_what_the_program_was_sent_and_what_is_left_of_it_stays_with_who_left",
  withMovingClock("2026-05-20", async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    await mercy.terms();
    const [credited, owing] = [await draft(mercy, ["300.00"]), await draft(mercy, ["400.00"])];
    await send(sql, [credited, owing], "2026-04-01");
    await accrueOverdueInterest(sql);
    await post(mercy, "100.00", { [credited]: "100.00" }, "2026-04-20");
    await billTo(mercy, null);
    await credit(sql, credited, { countsFrom: "credit" });
    await post(mercy, "250.00", { [owing]: "150.00" }, "2026-05-10");
    // Money that came before the invoice was issued, by check and from what a check left over; one is returned.
    const late = await draft(mercy, ["90.00"]);
    await billTo(mercy, program);
    await send(sql, [late], "2026-05-14");
    await billTo(mercy, null);
    await post(mercy, "30.00", { [late]: "30.00" }, "2026-05-11");
    await returnCheck(sql, await post(mercy, "20.00", { [late]: "20.00" }, "2026-05-12"));
    await spend(sql, await creditOf(sql, await post(mercy, "10.00", {}, "2026-05-13")), {
      [late]: "10.00",
    });
    await assertAgingIsJournal(sql, "2026-03-31", "2026-05-20");
    const told = async (customer: Firm, day: string) => {
      const rows = await sql<{ balance: string }[]>`
        select balance::text from customer_statement(${customer.facilityId}, '2026-01-01', ${day})`;
      return rows.at(-1)?.balance;
    };
    for (let day = "2026-03-31"; day <= "2026-05-20"; day = addDays(day, 1)) {
      const nets = await sql<{ id: string; net: string }[]>`
        select customer_id as id, net::text from customer_aging_as_of(${day})`;
      for (const customer of [program, mercy]) {
        const net = nets.find(({ id }) => id === customer.facilityId)?.net ?? "0.00";
        assertEquals([day, await told(customer, day)], [day, net]);
      }
    }
    // Of the note 200.00 paid what was owed, and 100.00 are left beside the 100.00 of the second check.
    const [left, owed] = await aging(sql, "customer");
    assertEquals(left, "Mercy Hospital 0.00 0.00 200.00");
    assertMatch(owed ?? "", /^Summit Program 300.00 [1-9]/);

    // Nor does the interest on what the program owes come to who left.
    await assertRefused(
      invoiceInterest(sql, mercy.facilityId, "2026-05-19"),
      409,
      "no_interest_to_bill",
    );
  }),
);

Deno.test(
  "programs/proposals_of_a_programs_check_take_the_oldest_of_all_its_facilities_and_a_facilitys_its_own",
  withMovingClock("2026-05-20", async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const [first, second, third] = [
      await aspen.sentInvoice("2026-05-01", "100.00"),
      await mercy.sentInvoice("2026-05-02", "200.00"),
      await aspen.sentInvoice("2026-05-03", "300.00"),
    ];
    const proposedOf = async (payer: Firm, amount: string) =>
      await linesOf(sql, (await propose(sql, await receive(payer, amount))).id);
    assertEquals(await proposedOf(program, "300.00"), [[third, "principal", "300.00"]]);
    assertEquals(await proposedOf(mercy, "250.00"), [[second, "principal", "200.00"]]);
    assertEquals(await proposedOf(program, "90.00"), [[first, "principal", "90.00"]]);
    assertEquals(await proposedOf(program, "500.00"), [[first, "principal", "10.00"]]);
  }),
);
