/**
 * March 2026 of an MSP, played over REST by admin, billing, payroll and the program's own clerk. By hand:
 *
 * | week of | facility | hours × rate | gross | MSP 3 % | rebate 1 % | tax 6 % | invoice |
 * | --- | --- | --- | --- | --- | --- | --- | --- |
 * | 2 March | Mercy Hospital | 3 × 4 × 8.4 × 100 | 10,080.00 | −302.40 | | | 9,777.60 |
 * | | Aspen Clinic | 40 × 50 | 2,000.00 | −60.00 | | | 1,940.00 |
 * | | Bryn Mawr Hospital, PA | 40 × 75 | 3,000.00 | −90.00 | | of 1,110.00: 66.60 | 2,976.60 |
 * | 9 March | Mercy Hospital | 40 × 100 | 4,000.00 | −120.00 | −40.00 | | 3,840.00 |
 * | | Aspen Clinic | 20 × 50 | 1,000.00 | −30.00 | −10.00 | | 960.00 |
 * | | Bryn Mawr Hospital, PA | 16 × 75 | 1,200.00 | −36.00 | −12.00 | of 432.00: 25.92 | 1,177.92 |
 *
 * The rebate begins at 15,000.00 in the year: 15,080.00 was billed before the second bundle, nothing before the first.
 * The tax is of what fees leave less wages: 2,910.00 − 40 × 45; 1,152.00 − 16 × 45.
 *
 * | day | what | amount | left of the six |
 * | --- | --- | --- | --- |
 * | 10 | bundle: 9,777.60 + 1,940.00 + 2,976.60 | 14,694.20 | 14,694.20 |
 * | 13 | BAI2: Aspen's first, less 2 % for paying early (38.80) | 1,901.20 | 12,754.20 |
 * | 17 | bundle: 3,840.00 + 960.00 + 1,177.92 | 5,977.92 | 18,732.12 |
 * | 19 | lockbox: Bryn Mawr's first, short by 76.60, which is disputed | 2,900.00 | 15,832.12 |
 * | 20 | check: 7,040.00 of Mercy's first, 960.00 of Aspen's second | 8,000.00 | 7,832.12 |
 * | 24 | its return | −8,000.00 | 15,832.12 |
 * | 25 | credit note: 4 hours of Mercy's first, 400.00 − 12.00 | 388.00 | 15,444.12 |
 * | 26 | write-off of Bryn Mawr's second | 177.92 | 15,266.20 |
 * | 26 | wire: 9,389.60 + 960.00 + interest 20.00; 130.40 stay a credit | 10,500.00 | 4,916.60 |
 * | 27 | refund of that credit; 30.40 stay | 100.00 | 4,916.60 |
 * | 30 | check: 1,000.00 of Bryn Mawr's second, and 100.00 that were written off | 1,100.00 | 3,916.60 |
 *
 * Interest, 18 % of 365 days: Mercy's first from 21 March, (5 × 9,777.60 + 9,389.60) × 0.18 ÷ 365 = 28.74, of which 8.74
 * are waived; its second from 28 March, 4 × 3,840.00 × 0.18 ÷ 365 = 7.57. DSO: 3,916.60 ÷ 20,672.12 × 91 = 17.2.
 */
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { accountsThrough, agingOn, assertEachDayCloses, money } from "../support/http/closing.ts";
import { done } from "../support/http/newcomers.ts";
import { type PlayedFirm, startPlayedFirm } from "../support/http/played_firm.ts";
import { bill, lookAtBundle } from "../support/http/program_month/bundles.ts";
import { bring, firstWeek, lines } from "../support/http/program_month/hours.ts";
import { moveIn, type Place, switchOn } from "../support/http/program_month/place.ts";
import {
  bank,
  confirmProposed,
  owed,
  receive,
  remittances,
} from "../support/http/program_month/receipts.ts";
import { bai2File, lockboxFile } from "../support/moving_in/bank_files.ts";
import { assertNoMoneyIsLost } from "../support/receivables/conservation.ts";

/** Asks as billing for what takes two people, and approves it as an admin. */
async function byTwo(
  { admin, billing }: PlayedFirm,
  procedure: string,
  args: Record<string, string | number>,
): Promise<void> {
  const asked = await done(
    billing.rpc("request_approval", {
      procedure,
      arguments: args,
      reason: "The program asks for it",
    }),
  );
  const { status } = await done(admin.rpc("approve", { id: asked.id }));
  assertStrictEquals(status, "approved");
}

Deno.test("programs/an_msps_month_is_played_over_rest_from_its_hours_to_the_closing_checks", async () => {
  await using parts = new AsyncDisposableStack();
  const firm = await startPlayedFirm(parts, "2026-03-02");
  const { admin, billing, payroll } = firm;
  const place = await moveIn(firm);
  const { P1, clerk } = place;

  await firm.on("2026-03-09");
  await firstWeek(firm, place);
  const first = await bill(firm, place, "2026-03-10", {
    entries: 21,
    drafts: [
      ["9777.60", "MSP fee, 3 % of 10,080.00 = -302.40"],
      ["1940.00", "MSP fee, 3 % of 2,000.00 = -60.00"],
      [
        "2976.60",
        "MSP fee, 3 % of 3,000.00 = -90.00",
        "Sales tax, 6 % of 1,110.00: 2,910.00 less wages of 1,800.00 = 66.60",
      ],
    ],
  });
  await lookAtBundle(firm, place, first, {
    "Mercy Hospital": "9,777.60",
    "Aspen Clinic": "1,940.00",
    "Bryn Mawr Hospital": "2,976.60",
    "Total": "14,694.20",
  });
  const [mercy1, aspen1, brynMawr1] = first.map(({ id }) => id) as [string, string, string];

  await firm.on("2026-03-13");
  const transfer = {
    type: "142",
    cents: 190120,
    funds: "Z",
    bankReference: "ACH77001",
    customerReference: "P1",
    text: ["SUMMIT PROGRAM", `${first[1]?.number}`],
  };
  const report = bai2File([{
    day: "260313",
    accounts: [{ number: "0123456789", summaries: [4350000], transactions: [transfer] }],
  }]);
  assertEquals(await bank(billing, report), [
    "1901.20 proposed Summit Program facility_number on invoices 1901.20, short by 0.00",
  ]);
  await confirmProposed(billing);
  assertStrictEquals(await owed(billing, aspen1), "paid 0.00 0.00");

  await firm.on("2026-03-16");
  assertEquals(
    await bring(payroll, [
      ...lines("C1", "8", 9, 10, 11, 12, 13),
      ...lines("C4", "10", 9, 10),
      ...lines("C5", "8", 9, 10),
    ]),
    [9, 0, 0],
  );
  const second = await bill(firm, place, "2026-03-17", {
    entries: 9,
    drafts: [
      ["3840.00", "MSP fee, 3 % of 4,000.00 = -120.00", "Rebate, 1 % of 4,000.00 = -40.00"],
      ["960.00", "MSP fee, 3 % of 1,000.00 = -30.00", "Rebate, 1 % of 1,000.00 = -10.00"],
      [
        "1177.92",
        "MSP fee, 3 % of 1,200.00 = -36.00",
        "Rebate, 1 % of 1,200.00 = -12.00",
        "Sales tax, 6 % of 432.00: 1,152.00 less wages of 720.00 = 25.92",
      ],
    ],
  });
  await lookAtBundle(firm, place, second, {
    "Mercy Hospital": "3,840.00",
    "Aspen Clinic": "960.00",
    "Bryn Mawr Hospital": "1,177.92",
    "Total": "5,977.92",
  });
  const [mercy2, aspen2, brynMawr2] = second.map(({ id }) => id) as [string, string, string];

  await firm.on("2026-03-19");
  const paid = { number: "3", cents: 290000, deduction: 7660, reason: "ONE HOUR NOT WORKED" };
  assertMatch(`${first[2]?.number}`, /-0*3$/);
  const deposit = lockboxFile("260319", [[
    { cents: 290000, number: 5512, payer: "SUMMIT", invoices: [paid] },
  ]]);
  const settled =
    "1901.20 confirmed Summit Program facility_number on invoices 1901.20, short by 0.00";
  assertEquals(await bank(billing, deposit), [
    settled,
    "2900.00 without_facility on invoices 0.00, short by 0.00",
  ]);
  const waiting = await done(
    billing.from("remittance_states").select("id").eq("state", "without_facility").single(),
  );
  const remittance_id = waiting.id ?? "";
  await done(billing.rpc("assign_remittance", { remittance_id, facility_id: P1 }));
  assertEquals(
    (await remittances(billing))[1],
    "2900.00 proposed Summit Program person on invoices 2900.00, short by 76.60",
  );
  await confirmProposed(billing);
  const named = await done(
    billing.from("remittance_line_states").select("id").eq("remittance_id", remittance_id).single(),
  );
  await done(
    billing.rpc("settle_short_payment", { remittance_line_id: named.id ?? "", outcome: "dispute" }),
  );
  assertEquals(
    await done(
      clerk.from("invoices").select("balance, dispute_reason").eq("id", brynMawr1).single(),
    ),
    { balance: 76.6, dispute_reason: "ONE HOUR NOT WORKED" },
  );

  await firm.on("2026-03-20");
  const bounced = await receive(
    billing,
    {
      facility_id: P1,
      check_number: "9001",
      method: "check",
      amount: 8_000,
      received_on: "2026-03-20",
    },
    [[mercy1, "principal", 7_040], [aspen2, "principal", 960]],
  );
  assertEquals((await agingOn(clerk, "2026-03-20")).facilities, [
    "Bryn Mawr Hospital 1254.52 0.00 0.00",
    "Mercy Hospital 6577.60 0.00 0.00",
  ]);
  await firm.on("2026-03-24");
  await done(billing.rpc("return_check", { check_id: bounced, reason: "No funds" }));
  assertEquals((await agingOn(clerk, "2026-03-24")).customers, [
    "Summit Program 15832.12 0.00 0.00",
  ]);

  await firm.on("2026-03-25");
  const [credited] = await done(
    billing.from("invoice_lines").select("id").eq("invoice_id", mercy1).eq(
      "work_date",
      "2026-03-02",
    )
      .eq("kind", "regular").limit(1),
  );
  const note = await done(
    billing.rpc("credit_invoice", {
      invoice_id: mercy1,
      reason: "Ended at noon",
      line_ids: [credited?.id ?? ""],
      hours: [4],
      counts_from: "credit",
    }),
  );
  assertEquals([note.amount, note.counts_on], [388, "2026-03-25"]);

  await firm.on("2026-03-26");
  await firm.run("accrue-interest");
  assertStrictEquals(await owed(billing, mercy1), "partially_paid 9389.60 28.74");
  await byTwo(firm, "waive_interest", {
    invoice_id: mercy1,
    amount: 8.74,
    reason: "A courtesy",
  });
  assertStrictEquals(await owed(billing, mercy1), "partially_paid 9389.60 20.00");
  await byTwo(firm, "write_off_invoice", {
    invoice_id: brynMawr2,
    amount: 177.92,
    reason: "They say that the rate is wrong",
  });
  const wire = await receive(
    billing,
    {
      facility_id: P1,
      check_number: "W1",
      method: "wire",
      amount: 10_500,
      received_on: "2026-03-26",
    },
    [[mercy1, "principal", 9_389.60], [mercy1, "interest", 20], [aspen2, "principal", 960]],
  );
  await firm.run("accrue-interest");
  assertStrictEquals(await owed(billing, mercy1), "paid 0.00 0.00");

  await firm.on("2026-03-27");
  const left = await done(
    billing.from("facility_credits").select("id, remaining").eq("check_id", wire).single(),
  );
  assertStrictEquals(left.remaining, 130.4);
  await byTwo(firm, "refund_credit", {
    facility_credit_id: left.id,
    amount: 100,
    reason: "They asked for it",
    method: "ach",
    reference: "7001",
  });
  const kept = await billing.rpc("return_check", { check_id: wire, reason: "Recalled" });
  assertEquals([kept.status, kept.error?.details], [409, "check_refunded"]);

  await firm.on("2026-03-30");
  await switchOn(admin, "overdue_reminder");
  await receive(
    billing,
    {
      facility_id: P1,
      check_number: "9002",
      method: "check",
      amount: 1_100,
      received_on: "2026-03-30",
    },
    [[brynMawr2, "principal", 1_000], [brynMawr2, "write_off", 100]],
  );
  assertStrictEquals(await owed(billing, brynMawr2), "paid 0.00 0.00");

  await firm.on("2026-03-31");
  await firm.run("accrue-interest");
  assertStrictEquals(await owed(billing, mercy2), "sent 3840.00 7.57");
  await closeMonth(firm, place);
});

/** Checks that the month is closed with. */
async function closeMonth(firm: PlayedFirm, { P1, F1, clerk }: Place): Promise<void> {
  const { admin, billing, sql } = firm;
  const today = "2026-03-31";
  const closed = await agingOn(billing, today);
  assertEquals(closed.facilities, [
    "Bryn Mawr Hospital 76.60 0.00 0.00",
    "Lakeside 500.00 0.00 0.00",
    "Mercy Hospital 3840.00 7.57 0.00",
    "Summit Program 0.00 0.00 30.40",
  ]);
  assertEquals(closed.customers, [
    "Lakeside 500.00 0.00 0.00",
    "Summit Program 3916.60 7.57 30.40",
  ]);
  assertEquals((await agingOn(clerk, today)).customers, ["Summit Program 3916.60 7.57 30.40"]);
  await assertEachDayCloses(admin, "2026-03-09", today);
  await assertNoMoneyIsLost(sql);

  assertEquals(await accountsThrough(admin, today), {
    bad_debt: "77.92", // 177.92 less 100.00
    cash: "16301.20", // 1,901.20 + 2,900.00 + 10,500.00 + 1,100.00 − 100.00
    customer_credits: "-30.40",
    discounts: "38.80",
    fees_msp: "626.40", // 452.40 + 186.00 − 12.00
    fees_volume: "62.00",
    interest_income: "-27.57", // 28.74 + 7.57 − 8.74
    interest_receivable: "7.57",
    opening_balances: "-500.00",
    receivables: "4416.60", // 3,916.60 and Lakeside's 500.00
    revenue_regular: "-20880.00", // 15,080.00 + 6,200.00 − 400.00
    sales_tax: "-92.52",
  });

  const customers = await done(
    admin.from("customers").select("facility_name, is_program, facility_count")
      .order("facility_name"),
  );
  assertEquals(customers, [
    { facility_name: "Lakeside", is_program: false, facility_count: 0 },
    { facility_name: "Summit Program", is_program: true, facility_count: 3 },
  ]);
  const period = { from_date: "2026-03-01", to_date: today };
  const history = await done(billing.rpc("ar_history", { ...period, customer_id: P1 }));
  assertEquals(
    history.map((row) => [row.balance, row.billed_91_days, row.days_sales_outstanding]),
    [[3916.6, 20672.12, 17.2]],
  );
  const told = await done(clerk.rpc("customer_statement", { ...period, customer_id: P1 }));
  const sumOf = (kind: string) =>
    money(told.reduce((sum, row) => row.kind === kind ? sum + (row.amount ?? 0) : sum, 0));
  assertStrictEquals(sumOf("invoice"), "20672.12");
  // 1,901.20 + 2,900.00 + 8,000.00, which came back, + 10,369.60 + 1,100.00
  assertStrictEquals(sumOf("payment"), "-24270.80");
  assertStrictEquals(sumOf("discount"), "-38.80");
  assertStrictEquals(sumOf("credit_note"), "-388.00");
  assertStrictEquals(sumOf("write_off"), "-186.66"); // 177.92, and 8.74 of interest
  assertStrictEquals(money(told.at(-1)?.balance), "3893.77"); // 3,916.60 + 7.57 − 30.40
  const taxes = await done(
    billing.rpc("tax_report", { from_day: "2026-03-01", through: today }),
  );
  assertEquals(taxes.map((row) => [row.jurisdiction, row.base, row.amount]), [
    ["PA", 1542, 92.52],
  ]);

  const overdue = await done(billing.rpc("overdue_invoices"));
  assertEquals(
    overdue.map((row) => [row.facility_name, row.customer_name, row.owed, row.disputed]),
    [
      ["Bryn Mawr Hospital", "Summit Program", 76.6, 76.6],
      ["Mercy Hospital", "Summit Program", 3847.57, 0],
    ],
  );
  await firm.run("deliver");
  const reminder = await firm.mail("pay@summit.example");
  assertMatch(reminder, /3,847\.57/);
  assertMatch(reminder, /Mercy Hospital/);
  assert(!reminder.includes("76.60"), "what is disputed is not reminded of");
  assertEquals(
    await done(clerk.from("invoices").select("id").eq("facility_id", F1)).then((rows) =>
      rows.length
    ),
    2,
  );
}
