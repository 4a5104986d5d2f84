import { plusDays } from "../../../../fixtures/days.ts";
import type { PreparedRows, Values } from "../prepared_rows.ts";
import type { People } from "./people.ts";
import type { Placements } from "./placements.ts";

/** Periods, batches, what they pay both contractors, and adjustments. */
export async function preparePayroll(
  rows: PreparedRows,
  people: People,
  placements: Placements,
): Promise<void> {
  const weeks = futureWeeks();
  const period = (label: string, also: Values = {}) =>
    rows.add("payroll_periods", label, { ...weeks(), ...also }, {
      touch: "pay_date",
      like: weeks(),
    });
  await rows.add("pay_groups", "another", { name: `Nights ${crypto.randomUUID().slice(0, 8)}` }, {
    touch: "name",
    like: { name: `Days ${crypto.randomUUID().slice(0, 8)}` },
  });
  const open = await period("open");
  const closed = await period("closed", { status: "closed" });

  const batch = (label: string, values: Values) =>
    rows.add("payroll_batches", label, { discard_reason: null, ...values }, {
      touch: "discard_reason",
    });
  const draft = await batch("draft", { payroll_period_id: open });
  const paid = await batch("closed", { payroll_period_id: closed });

  const items: readonly [label: string, batchId: string, contractorId: string][] = [
    ["ada, closed", paid, people.ada],
    ["ben, closed", paid, people.ben],
    ["ada, draft", draft, people.ada],
  ];
  const itemIds = new Map<string, string>();
  for (const [label, payroll_batch_id, contractor_id] of items) {
    const pay = { straight_pay: "60.00", gross_pay: "60.00" };
    const item = { payroll_batch_id, contractor_id, ...pay };
    const id = await rows.add("payroll_items", label, item, { touch: "gross_pay" });
    itemIds.set(label, id);
    rows.know("my_pay", label, { payroll_item_id: id, gross_pay: "60.00" }, {
      key: ["payroll_item_id"],
      touch: "gross_pay",
    });
    const line = {
      payroll_item_id: id,
      week_start: "2025-12-29", // nobody has time in it that waits for its batch
      kind: "stipend",
      pay_kind: "reimbursement",
      amount: "60.00",
    };
    const lineId = await rows.add("payroll_item_lines", label, line, { touch: "amount" });
    rows.know("my_pay_lines", label, { payroll_item_line_id: lineId, amount: "60.00" }, {
      key: ["payroll_item_line_id"],
      touch: "amount",
    });
  }

  const week = { contractor_id: people.ada, week_start: "2025-12-29" };
  await rows.sql`
    insert into public.payroll_item_lines (payroll_item_id, week_start, kind, amount)
    values (${itemIds.get("ada, closed") ?? ""}, ${week.week_start}, 'overpayment', 50.00)`;
  rows.know("overpayments", "ada", { ...week, overpaid: "50.00" }, {
    key: ["contractor_id", "week_start"],
    touch: "overpaid",
  });
  await rows.add("recovery_arrangements", "ada", {
    contractor_id: people.ada,
    amount: "20.00",
    starts_on: "2026-03-13",
    agreed_on: "2026-03-10",
    reason: "Paid twice",
  }, { touch: "reason", like: { contractor_id: people.ben } });
  await rows.add("break_premiums", "ada", {
    contractor_id: people.ada,
    work_date: "2026-01-05",
    kind: "rest",
    assignment_id: placements.adaNorth,
    reason: "No relief came",
    dismissed_at: "2026-03-10 12:00:00+00",
  }, { touch: "reason", like: { kind: "meal" } });
  await rows.add("overpayment_settlements", "ada", {
    ...week,
    kind: "waived",
    amount: "5.00",
    settled_on: "2026-03-10",
    employment_type: "w2",
    reason: "Paid twice",
  }, { touch: "reason" });

  await prepareLeave(rows, people.ada);

  for (const status of ["in_review", "approved", "closed"]) {
    await rows.sql`update payroll_batches set status = ${status} where id = ${paid}`;
  }

  await rows.add("payroll_handovers", "of the closed", {
    payroll_batch_id: paid,
    employment: "w2",
    nth: "1",
    handed_over_at: "2026-03-10 12:00:00+00",
    people: "2",
    lines: "2",
    amount: "120.00",
    digest: "0".repeat(64),
  }, { touch: "amount", like: { nth: "2" } });
  const profile = {
    name: `Provider ${crypto.randomUUID().slice(0, 4)}`,
    kind: "paychex_spi",
    settings: '{"client_id": "A1"}',
  };
  await rows.add("payroll_profiles", "of the firm", profile, {
    touch: "name",
    like: { name: `Provider ${crypto.randomUUID().slice(0, 4)}` },
  });
  const code = { employment: "w2", earning: "straight", code: null };
  rows.know("earning_codes", "straight, w2", code, {
    key: ["employment", "earning"],
    touch: "code",
  });

  for (const [label, contractor_id] of [["ada", people.ada], ["ben", people.ben]] as const) {
    const adjustment = { contractor_id, payable_on: "2026-01-05", kind: "bonus", amount: "75.00" };
    await rows.add("payroll_adjustments", label, adjustment, { touch: "amount" });
  }
}

/** Fortnights that nobody else has taken: other tests work in the same database. */
function futureWeeks(): () => Values {
  const MONDAY = "2100-01-04";
  let start = plusDays(MONDAY, Math.floor(Math.random() * 100_000) * 7);
  return () => {
    const [period_start, period_end, pay_date] = [start, plusDays(start, 13), plusDays(start, 18)];
    start = plusDays(start, 14);
    return { period_start, period_end, pay_date };
  };
}

/** Leave plans, of which one has a ledger; its days are none that anybody takes leave on. */
async function prepareLeave(rows: PreparedRows, contractorId: string): Promise<void> {
  const newName = () => `Leave ${crypto.randomUUID()}`;
  const plan = (label: string) =>
    rows.add("leave_plans", label, {
      name: newName(),
      code: "vacation",
      hours_counted: "everywhere",
    }, {
      touch: "name",
      like: { name: newName() },
    });
  const used = await plan("of the firm, used");
  const unused = await plan("of the firm, unused");
  await rows.add("leave_plan_terms", "of the firm", {
    leave_plan_id: unused,
    effective_from: "2099-01-01",
    hours_per_hour_accrued: "30.000",
    source: "The handbook",
  }, {
    key: ["leave_plan_id", "effective_from"],
    touch: "source",
    like: { effective_from: "2099-02-01" },
  });
  await rows.add("leave_ledger", "ada", {
    contractor_id: contractorId,
    leave_plan_id: used,
    day: "2025-12-31",
    kind: "opening",
    hours: "40.0000",
    reason: "Former books",
  }, { touch: "reason" });
  const balance = { contractor_id: contractorId, leave_plan_id: used, balance: "40.0000" };
  rows.know("leave_balances", "ada", balance, {
    key: ["contractor_id", "leave_plan_id"],
    touch: "balance",
  });
  rows.know("my_leave", "ada", { leave_plan_id: used, balance: "40.0000" }, {
    key: ["leave_plan_id"],
    touch: "balance",
  });
}
