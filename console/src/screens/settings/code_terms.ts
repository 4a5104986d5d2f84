import { HOUR } from "../../ui/codes.ts";
import { typedRate } from "../../ui/format.ts";
import type { CodeTerms, Factor } from "./code_week.ts";

/** Values of the form. */
type Values = Record<string, unknown>;

/** A code of time, as the page has it. */
export interface Code {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly is_worked: boolean;
  readonly pay_multiplier: number | null;
  readonly pay_amount: number | null;
  readonly bill_multiplier: number | null;
  readonly bill_amount: number | null;
  readonly is_reimbursement: boolean;
  readonly in_regular_rate: boolean;
  readonly premium_is_creditable: boolean;
  readonly entered_by: string[];
  readonly earning_code: string | null;
  readonly revenue_account: string | null;
  readonly pay_account: string | null;
  readonly regular_rate_section: string | null;
}
/** Columns of it, for a request. */
export const CODE =
  "name,title,unit,is_worked,pay_multiplier,pay_amount,bill_multiplier,bill_amount,is_reimbursement,in_regular_rate,premium_is_creditable,entered_by,earning_code,revenue_account,pay_account,regular_rate_section";

/** Basis of a unit's money: the rate of an hour, rates of its own, or nothing. */
export type Basis = "hour" | "own" | "nothing";
/** The least multiplier of a premium that is set off (29 CFR 778.203). */
const CREDITABLE_FROM = 1.5;
const NOTHING: Factor = { multiplier: "0", amount: "0" };

/** The multiplier and the amount of a row; null where it has rates of its own. */
export function factorOf(multiplier: number | null, amount: number | null): Factor | null {
  return multiplier === null || amount === null
    ? null
    : { multiplier: String(multiplier), amount: String(amount) };
}

/** Basis of what a row says. */
export function basisOf(factor: Factor | null): Basis {
  if (factor === null) return "own";
  return Number(factor.multiplier) === 0 && Number(factor.amount) === 0 ? "nothing" : "hour";
}

/** First values of the form of a code. */
export function valuesOf(code: Code): Values {
  const pay = factorOf(code.pay_multiplier, code.pay_amount);
  const bill = factorOf(code.bill_multiplier, code.bill_amount);
  return {
    ...code,
    pays: basisOf(pay),
    bills: basisOf(bill),
    pay_multiplier: pay?.multiplier,
    pay_amount: typedRate(code.pay_amount),
    bill_multiplier: bill?.multiplier,
    bill_amount: typedRate(code.bill_amount),
  };
}

/** First values of the form of a new code. */
export const DEFAULTS: Values = {
  unit: HOUR,
  is_worked: true,
  pays: "hour",
  pay_multiplier: "1",
  pay_amount: "0.00",
  bills: "hour",
  bill_multiplier: "1",
  bill_amount: "0.00",
  is_reimbursement: false,
  in_regular_rate: true,
  premium_is_creditable: false,
  entered_by: ["contractor", "recruiting", "billing", "payroll"],
};

/** Sections of 29 CFR part 778 by which pay that is not for hours worked is in the regular rate, or out. */
const SECTIONS = {
  in: ["778.109", "778.111", "778.217", "778.218", "778.221", "778.223"],
  out: ["778.218", "778.219", "778.220", "778.221", "778.222"],
};

/** Sections that what was typed may be in the regular rate by, or out; none where nothing is asked. */
export function sectionsOf(values: Values): readonly string[] {
  if (!askedOf(values).regularRate) return [];
  return values["in_regular_rate"] === true ? SECTIONS.in : SECTIONS.out;
}

const text = (value: unknown) => String(value ?? "").trim();
/** A number with at most three decimals, such as 1.5. */
export const isMultiplier = (value: unknown) => /^\d{1,2}(\.\d{1,3})?$/.test(text(value));
const isMoney = (value: unknown) => /^\d{1,8}(\.\d{1,4})?$/.test(text(value));

/** Fields that the form shows, by what is chosen in others: what the database would refuse is not asked for. */
export function askedOf(values: Values) {
  const isHour = text(values["unit"]) === HOUR;
  const isWorked = isHour && values["is_worked"] === true;
  const isRepaid = !isHour && values["is_reimbursement"] === true;
  const pay = payOf(values);
  return {
    isHour,
    isWorked,
    regularRate: !isWorked && !isRepaid,
    reimbursement: !isHour,
    creditable: isWorked && pay !== null && pay !== undefined &&
      Number(pay.multiplier) >= CREDITABLE_FROM && Number(pay.amount) === 0,
  };
}

/** The factor that was typed; undefined while it is half typed, null: rates of its own. */
const payOf = (values: Values) => typedFactor(values, "pays", "pay");

function typedFactor(values: Values, basis: string, of: string): Factor | null | undefined {
  if (values[basis] === "own") return null;
  if (values[basis] === "nothing") return NOTHING;
  const multiplier = text(values[`${of}_multiplier`]);
  const amount = text(values[`${of}_amount`] ?? "0");
  return isMultiplier(multiplier) && isMoney(amount) ? { multiplier, amount } : undefined;
}

/** Terms as the form has them so far; null while something is half typed. */
export function typedTerms(values: Values): CodeTerms | null {
  const asked = askedOf(values);
  const pay = payOf(values);
  const bill = typedFactor(values, "bills", "bill");
  if (pay === undefined || bill === undefined) return null;
  return {
    isWorked: asked.isWorked,
    inRegularRate: asked.isWorked || (asked.regularRate && values["in_regular_rate"] === true),
    isCreditable: asked.creditable && values["premium_is_creditable"] === true,
    pay,
    bill,
  };
}

/** A row from what was typed: what the form does not ask for is as it has to be. */
export function rowOf({ pays: _pays, bills: _bills, ...values }: Values): Values {
  const typed = { pays: _pays, bills: _bills, ...values };
  const asked = askedOf(typed);
  const terms = typedTerms(typed);
  return {
    ...values,
    is_worked: asked.isWorked,
    in_regular_rate: terms?.inRegularRate ?? true,
    premium_is_creditable: terms?.isCreditable ?? false,
    is_reimbursement: asked.reimbursement && values["is_reimbursement"] === true,
    regular_rate_section:
      sectionsOf(typed).find((each) => each === values["regular_rate_section"]) ?? null,
    pay_multiplier: terms?.pay?.multiplier ?? null,
    pay_amount: terms?.pay?.amount ?? null,
    bill_multiplier: terms?.bill?.multiplier ?? null,
    bill_amount: terms?.bill?.amount ?? null,
  };
}
