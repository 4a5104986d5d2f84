// supabase/functions/_shared/interest/decimal.ts
import { Decimal as AnyDecimal } from "decimal.js";
var Decimal = AnyDecimal.clone({
  defaults: true,
  precision: 64,
  rounding: AnyDecimal.ROUND_HALF_UP
});
var ZERO = new Decimal(0);
function rounded(value, decimals) {
  return value.toDecimalPlaces(40).toDecimalPlaces(decimals);
}

// supabase/functions/_shared/interest/calendar.ts
var MILLISECONDS_A_DAY = 864e5;
function dayFromIso(iso) {
  return Date.parse(iso) / MILLISECONDS_A_DAY;
}
function isoFromDay(day2) {
  const date = dateOf(day2);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return `${year}-${TWO_DIGITS[date.getUTCMonth() + 1]}-${TWO_DIGITS[date.getUTCDate()]}`;
}
var TWO_DIGITS = Array.from({
  length: 32
}, (_, number) => String(number).padStart(2, "0"));
function yearOf(day2) {
  return dateOf(day2).getUTCFullYear();
}
function lastDayOfYear(year) {
  return (/* @__PURE__ */ new Date(0)).setUTCFullYear(year, 11, 31) / MILLISECONDS_A_DAY;
}
function anniversary(day2, years) {
  const date = dateOf(day2);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime() / MILLISECONDS_A_DAY;
}
function monthsLater(day2, months) {
  const date = dateOf(day2);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== dayOfMonth) date.setUTCDate(0);
  return date.getTime() / MILLISECONDS_A_DAY;
}
function dateOf(day2) {
  return new Date(day2 * MILLISECONDS_A_DAY);
}
function inForce(rows, day2) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = low + high >> 1;
    const row = rows[middle];
    if (row !== void 0 && row.from <= day2) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}
var one = () => 1;
var actualDays = (start, through) => through - start;
var DAY_COUNTERS = {
  "actual/365": {
    divisor: new Decimal(365),
    weight: one,
    days: actualDays
  },
  "actual/360": {
    divisor: new Decimal(360),
    weight: one,
    days: actualDays
  },
  // A day is 1/365 or 1/366 of the year it lies in: 366/(365 × 366) or 365/(365 × 366).
  "actual/actual": {
    divisor: new Decimal(365 * 366),
    weight: (day2) => isLeapYear(yearOf(day2)) ? 365 : 366,
    days: actualDays
  },
  "30/360": {
    divisor: new Decimal(360),
    weight: one,
    days: thirty360Days
  }
};
function isLeapYear(year) {
  return lastDayOfYear(year) - lastDayOfYear(year - 1) === 366;
}
function thirty360Days(start, through) {
  const a = partsOf(start);
  const b = partsOf(through);
  const first = a.endOfFebruary ? 30 : Math.min(a.date, 30);
  let last = b.date;
  if (a.endOfFebruary && b.endOfFebruary) last = 30;
  if (first === 30) last = Math.min(last, 30);
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + (last - first);
}
function partsOf(day2) {
  const date = dateOf(day2);
  const month = date.getUTCMonth() + 1;
  return {
    year: date.getUTCFullYear(),
    month,
    date: date.getUTCDate(),
    endOfFebruary: month === 2 && dateOf(day2 + 1).getUTCDate() === 1
  };
}

// supabase/functions/_shared/interest/interest_types.ts
var InvalidInterestInputError = class extends Error {
  field;
  name;
  /** @param field path of the culprit, @param problem what is wrong with it, for a person */
  constructor(field, problem) {
    super(`${field}: ${problem}`), this.field = field, this.name = "InvalidInterestInputError";
  }
};

// supabase/functions/_shared/interest/shown.ts
function shown(value) {
  return value.toFixed(10).replace(/(?<=\.\d\d\d*?)0+$/, "");
}
function shownRate(rate2) {
  return rate2.toFixed(Math.max(2, rate2.decimalPlaces()));
}

// supabase/functions/_shared/interest/started_months.ts
var MONTHS = new Decimal(12);
function accrueByMonths(invoice2, terms, { start, end }) {
  const segments = [];
  let products = ZERO;
  let from = start + 1;
  for (let month = 1; from <= end; month++) {
    const next = monthsLater(start + 1, month);
    const to = Math.min(next - 1, end);
    const rate2 = inForce(invoice2.terms, terms.rateBasis === "floating" ? from : start + 1)?.rate ?? ZERO;
    const product = unpaidAfter(invoice2, from - 1).times(rate2);
    products = products.plus(product);
    for (const part of partsOfMonth(invoice2, from, to)) {
      const isFirst = part.from === from;
      segments.push({
        from: isoFromDay(part.from),
        to: isoFromDay(part.to),
        days: part.to - part.from + 1,
        months: isFirst ? 1 : 0,
        principal: shown(part.unpaid),
        rate: shownRate(rate2),
        interest: shown(isFirst ? product.div(MONTHS) : ZERO)
      });
    }
    from = next;
  }
  return {
    interest: products.div(MONTHS),
    segments
  };
}
function unpaidAfter({ principal, principalPaid }, day2) {
  return principal.minus(inForce(principalPaid, day2)?.total ?? ZERO);
}
function partsOfMonth(invoice2, first, last) {
  const parts = [];
  let from = first;
  for (const to of [
    ...paymentDays(invoice2, first, last),
    last
  ]) {
    const unpaid = unpaidAfter(invoice2, from - 1);
    const before = parts.at(-1);
    if (before?.unpaid.eq(unpaid)) before.to = to;
    else parts.push({
      from,
      to,
      unpaid
    });
    from = to + 1;
  }
  return parts;
}
function paymentDays({ principalPaid }, first, last) {
  return new Set(principalPaid.map(({ from }) => from).filter((day2) => day2 >= first && day2 < last));
}

// supabase/functions/_shared/interest/accrue.ts
var LARGEST_BALANCE = new Decimal("1e20");
function accrue(invoice2, terms, window) {
  if (terms.dayCount === "started_months") return accrueByMonths(invoice2, terms, window);
  const { start } = window;
  const { divisor, weight, days } = DAY_COUNTERS[terms.dayCount];
  const capitalisations = new Set(capitalisationDays(terms.compounding, window));
  const stretches = [];
  let interest = ZERO;
  let joined = ZERO;
  let products = ZERO;
  let after = start;
  for (const to of stretchEnds(invoice2, terms, window, capitalisations)) {
    const paid = inForce(invoice2.principalPaid, after)?.total ?? ZERO;
    const bearing = invoice2.principal.minus(paid).plus(joined);
    if (bearing.gt(LARGEST_BALANCE)) {
      throw new InvalidInterestInputError("terms", "interest compounds beyond 20 digits");
    }
    const rateDay = terms.rateBasis === "floating" ? after + 1 : start + 1;
    const rate2 = inForce(invoice2.terms, rateDay)?.rate ?? ZERO;
    const counted = days(start, to) - days(start, after);
    const product = bearing.times(rate2).times(counted * weight(to));
    products = products.plus(product);
    addStretch(stretches, {
      after,
      to,
      days: counted,
      bearing,
      rate: rate2,
      weight: weight(to),
      product
    });
    if (capitalisations.has(to)) {
      interest = interest.plus(products.div(divisor));
      products = ZERO;
      const interestPaid = inForce(invoice2.interestPaid, to)?.total ?? ZERO;
      joined = Decimal.max(joined, interest.minus(interestPaid));
    }
    after = to;
  }
  return {
    interest: interest.plus(products.div(divisor)),
    segments: stretches.map((stretch) => explain(stretch, divisor))
  };
}
function capitalisationDays(compounding, { start, end }) {
  if (compounding === "none") return [];
  const days = [];
  for (let period = 1; ; period++) {
    const day2 = compounding === "annual" ? anniversary(start, period) : start + 30 * period;
    if (day2 >= end) return days;
    days.push(day2);
  }
}
function stretchEnds(invoice2, terms, { start, end }, capitalisations) {
  const ends = new Set(capitalisations);
  for (const { from } of invoice2.principalPaid) ends.add(from);
  for (const { from } of invoice2.terms) ends.add(from - 1);
  if (terms.dayCount === "actual/actual") {
    for (let year = yearOf(start); year < yearOf(end); year++) ends.add(lastDayOfYear(year));
  }
  ends.add(end);
  return [
    ...ends
  ].filter((day2) => day2 > start && day2 <= end).sort((a, b) => a - b);
}
function addStretch(stretches, next) {
  const last = stretches.at(-1);
  const alike = last !== void 0 && last.weight === next.weight && last.rate.eq(next.rate) && last.bearing.eq(next.bearing);
  if (!alike) {
    stretches.push(next);
    return;
  }
  const days = last.days + next.days;
  const product = last.product.plus(next.product);
  stretches[stretches.length - 1] = {
    ...last,
    to: next.to,
    days,
    product
  };
}
function explain(stretch, divisor) {
  return {
    from: isoFromDay(stretch.after + 1),
    to: isoFromDay(stretch.to),
    days: stretch.days,
    principal: shown(stretch.bearing),
    rate: shownRate(stretch.rate),
    interest: shown(stretch.product.div(divisor))
  };
}

// supabase/functions/_shared/interest/read_input.ts
import { z } from "zod";
var day = z.iso.date("must be an existing day as YYYY-MM-DD");
var NO_MONEY = 'must be money as a decimal string such as "1500.00", not negative';
var money = z.string(NO_MONEY).regex(/^\d{1,15}(\.\d{1,2})?$/, NO_MONEY);
var NO_RATE = 'must be a rate as a decimal string such as "0.18", not negative';
var rate = z.string(NO_RATE).regex(/^\d{1,15}(\.\d{1,12})?$/, NO_RATE);
var NO_COUNT = "must be a whole number of days, not negative";
var count = z.int(NO_COUNT).min(0, NO_COUNT);
function word(...words) {
  return z.enum(words, `must be one of "${words.join('", "')}"`);
}
var termsRow = z.object({
  effectiveFrom: day,
  annualRate: rate,
  dayCount: word("actual/365", "actual/360", "actual/actual", "30/360", "started_months").optional(),
  compounding: word("none", "every_30_days", "annual").optional(),
  rateBasis: word("floating", "fixed_at_start").optional(),
  graceDays: count.optional(),
  accrueFrom: word("due_date", "grace_end").optional(),
  fixedFee: money.optional(),
  waiveBelow: money.optional(),
  maximumDays: count.nullable().optional(),
  maximumFraction: rate.nullable().optional()
}, "must be an object").refine(({ dayCount, compounding }) => dayCount !== "started_months" || (compounding ?? "none") === "none", {
  path: [
    "compounding"
  ],
  message: 'must be "none" where started months count'
});
var payments = z.array(z.object({
  paidOn: day,
  amount: money
}, "must be an object"), "must be a list");
var invoice = z.object({
  principal: money,
  dueDate: day,
  asOf: day,
  payments,
  interestPayments: payments.optional(),
  terms: z.array(termsRow, "must be a list")
}, "must be an object");
var LONGEST_DELAY_DAYS = 365250;
function readInput(input) {
  const { success, data, error } = invoice.safeParse(input, {
    reportInput: true
  });
  if (!success) throw invalidInput(error);
  const due = dayFromIso(data.dueDate);
  const asOf = dayFromIso(data.asOf);
  if (asOf - due > LONGEST_DELAY_DAYS) {
    throw new InvalidInterestInputError("asOf", "must be at most 1000 years after dueDate");
  }
  return {
    principal: new Decimal(data.principal),
    due,
    asOf,
    principalPaid: runningTotals(data.payments),
    interestPaid: runningTotals(data.interestPayments ?? []),
    terms: readTerms(data.terms)
  };
}
function invalidInput({ issues: [issue] }) {
  const field = z.core.toDotPath(issue?.path ?? []) || "input";
  return new InvalidInterestInputError(field, `${issue?.message}${butIs(issue?.input)}`);
}
function butIs(value) {
  if (typeof value === "string") return `, but is ${JSON.stringify(value.slice(0, 40))}`;
  return typeof value === "object" && value !== null ? "" : `, but is ${String(value)}`;
}
function runningTotals(payments2) {
  let total = ZERO;
  return payments2.map(({ paidOn, amount }) => ({
    from: dayFromIso(paidOn),
    amount
  })).sort((a, b) => a.from - b.from).map(({ from, amount }) => {
    total = total.plus(amount);
    return {
      from,
      total
    };
  });
}
function readTerms(rows) {
  const dates = rows.map((row) => row.effectiveFrom);
  const again = dates.findIndex((date, index) => dates.indexOf(date) !== index);
  if (again >= 0) {
    throw new InvalidInterestInputError(`terms[${again}].effectiveFrom`, "another row has the same date");
  }
  return rows.map((row) => ({
    from: dayFromIso(row.effectiveFrom),
    rate: new Decimal(row.annualRate),
    dayCount: row.dayCount ?? "actual/365",
    compounding: row.compounding ?? "none",
    rateBasis: row.rateBasis ?? "floating",
    graceDays: row.graceDays ?? 0,
    accrueFrom: row.accrueFrom ?? "due_date",
    fixedFee: row.fixedFee ?? "0",
    waiveBelow: row.waiveBelow ?? "0",
    maximumDays: row.maximumDays ?? null,
    maximumFraction: row.maximumFraction ?? null
  })).sort((a, b) => a.from - b.from);
}

// supabase/functions/_shared/interest/compute_interest.ts
function computeInterest(input) {
  const invoice2 = readInput(input);
  const terms = governingTerms(invoice2);
  const window = terms && accrualWindow(invoice2, terms);
  if (!terms || !window) {
    return {
      interest: "0.00",
      fee: "0.00",
      total: "0.00",
      accruedThrough: isoFromDay(invoice2.due),
      segments: []
    };
  }
  const accrued = accrue(invoice2, terms, window);
  const { interest, fee } = settle(accrued.interest, invoice2.principal, terms);
  return {
    interest: interest.toFixed(2),
    fee: fee.toFixed(2),
    total: interest.plus(fee).toFixed(2),
    accruedThrough: isoFromDay(window.end),
    segments: accrued.segments
  };
}
function governingTerms({ terms, due }) {
  return inForce(terms, due + 1) ?? terms[0];
}
function accrualWindow(invoice2, terms) {
  const graceEnd = invoice2.due + terms.graceDays;
  const lastUnpaid = Math.min(invoice2.asOf, paidOffOn(invoice2));
  if (lastUnpaid <= graceEnd) return void 0;
  const countedAfter = terms.accrueFrom === "due_date" ? invoice2.due : graceEnd;
  const firstRow = invoice2.terms[0] ?? terms;
  const start = Math.max(countedAfter, firstRow.from - 1);
  const end = Math.min(lastUnpaid, start + (terms.maximumDays ?? Infinity));
  return end > start ? {
    start,
    end
  } : void 0;
}
function paidOffOn({ principal, principalPaid }) {
  if (principal.isZero()) return -Infinity;
  return principalPaid.find(({ total }) => total.gte(principal))?.from ?? Infinity;
}
function settle(accrued, principal, { maximumFraction, waiveBelow, fixedFee }) {
  const capped = maximumFraction === null ? accrued : Decimal.min(accrued, principal.times(maximumFraction));
  const interest = rounded(capped, 2);
  const owed = interest.gt(0) && capped.gte(waiveBelow);
  return owed ? {
    interest,
    fee: new Decimal(fixedFee)
  } : {
    interest: ZERO,
    fee: ZERO
  };
}

// supabase/functions/_shared/jobs/interest_by_day.ts
var DECIMALS = 20;
function interestByDay(dueDate, { segments, fee, total }) {
  const first = segments.findIndex(({ interest }) => Number(interest) > 0);
  const bearing = first < 0 ? [] : segments.slice(first);
  const days = [
    dueDate
  ];
  const onDays = [
    "0"
  ];
  const perDay = [
    "0"
  ];
  let before = new Decimal(fee);
  for (const { from, to, interest, months } of bearing) {
    const share = months === void 0 ? new Decimal(interest).div(dayFromIso(to) - dayFromIso(from) + 1).toDecimalPlaces(DECIMALS) : new Decimal(interest);
    days.push(from);
    onDays.push(before.plus(share).toString());
    perDay.push(months === void 0 ? share.toString() : "0");
    before = before.plus(interest);
  }
  return {
    days: [
      ...days,
      bearing.at(-1)?.to ?? dueDate
    ],
    onDays: [
      ...onDays,
      total
    ],
    perDay: [
      ...perDay,
      ZERO.toString()
    ]
  };
}

// supabase/functions/_shared/jobs/job_run.ts
var JobFailedError = class extends Error {
  job;
  runId;
  cause;
  name;
  constructor(job, runId, cause) {
    super(cause instanceof Error ? cause.message : String(cause), {
      cause
    }), this.job = job, this.runId = runId, this.cause = cause, this.name = "JobFailedError";
  }
};
var InvalidJobOptionError = class extends Error {
  option;
  name;
  constructor(option, expectation) {
    super(`${option} must be ${expectation}`), this.option = option, this.name = "InvalidJobOptionError";
  }
};
async function recordRun(sql, job, options, work) {
  if (options.today !== void 0 && !isCalendarDay(options.today)) {
    throw new InvalidJobOptionError("today", "an existing day, written YYYY-MM-DD");
  }
  const runId = crypto.randomUUID();
  try {
    const today = await beginRun(sql, runId, job, options);
    const counts = await work(today);
    await sql`
      update public.job_runs
         set status = 'succeeded', counts = ${sql.json(counts)}, error = null, finished_at = greatest(clock_timestamp(), started_at)
       where id = ${runId}`;
    return counts;
  } catch (error) {
    const failure = new JobFailedError(job, runId, error);
    await markFailed(sql, runId, failure.message);
    throw failure;
  }
}
async function markFailed(sql, runId, error) {
  for (let tries = 0; tries <= sql.options.max; tries++) {
    try {
      await sql`
        update public.job_runs
           set status = 'failed', error = ${error}, finished_at = greatest(clock_timestamp(), started_at)
         where id = ${runId} and status = 'running'`;
      return;
    } catch {
    }
  }
}
async function beginRun(sql, runId, job, options) {
  const [run] = await sql`
    with abandoned as (
      update public.job_runs
         set status = 'failed', finished_at = greatest(now(), started_at),
             error = 'The run ended without a word: its process or the database went away.'
       where status = 'running'
         and started_at < greatest(pg_postmaster_start_time(), now() - interval '5 minutes')
    )
    insert into public.job_runs (id, job, today, dry_run)
    values (${runId}, ${job}, coalesce(${options.today ?? null}::text::date, (private.clock()).today),
            ${options.dryRun ?? false})
    returning to_char(today, 'YYYY-MM-DD') as today`;
  if (run === void 0) throw new Error("job_runs took no row");
  return run.today;
}
function isCalendarDay(text) {
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && (/* @__PURE__ */ new Date(`${text}T00:00:00Z`)).toJSON()?.slice(0, 10) === text;
}

// supabase/functions/_shared/jobs/overdue_invoices.ts
function whereInterestIsDue(sql, today) {
  return sql`
    invoice.bears_interest
    and invoice.due_date < ${today}::text::date
    and invoice.interest_computed_on is distinct from ${today}::text::date`;
}
async function readOverdueInvoices(sql, today, limit, { hold }) {
  const invoices = await sql`
    select invoice.id, invoice.facility_id, invoice.total::text as principal,
           to_char(invoice.due_date, 'YYYY-MM-DD') as due_date, invoice.accrued_interest::text as accrued_interest,
           private.disputed_balance(invoice)::text as disputed,
           to_char(invoice.disputed_at at time zone settings.operating_timezone, 'YYYY-MM-DD') as disputed_on
      from public.invoices as invoice
     cross join public.organization_settings as settings
     where ${whereInterestIsDue(sql, today)}
     order by invoice.interest_computed_on nulls first, invoice.due_date, invoice.id
     limit ${limit}
     ${hold ? sql`for no key update of invoice skip locked` : sql``}`;
  const [terms, payments2] = await Promise.all([
    readTerms2(sql, invoices.map((invoice2) => invoice2.facility_id)),
    readPayments(sql, invoices.map((invoice2) => invoice2.id))
  ]);
  return invoices.map((invoice2) => {
    const own = payments2.get(invoice2.id) ?? [];
    const agreed = terms.get(invoice2.facility_id) ?? [];
    return {
      id: invoice2.id,
      accruedInterest: invoice2.accrued_interest,
      input: {
        principal: invoice2.principal,
        dueDate: invoice2.due_date,
        payments: [
          ...own.filter((payment) => payment.component === "principal"),
          ...disputedAsPaid(invoice2, agreed)
        ],
        interestPayments: own.filter((payment) => payment.component === "interest"),
        terms: agreed
      }
    };
  });
}
function disputedAsPaid({ due_date, disputed, disputed_on }, terms) {
  if (disputed_on === null) return [];
  const dated = terms.toSorted((one2, other) => one2.effectiveFrom < other.effectiveFrom ? -1 : 1);
  const due = /* @__PURE__ */ new Date(`${due_date}T00:00:00Z`);
  due.setUTCDate(due.getUTCDate() + 1);
  const after = due.toISOString().slice(0, 10);
  const governing = dated.findLast(({ effectiveFrom }) => effectiveFrom <= after) ?? dated[0];
  return governing?.disputedBearsInterest === false ? [
    {
      paidOn: disputed_on,
      amount: disputed
    }
  ] : [];
}
async function readPayments(sql, invoiceIds) {
  const rows = await sql`
    select payment.invoice_id, payment.component, to_char(payment.paid_on, 'YYYY-MM-DD') as "paidOn", payment.amount::text as amount
      from public.payments as payment
     where payment.invoice_id = any (${invoiceIds}::uuid[]) and payment.reversed_at is null`;
  return Map.groupBy(rows, (row) => row.invoice_id);
}
async function readTerms2(sql, facilityIds) {
  const rows = await sql`
    select terms.facility_id,
           to_char(terms.effective_from, 'YYYY-MM-DD') as "effectiveFrom", terms.annual_rate::text as "annualRate",
           terms.day_count as "dayCount", terms.compounding, terms.rate_basis as "rateBasis",
           terms.grace_days as "graceDays", terms.accrue_from as "accrueFrom",
           terms.fixed_fee::text as "fixedFee", terms.waive_below::text as "waiveBelow",
           terms.maximum_days as "maximumDays", terms.maximum_fraction::text as "maximumFraction",
           terms.disputed_bears_interest as "disputedBearsInterest"
      from public.facility_interest_terms as terms
     where terms.facility_id = any (${[
    ...new Set(facilityIds)
  ]}::uuid[])`;
  return Map.groupBy(rows, (row) => row.facility_id);
}

// supabase/functions/_shared/jobs/transaction.ts
import postgres from "postgres";
async function withSession(sql, work) {
  let isLost = false;
  const onclose = () => {
    isLost = true;
  };
  const options = sql.options;
  const client = postgres({
    ...options,
    max: 1,
    onclose
  });
  try {
    const connection = await client.reserve();
    return await work(new Proxy(connection, {
      apply: (query, self, values) => {
        if (isLost) throw new SessionLostError();
        return Reflect.apply(query, self, values);
      }
    }));
  } finally {
    await client.end({
      timeout: 0
    });
  }
}
var SessionLostError = class extends Error {
  name = "SessionLostError";
  /** As the errors of postgres.js have one. */
  code = "CONNECTION_CLOSED";
  constructor() {
    super("The connection to the database was lost.");
  }
};
async function inTransaction(sql, work) {
  return await withSession(sql, (session) => transactionOn(session, work));
}
async function transactionOn(session, work) {
  let isOver = false;
  const last = async (statement) => {
    isOver = true;
    const [rows] = await Promise.all([
      statement.execute(),
      session`commit`.execute()
    ]);
    return rows;
  };
  try {
    const [, result] = await Promise.all([
      session`begin`.execute(),
      work(session, last)
    ]);
    if (!isOver) await session`commit`;
    return result;
  } catch (error) {
    if (!isOver && !wasLost(error)) await session`rollback`;
    throw error;
  }
}
function wasLost(error) {
  return error instanceof Error && error.name !== "PostgresError" && "code" in error;
}

// supabase/functions/_shared/jobs/accrue_overdue_interest.ts
var SCAN_LIMIT = 1e3;
var PART = 250;
async function accrueOverdueInterest(sql, options = {}) {
  const { limit = SCAN_LIMIT, dryRun = false } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > SCAN_LIMIT) {
    throw new InvalidJobOptionError("limit", `a whole number from 1 to ${SCAN_LIMIT}`);
  }
  return await recordRun(sql, "accrue-interest", options, async (today) => {
    return await inTransaction(sql, async (transaction) => {
      const invoices = await readOverdueInvoices(transaction, today, limit, {
        hold: !dryRun
      });
      const accruals = await accrueInParts(invoices, today, async (part) => {
        if (!dryRun) await writeAccruals(transaction, today, part);
      });
      const updated = accruals.filter((accrual) => accrual.changed).length;
      const due = await countDue(transaction, today);
      return {
        scanned: accruals.length,
        updated,
        unchanged: accruals.length - updated,
        remaining: dryRun ? Math.max(0, due - accruals.length) : due
      };
    });
  });
}
var LONGEST_TOTAL = "9999999999.99".length;
function accrue2(invoice2, today) {
  try {
    const result = computeInterest({
      ...invoice2.input,
      asOf: today
    });
    const { total, ...breakdown } = result;
    if (total.length > LONGEST_TOTAL) {
      throw new InvalidInterestInputError("terms", `accrue ${total}, more than an invoice can owe`);
    }
    return {
      id: invoice2.id,
      total,
      breakdown,
      ...interestByDay(invoice2.input.dueDate, result),
      changed: total !== invoice2.accruedInterest
    };
  } catch (error) {
    if (!(error instanceof InvalidInterestInputError)) throw error;
    return {
      id: invoice2.id,
      total: invoice2.accruedInterest,
      breakdown: {
        error: error.message
      },
      changed: false
    };
  }
}
async function accrueInParts(invoices, today, write) {
  const accruals = [];
  const writes = [];
  for (let start = 0; start < invoices.length; start += PART) {
    const part = invoices.slice(start, start + PART).map((invoice2) => accrue2(invoice2, today));
    accruals.push(...part);
    const writing = write(part);
    writing.catch(() => {
    });
    writes.push(writing);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await Promise.all(writes);
  return accruals;
}
async function writeAccruals(sql, today, accruals) {
  await sql`
    update public.invoices as invoice
       set accrued_interest = accrual.total,
           interest_computed_on = ${today}::text::date,
           interest_breakdown = accrual.breakdown,
           interest_days = accrual.days,
           interest_on_days = accrual."onDays",
           interest_per_day = accrual."perDay"
      from jsonb_to_recordset(${JSON.stringify(accruals)}::text::jsonb)
           as accrual (id uuid, total numeric, breakdown jsonb, days date[], "onDays" numeric[],
                       "perDay" numeric[])
     where invoice.id = accrual.id`;
}
async function countDue(sql, today) {
  const [due] = await sql`
    select count(*)::int from public.invoices as invoice where ${whereInterestIsDue(sql, today)}`;
  return due.count;
}

// supabase/functions/_shared/jobs/lock_ended_assignments.ts
async function lockEndedAssignments(sql, options = {}) {
  const { batchSize = 1e4 } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new InvalidJobOptionError("batchSize", "a whole number, at least 1");
  }
  return await recordRun(sql, "lock-ended", options, async (today) => {
    const found = await surveyEnded(sql, today);
    if (options.dryRun) return {
      ...found,
      remaining: 0
    };
    if (found.locked === 0) {
      await endDay(sql, today);
      return found;
    }
    const done = await lockInBatches(sql, today, options);
    const left = await surveyEnded(sql, today);
    await endDay(sql, today);
    return {
      ...done,
      pending_approval: left.pending_approval,
      remaining: left.locked
    };
  });
}
async function endDay(sql, today) {
  await sql`select private.lapse_leave(${today}::text::date)`;
  await sql`select private.erase_due(${today}::text::date)`;
  await sql`select private.note_single_person_firm(${today}::text::date)`;
}
async function surveyEnded(sql, today) {
  const [counts] = await sql`
    select count(*) filter (where entry.is_to_be_locked)::int as locked,
           count(*) filter (where entry.status = 'draft')::int as draft,
           count(*) filter (where entry.status = 'submitted')::int as submitted,
           count(*) filter (where entry.status = 'approved')::int as approved,
           count(*) filter (where entry.is_to_be_locked and entry.is_unapproved)::int as unapproved,
           count(distinct assignment.id) filter (where entry.is_to_be_locked)::int as assignments,
           count(*) filter (where entry.status = 'pending_approval')::int as pending_approval,
           0 as remaining
      from public.assignments as assignment
      cross join lateral (
           select entry.status, entry.is_to_be_locked, entry.is_unapproved
             from private.open_time as entry
            where entry.assignment_id = assignment.id
           offset 0
      ) as entry
     where assignment.end_date < ${today}::text::date`;
  return counts;
}
async function lockInBatches(sql, today, { batchSize = 1e4, timeBudget = 1e5 }) {
  const done = {
    locked: 0,
    draft: 0,
    submitted: 0,
    approved: 0,
    unapproved: 0,
    assignments: 0
  };
  const deadline = performance.now() + timeBudget;
  let cursor = {
    endDate: "-infinity",
    assignmentId: "00000000-0000-0000-0000-000000000000"
  };
  do {
    const batch = await lockBatch(sql, today, batchSize, cursor);
    done.locked += batch.locked;
    done.draft += batch.draft;
    done.submitted += batch.submitted;
    done.approved += batch.approved;
    done.unapproved += batch.unapproved;
    done.assignments += batch.assignments - (batch.continues ? 1 : 0);
    if (batch.picked < batchSize) break;
    cursor = {
      endDate: batch.end_date,
      assignmentId: batch.assignment_id
    };
  } while (performance.now() < deadline);
  return done;
}
async function lockBatch(sql, today, batchSize, cursor) {
  const [batch] = await sql`
    with picked as materialized (
      select entry.place, entry.status, entry.is_unapproved, assignment.id as assignment_id, assignment.end_date
        from public.assignments as assignment
        cross join lateral (
             select entry.place, entry.status, entry.is_unapproved
               from private.open_time as entry
              where entry.assignment_id = assignment.id and entry.is_to_be_locked
                for no key update skip locked
        ) as entry
       where assignment.end_date < ${today}::text::date
         and (assignment.end_date, assignment.id) >= (${cursor.endDate}::text::date, ${cursor.assignmentId}::uuid)
       order by assignment.end_date, assignment.id
       limit ${batchSize}
    ), locked as (
      update public.time_entries as entry
         set status = 'locked', locked_at = clock.at
        from picked, private.clock() as clock
       where entry.ctid = picked.place
      returning picked.status, picked.is_unapproved, picked.assignment_id
    ), last as (
      select end_date, assignment_id from picked order by end_date desc, assignment_id desc limit 1
    )
    select count(*)::int as locked,
           count(*) filter (where status = 'draft')::int as draft,
           count(*) filter (where status = 'submitted')::int as submitted,
           count(*) filter (where status = 'approved')::int as approved,
           count(*) filter (where is_unapproved)::int as unapproved,
           count(distinct assignment_id)::int as assignments,
           coalesce(bool_or(assignment_id = ${cursor.assignmentId}::uuid), false) as continues,
           (select count(*)::int from picked) as picked,
           (select to_char(end_date, 'YYYY-MM-DD') from last) as end_date,
           (select assignment_id from last) as assignment_id
      from locked`;
  return batch;
}
export {
  accrueOverdueInterest,
  lockEndedAssignments
};
