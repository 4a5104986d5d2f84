// Each kind of row: when it appears, what it says and what it does to the balance.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import {
  creditOf,
  post,
  receive,
  returnCheck,
  spend,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { statement, statementLines, totals } from "../../../support/receivables/reports.ts";

const [FROM, TO] = ["2026-05-01", "2026-05-31"];

Deno.test(
  "facility_statement/begins_with_the_balance_of_all_that_was_before",
  withMovingClock("2026-05-20", async (firm) => {
    const { sql } = firm;
    assertEquals(await statement(firm, FROM, TO), [{
      occurred_on: FROM,
      kind: "opening_balance",
      reference: null,
      invoice_id: null,
      description: "Balance before 2026-05-01",
      amount: "0.00",
      balance: "0.00",
      details: {},
    }]);
    const other = await Firm.create(sql);
    await other.sentInvoice("2026-04-01", "77.00");
    await other.terms();
    await post(other, "9", {}, "2026-04-11");
    const invoice = await firm.sentInvoice("2026-04-01"); // of 2 March
    await firm.terms();
    await accrueOverdueInterest(sql, { today: "2026-05-20" });
    await post(firm, "150", { [invoice]: "100" }, "2026-04-11");
    await accrueOverdueInterest(sql, { today: "2026-05-20" });
    // 1000 − 150 + 10 days on 1000 and 19 on 900, at 18 %
    assertEquals(
      (await statementLines(firm, FROM, FROM))[0],
      `${FROM} opening_balance 863.36 = 863.36`,
    );
    assertEquals(await statementLines(firm, "2026-03-03", "2026-03-03"), [
      "2026-03-03 opening_balance 1000.00 = 1000.00",
    ]);
    assertEquals(
      (await statementLines(firm, "2026-03-02", TO))[0],
      "2026-03-02 opening_balance 0.00 = 0.00",
    );
  }),
);

Deno.test(
  "facility_statement/tells_of_invoices_and_their_voiding",
  withMovingClock("2026-05-20", async (firm, setClock) => {
    const { sql } = firm;
    await draft(firm);
    await sql`update invoices set issue_date = '2026-05-10', due_date = '2026-06-09'`; // a draft all the same
    const id = await draft(firm, ["100.00"]);
    await send(sql, [id], "2026-05-12");
    await setClock("2026-05-25 05:59+00"); // the 24th in Denver
    await voidInvoice(sql, id, "Wrong rate");
    const invoice = { reference: "INV-2026-000001", invoice_id: id };
    const rows = await statement(firm, FROM, TO);
    assertEquals(rows.slice(1), [{
      ...invoice,
      occurred_on: "2026-05-12",
      kind: "invoice",
      description: "Invoice INV-2026-000001 for 2026-01-12 to 2026-01-18, due 2026-06-11",
      amount: "100.00",
      balance: "100.00",
      details: {
        kind: "manual",
        period_start: "2026-01-12",
        period_end: "2026-01-18",
        due_date: "2026-06-11",
      },
    }, {
      ...invoice,
      occurred_on: "2026-05-24",
      kind: "invoice_voided",
      description: "Invoice INV-2026-000001 voided",
      amount: "-100.00",
      balance: "0.00",
      details: { reason: "Wrong rate" },
    }]);
  }),
);

Deno.test(
  "facility_statement/tells_of_payments_credits_and_their_return",
  withMovingClock("2026-05-20", async (firm, setClock) => {
    const { sql } = firm;
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-06-03", "100.00"); // of 4 May
    const check = await post(firm, "80", { [first]: "30" }, "2026-05-06");
    await spend(sql, await creditOf(sql, check), { [second]: "30" });
    await receive(firm, "5", "2026-05-06");
    await setClock("2026-05-28 05:59+00"); // the 27th in Denver
    await returnCheck(sql, check, "No funds");
    assertEquals(await statementLines(firm, FROM, TO), [
      "2026-05-01 opening_balance 0.00 = 0.00",
      "2026-05-04 invoice 100.00 = 100.00",
      "2026-05-04 invoice 100.00 = 200.00",
      "2026-05-06 payment -30.00 = 170.00",
      "2026-05-06 payment -30.00 = 140.00",
      "2026-05-06 credit -50.00 = 90.00",
      "2026-05-06 credit_spent 30.00 = 120.00",
      "2026-05-27 payment_returned 30.00 = 150.00",
      "2026-05-27 payment_returned 30.00 = 180.00",
      "2026-05-27 credit_returned 20.00 = 200.00",
    ]);
  }),
);

Deno.test(
  "facility_statement/returns_no_credit_that_was_spent_whole",
  withMovingClock("2026-05-20", async (firm) => {
    const { sql } = firm;
    const invoice = await firm.sentInvoice("2026-06-03", "100.00"); // of 4 May
    const check = await post(firm, "30", {}, "2026-05-06");
    await spend(sql, await creditOf(sql, check), { [invoice]: "30" });
    await returnCheck(sql, check);
    assertEquals((await statementLines(firm, "2026-05-07", TO)).slice(1), [
      "2026-05-20 payment_returned 30.00 = 100.00",
    ]);
  }),
);

Deno.test(
  "facility_statement/says_of_money_by_which_check_it_came_and_for_what",
  withMovingClock("2026-05-20", async (firm) => {
    const { sql } = firm;
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const [{ number }] = await sql<[{ number: string }]>`select number from invoices`;
    await sql`update invoices set accrued_interest = 9`;
    const check = await post(firm, "80", { [invoice]: "50" }, "2026-05-06");
    const credit = await creditOf(sql, check);
    await spend(sql, credit, { [invoice]: "interest 4" });
    await sql`
      insert into payments (invoice_id, paid_on, amount) values (${invoice}, '2026-05-07', 1)`;
    await writeOff(sql, invoice, "10", "Disputed hours");
    await returnCheck(sql, check, "No funds");
    const rows = (await statement(firm, "2026-05-02", TO)).slice(1)
      .map(({ kind, reference, description, details }) => [kind, reference, description, details]);
    const [{ check_number }] = await sql<[{ check_number: string }]>`
      select check_number from checks where id = ${check}`;
    const from = { check_id: check, check_number, method: "check" };
    const [principal, interest] = [{ component: "principal" }, { component: "interest" }];
    const [byCheck, byCredit] = [
      { ...principal, ...from, facility_credit_id: null },
      { ...interest, ...from, facility_credit_id: credit },
    ];
    const [returned, left] = [{ reason: "No funds" }, { ...from, facility_credit_id: credit }];
    const none = { check_id: null, check_number: null, method: null, facility_credit_id: null };
    assertEquals(rows, [
      [
        "payment",
        check_number,
        `Interest of invoice ${number} paid by check ${check_number}`,
        byCredit,
      ],
      [
        "payment",
        check_number,
        `Principal of invoice ${number} paid by check ${check_number}`,
        byCheck,
      ],
      ["credit", check_number, `Left over from check ${check_number}`, left],
      [
        "credit_spent",
        check_number,
        `Spent on invoice ${number}, left over from check ${check_number}`,
        byCredit,
      ],
      ["payment", null, `Principal of invoice ${number} paid`, { ...principal, ...none }],
      ["write_off", number, `Principal of invoice ${number} written off`, {
        ...principal,
        reason: "Disputed hours",
      }],
      [
        "payment_returned",
        check_number,
        `Interest of invoice ${number} no longer paid by check ${check_number}`,
        { ...byCredit, ...returned },
      ],
      [
        "payment_returned",
        check_number,
        `Principal of invoice ${number} no longer paid by check ${check_number}`,
        { ...byCheck, ...returned },
      ],
      [
        "credit_returned",
        check_number,
        `Unspent of what was left over from check ${check_number}`,
        {
          ...left,
          ...returned,
        },
      ],
    ]);
  }),
);

Deno.test(
  "facility_statement/leaves_out_what_was_undone_before_its_own_day",
  withMovingClock("2026-05-20", async (firm, setClock) => {
    const { sql } = firm;
    const [ahead, voided] = [await draft(firm), await draft(firm)];
    await send(sql, [ahead, voided], "2026-05-30");
    await voidInvoice(sql, voided);
    const check = await post(firm, "40", {}, "2026-05-10");
    await spend(sql, await creditOf(sql, check), { [ahead]: "25" }); // paid on the 30th
    await setClock(noon("2026-05-22"));
    await returnCheck(sql, check);
    assertEquals(await statementLines(firm, FROM, TO), [
      "2026-05-01 opening_balance 0.00 = 0.00",
      "2026-05-10 credit -40.00 = -40.00",
      "2026-05-22 credit_returned 40.00 = 0.00",
      "2026-05-30 invoice 100.00 = 100.00",
    ]);
    for (
      const [day, net] of [["2026-05-10", "-40.00"], ["2026-05-22", null], ["2026-05-30", "100.00"]]
    ) {
      assertStrictEquals(
        (await totals(firm, String(day)))?.split(" ").at(-1) ?? null,
        net,
        String(day),
      );
    }
  }),
);
