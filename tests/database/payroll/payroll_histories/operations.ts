/** Acts of payroll, and other possible events of a firm, in any order. Some of it is refused. */
import fc from "fast-check";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  moveTo,
  periodOf,
  prepare,
  prepareOffCycle,
} from "../../../support/payroll/batches.ts";
import { arrange, settle, takeBackSettlement } from "../../../support/payroll/overpaid.ts";
import { confirm, dismiss } from "../../../support/payroll/break_premiums.ts";
import type { StipendKind } from "../../../support/payroll/extras.ts";
import type { LeaveTerms } from "../../../support/payroll/leave_plans.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import {
  day,
  type Deed,
  fixed,
  type History,
  MONDAY,
  onOne,
  type Operation,
  PERIODS,
  PERIODS_OF_SECOND,
  rule,
  who,
} from "./operation.ts";
import { behindItsBack, earnBonus, leaveTerms } from "./operations_on_extras.ts";
import { enterRule, promise, promises } from "./operations_on_promises.ts";
import {
  adjust,
  correctTime,
  enter,
  enterCode,
  enterShifts,
  hit,
  moveWeek,
  rarer,
  sendBack,
} from "./operations_on_time.ts";

/** A procedure on one of the periods, mostly the first two. */
function onPeriods(
  what: string,
  does: (history: History, start: string, weeks: number) => PromiseLike<unknown>,
  more: Partial<Deed>,
): fc.Arbitrary<Deed> {
  return fc.constantFrom(0, 0, 0, 1, 1, 2, 3, 4).map((n) => {
    const { start, weeks } = [...PERIODS, ...PERIODS_OF_SECOND][n] ?? { start: MONDAY, weeks: 1 };
    return {
      ...fixed(`${what}(${start})`, (history) => does(history, start, weeks)),
      period: start,
      ...more,
    };
  });
}

const prepareDraft = onPeriods(
  "prepare_payroll_draft",
  ({ sql }, start, weeks) => prepare(sql, start, weeks),
  { then: "all is paid" },
);
const pay = onPeriods(
  "prepare, advance and close",
  async ({ sql }, start, weeks) => close(sql, await prepare(sql, start, weeks)),
  {},
);
const endPeriod = onPeriods(
  "close_payroll_period",
  async ({ sql }, start, weeks) => closePeriod(sql, await periodOf(sql, start, weeks)),
  { then: "the period was finished", repeats: true },
);

const moveGroup = fc.record({ who, isSecond: fc.boolean() }).map(({ who, isSecond }) =>
  fixed(
    `${who} moves to the ${isSecond ? "second" : "first"} pay group`,
    ({ sql, workers, secondGroup }) =>
      moveTo(sql, workers[who]?.contractorId ?? "", isSecond ? secondGroup : null),
  )
);
const payOffCycle = fc.constantFrom([0], [0], [1], [0, 1]).chain((people) =>
  onPeriods(
    `prepare_off_cycle of ${people}`,
    async ({ sql, workers }, start, weeks) =>
      prepareOffCycle(
        sql,
        await periodOf(sql, start, weeks),
        people.map((who) => workers[who]?.contractorId ?? ""),
        dayOfWeek(start, 12),
      ),
    { then: "its people are paid", people },
  )
);

const arrangeRecovery = onOne(
  "arrange_recovery",
  "(select contractor_id as id from overpayments where open > 0 order by contractor_id) as owing",
  ({ sql }, id) =>
    id === null ? Promise.resolve() : arrange(sql, id, { perPayDay: "75", noticeOn: "2026-03-01" }),
);
const settleOverpayment = fc.constantFrom("check", "waived").chain((kind) =>
  onOne(
    `settle_overpayment (${kind})`,
    "(select contractor_id || ' ' || week_start as id from overpayments where open > 0 order by 1) as owing",
    ({ sql }, id) => {
      const [contractor = "", week = ""] = (id ?? "").split(" ");
      return id === null ? Promise.resolve() : settle(sql, contractor, week, kind);
    },
  )
);

/** A day of the first week of somebody who worked in it, who may be no employee. */
const WORKED_DAYS = `(select assignment.contractor_id || ' ' || entry.work_date as id
                        from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
                       order by entry.work_date, entry.id) as worked`;
const missBreak = fc.constantFrom(confirm, confirm, dismiss).chain((decide) =>
  fc.constantFrom("meal", "rest").chain((kind) =>
    onOne(`${decide.name}_break_premium (${kind})`, WORKED_DAYS, ({ sql }, id) => {
      const [contractor = "", day = ""] = (id ?? "").split(" ");
      return id === null ? Promise.resolve() : decide(sql, contractor, day, kind);
    })
  )
);

const takeBack = onOne(
  "take_back_settlement",
  "(select id from overpayment_settlements where taken_back_on is null order by created_at, id) as settled",
  ({ sql }, id) => id === null ? Promise.resolve() : takeBackSettlement(sql, id),
);

const batches = (states: string) =>
  `payroll_batches order by status not in (${states}), created_at, id`;
const step = fc.constantFrom(null, null, "draft", "in_review").chain((expected) =>
  onOne(
    `advance_payroll_batch_status (${expected})`,
    batches("'draft', 'in_review'"),
    ({ sql }, id) => advance(sql, id, expected),
    { repeats: expected !== null },
  )
);
const drop = onOne(
  "discard_payroll_batch",
  batches("'draft', 'in_review', 'approved'"),
  ({ sql }, id) => discard(sql, id),
  { repeats: true },
);
const closeAndLock = onOne(
  "close_and_lock_payroll_batch",
  batches("'approved'"),
  ({ sql }, id) => closeBatch(sql, id),
  { then: "time is locked", repeats: true },
);

/** Anything, the heavier the oftener; hours pass before some of it. */
const operation: fc.Arbitrary<Operation> = fc.record({
  pause: fc.constantFrom(0, 0, 2),
  deed: fc.oneof(
    { weight: 7, arbitrary: enter },
    { weight: 4, arbitrary: enterCode },
    { weight: 3, arbitrary: enterShifts },
    { weight: 6, arbitrary: promises },
    { weight: 4, arbitrary: moveWeek },
    { weight: 3, arbitrary: sendBack },
    { weight: 4, arbitrary: rarer },
    { weight: 6, arbitrary: correctTime },
    { weight: 2, arbitrary: adjust },
    { weight: 4, arbitrary: hit },
    { weight: 6, arbitrary: behindItsBack },
    { weight: 6, arbitrary: prepareDraft },
    { weight: 3, arbitrary: pay },
    { weight: 4, arbitrary: payOffCycle },
    { weight: 3, arbitrary: moveGroup },
    { weight: 5, arbitrary: step },
    { weight: 3, arbitrary: drop },
    { weight: 4, arbitrary: closeAndLock },
    { weight: 2, arbitrary: endPeriod },
    { weight: 2, arbitrary: arrangeRecovery },
    { weight: 4, arbitrary: missBreak },
    { weight: 1, arbitrary: settleOverpayment },
    { weight: 1, arbitrary: takeBack },
  ),
}).map(({ pause, deed }) => ({ pause, ...deed }));

/** A stipend of the first contractor; `to` is null where it does not end. */
export interface Stipend {
  readonly rule: OvertimeRule;
  readonly kind: StipendKind;
  readonly per: "week" | "day" | "shift";
  readonly amount: string;
  readonly from: string;
  readonly to: string | null;
}

const stipend: fc.Arbitrary<Stipend> = fc.record({
  rule,
  kind: fc.constantFrom("hours_driven", "reimbursement", "flat_sum"),
  per: fc.constantFrom("week", "week", "day", "shift"),
  amount: fc.constantFrom("33.33", "200"),
  from: day,
  to: fc.constantFrom(null, dayOfWeek(MONDAY, 21)),
});

const atOnce = (deed: Deed): Operation => ({ pause: 0, ...deed });
const begun = fc.tuple(
  fc.array(enter.map(atOnce), { minLength: 2, maxLength: 4 }),
  fc.array(enterCode.map(atOnce), { maxLength: 3 }),
  fc.array(fc.oneof(enterShifts, enterRule, promise).map(atOnce), { maxLength: 3 }),
).map((parts): Operation[] => parts.flat());
const stipends = fc.array(stipend, { maxLength: 3 });

/** Leave plan and stipends of a firm, and what happens to it. */
export interface Course {
  readonly leave: LeaveTerms;
  readonly stipends: readonly Stipend[];
  readonly operations: readonly Operation[];
}

/** Anything, in any order. */
export const histories: fc.Arbitrary<Course> = fc.record({
  leave: leaveTerms,
  stipends,
  operations: fc.tuple(begun, fc.array(operation, { minLength: 20, maxLength: 30 }))
    .map((parts): Operation[] => parts.flat()),
});

const afterwards = fc.oneof(behindItsBack, correctTime, promises).map(atOnce);

/** The same, where most changes once weeks are paid. */
export const afterPay: fc.Arbitrary<Course> = fc.record({
  leave: leaveTerms,
  stipends,
  operations: fc.tuple(
    begun,
    fc.array(behindItsBack.map(atOnce), { minLength: 1, maxLength: 3 }),
    fc.array(pay.map(atOnce), { minLength: 1, maxLength: 2 }),
    fc.array(afterwards, { minLength: 3, maxLength: 8 }),
    fc.array(
      fc.oneof(
        pay,
        payOffCycle,
        moveGroup,
        closeAndLock,
        enter,
        enterCode,
        enterShifts,
        arrangeRecovery,
        settleOverpayment,
        takeBack,
        missBreak,
        afterwards,
      ).map(
        atOnce,
      ),
      { minLength: 2, maxLength: 6 },
    ),
  ).map((parts): Operation[] => parts.flat()),
});

/** Bonuses that are earned over days, and time of these that comes late or turns out otherwise once it was paid. */
export const afterBonuses: fc.Arbitrary<Course> = fc.record({
  leave: leaveTerms,
  stipends,
  operations: fc.tuple(
    fc.array(enter.map(atOnce), { minLength: 4, maxLength: 6 }),
    fc.array(earnBonus.map(atOnce), { minLength: 2, maxLength: 4 }),
    fc.array(pay.map(atOnce), { minLength: 3, maxLength: 3 }),
    fc.array(fc.oneof(correctTime, enter, enterCode).map(atOnce), { minLength: 2, maxLength: 4 }),
  ).map((parts): Operation[] => parts.flat()),
});
