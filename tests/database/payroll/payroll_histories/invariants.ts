/** Invariants of pay whatever happened, and those that each procedure makes hold. */
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { isDeepStrictEqual } from "node:util";
import { type Pay, payOfWeek, sourcesOf } from "../../../support/payroll/pay_of_week.ts";
import { promisedWeeks } from "../../../support/payroll/promised.ts";
import type { Earning, Entry, Line, State } from "../../../support/payroll/state.ts";

const isOpen = ({ status }: { status: string }) =>
  ["draft", "in_review", "approved"].includes(status);
const isLive = ({ item }: Line) => item.batch.status !== "discarded";
/** Overpayments, what is carried, and recoveries are no part of what was paid of a week. */
const paysWeek = ({ kind }: Line) => !["overpayment", "carried", "recovery"].includes(kind);
const weekOf = ({ item, week }: Line) => `${item.contractor} ${week}`;
const sum = <T>(rows: readonly T[], of: (row: T) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n);

/**
 * Lines sum to items, items to batches, and so do payroll files; nothing is paid twice, no week by two open batches;
 * discarded lines are released.
 */
export function assertAddsUp(state: State): void {
  for (const item of state.items) {
    const lines = state.lines.filter((line) => line.item === item);
    const ofKind = (kind: string) =>
      sum(lines.filter((line) => line.kind === kind), ({ amount }) => amount);
    const { regular, overtime, doubletime, straight, premium, stipend } = item;
    const { adjustment, code, overpayment, gross } = item;
    assertEquals(
      {
        regular,
        overtime,
        doubletime,
        straight,
        premium,
        stipend,
        adjustment,
        code,
        overpayment,
        gross,
      },
      {
        regular: sum(lines, (line) => line.hours - line.overtime - line.doubletime),
        overtime: sum(lines, (line) => line.overtime),
        doubletime: sum(lines, (line) => line.doubletime),
        straight: ofKind("straight") + ofKind("differential"),
        premium: gross - straight - stipend - adjustment - code - overpayment,
        stipend: ofKind("stipend"),
        adjustment: ofKind("adjustment") + ofKind("carried"),
        code: ofKind("code") + ofKind("guarantee") + ofKind("mileage_excess") +
          sum(lines.filter(({ kind }) => kind === "difference"), (line) => line.repaid),
        overpayment: ofKind("overpayment") + ofKind("recovery"),
        gross: sum(lines, ({ amount }) => amount),
      },
      "an item is not the sum of its lines",
    );
    if (gross < 0n) throw new Error("an item pays less than nothing");
    for (const week of new Set(lines.map(({ week }) => week))) {
      assertNettedWithin(lines.filter((line) => line.week === week));
    }
  }
  for (const { batch, contractor, regular, overtime, doubletime, gross } of state.items) {
    const lines = state.earnings.filter((line) =>
      line.batch === batch && line.contractor === contractor
    );
    const paid = paidBy(lines);
    // The hours of a week that came to less than was paid are not in the file, as its money is not.
    const told = state.lines.some((line) =>
        line.item.batch === batch && line.item.contractor === contractor && !paysWeek(line)
      )
      ? paid
      : { hours: regular + overtime + doubletime, overtime, doubletime };
    const repaid = sum(
      state.lines.filter(({ item }) =>
        item.batch === batch && item.contractor === contractor
      ),
      (line) => line.repaid,
    );
    assertEquals(
      paid,
      { ...told, repaid, amount: gross },
      "an item is not what its payroll file says",
    );
    const byRate = state.paidByRate.find((paid) =>
      paid.batch === batch && paid.contractor === contractor
    );
    const premium = (of: "overtime" | "doubletime") =>
      sum(lines.filter(({ earning }) => earning !== "difference"), (line) => line[of]);
    assertEquals(
      {
        amount: byRate?.amount ?? 0n,
        hours: byRate?.hours ?? 0n,
        overtime: byRate?.overtime ?? 0n,
        doubletime: byRate?.doubletime ?? 0n,
      },
      {
        amount: gross,
        hours: sum(lines.filter(({ earning }) => earning === "straight"), (line) => line.hours),
        overtime: premium("overtime"),
        doubletime: premium("doubletime"),
      },
      "an item is not what the rows by rate say",
    );
  }
  for (const batch of state.batches) {
    const items = state.items.filter((item) => item.batch === batch);
    assertStrictEquals(
      batch.total,
      sum(items, ({ gross }) => gross),
      "a batch is not the sum of its items",
    );
  }
  assertConservesMoney(state);
  assertPaysWhomItNames(state);
  const paid = state.lines.filter(isLive).flatMap(({ pays }) => pays ?? []);
  assertStrictEquals(new Set(paid).size, paid.length, "something is paid twice");
  const open = state.lines.filter((line) => isOpen(line.item.batch) && paysWeek(line));
  assertStrictEquals(
    new Set(open.map((line) => weekOf(line) + line.item.batch.id)).size,
    new Set(open.map(weekOf)).size,
    "two open batches pay a week",
  );
  for (const line of state.lines) {
    assertStrictEquals(line.released, !isLive(line), "a line is released unless its batch is live");
  }
}

/**
 * Holds, person by person, that all they got is what their weeks came to, and what they got beyond that: open, settled, or
 * not deducted yet. Of no week is more taken than was overpaid, nor more deducted later than was carried.
 */
function assertConservesMoney(state: State): void {
  const live = state.lines.filter(isLive);
  const isClosed = ({ item }: Line) => item.batch.status === "closed";
  for (const contractor of new Set(state.items.map((item) => item.contractor))) {
    const theirs = live.filter(({ item }) => item.contractor === contractor);
    let open = 0n;
    for (const week of new Set(theirs.map((line) => line.week))) {
      const ofWeek = theirs.filter((line) => line.week === week && !paysWeek(line));
      const settled = sum(
        state.settlements.filter((each) => each.contractor === contractor && each.week === week),
        ({ amount }) => amount,
      );
      for (const isCarried of [false, true]) {
        const lines = ofWeek.filter(({ kind }) => (kind === "carried") === isCarried);
        const least = sum(
          lines.filter((line) => isClosed(line) || line.amount < 0n),
          ({ amount }) => amount,
        );
        assert(least >= (isCarried ? 0n : settled), "more is taken than was there to take");
        open += sum(lines.filter(isClosed), ({ amount }) => amount);
      }
      // Wages, and each code that repays expenses: of none is more taken or settled than was overpaid of it.
      const parts = Map.groupBy(
        ofWeek.filter((line) => line.kind !== "carried" && (isClosed(line) || line.amount < 0n)),
        ({ code }) => code,
      );
      for (const [code, lines] of parts) {
        const gone = sum(
          state.settlements.filter((each) =>
            each.contractor === contractor && each.week === week && each.code === code
          ),
          ({ amount }) => amount,
        );
        assert(
          sum(lines, ({ amount }) => amount) >= gone,
          `more is taken than was overpaid of ${code}`,
        );
      }
    }
    const got = sum(
      state.items.filter((item) =>
        item.contractor === contractor && item.batch.status === "closed"
      ),
      ({ gross }) => gross,
    );
    const due = sum(theirs.filter((line) => isClosed(line) && paysWeek(line)), (l) => l.amount);
    assertStrictEquals(got, due + open, "somebody got another amount than the ledger says");
  }
}

/** Holds that a week is not paid below zero, and that an overpayment is no more than what it came to below. */
function assertNettedWithin(lines: readonly Line[]): void {
  const isDeduction = ({ kind, amount }: Line) => kind === "adjustment" && amount < 0n;
  const due = sum(lines.filter((line) => paysWeek(line) && !isDeduction(line)), (l) => l.amount);
  const overpaid = sum(lines.filter(({ kind }) => kind === "overpayment"), (l) => l.amount);
  assert(
    due < 0n ? overpaid === -due : -due <= overpaid && overpaid <= 0n,
    `a week comes to ${due}, and ${overpaid} of it is an overpayment`,
  );
  if (overpaid <= 0n) return;
  // What was repaid too much is no wage when it is found.
  const lost = -sum(lines.filter(paysWeek), (line) => line.repaid);
  const least = (one: bigint, other: bigint) => one < other ? one : other;
  assertStrictEquals(
    sum(lines.filter(({ kind }) => kind === "overpayment"), (line) => line.repaid),
    lost > 0n ? least(overpaid, lost) : 0n,
    "an overpayment is not divided into wages and what was repaid",
  );
}

/** Closed batches, their items, lines and payroll files, and closed periods, as they stand. */
export function closedRows(state: State): string[] {
  return [
    ...state.batches.filter(({ status }) => status === "closed").map(({ row }) => row),
    ...state.items.filter(({ batch }) => batch.status === "closed").map(({ row }) => row),
    ...state.lines.filter(({ item }) => item.batch.status === "closed").map(({ row }) => row),
    ...state.earnings.filter(({ batch }) => batch.status === "closed").map(({ row }) => row),
    ...state.paidByRate.filter(({ batch }) => batch.status === "closed").map(({ rows }) => rows),
    ...state.periods.filter(({ status }) => status === "closed").map((row) => JSON.stringify(row)),
  ];
}

/** Holds that both have the same content. */
export function assertKept(before: readonly string[], after: readonly string[]): void {
  const kept = new Set(after);
  assertEquals(before.filter((row) => !kept.has(row)), [], "what was closed changed");
}

const paidBy = (lines: readonly (Line | Earning)[]): Pay => ({
  amount: sum(lines, ({ amount }) => amount),
  repaid: sum(lines, ({ repaid }) => repaid),
  hours: sum(lines, ({ hours }) => hours),
  overtime: sum(lines, ({ overtime }) => overtime),
  doubletime: sum(lines, ({ doubletime }) => doubletime),
});

/** Holds that the lines of a contractor's workweek pay what it comes to in a state. */
function assertPays(lines: readonly Line[], state: State, name: string): void {
  const [contractor = "", week = ""] = name.split(" ");
  assertEquals(
    paidBy(lines.filter(paysWeek)),
    payOfWeek(state, contractor, week),
    `the week of ${week} of ${contractor}`,
  );
}

/** Before all that is guaranteed. */
const FIRST_WEEK = "2026-02-16";

/** The weeks of which there is something to pay, or may be: with time or adjustments, or in which guarantees run. */
const knownWeeks = (state: State): string[] => [
  ...[...state.entries, ...state.adjustments].map(({ contractor, week }) =>
    `${contractor} ${week}`
  ),
  ...promisedWeeks(state, FIRST_WEEK),
];

const personOf = (name: string) => name.split(" ")[0] ?? "";

/**
 * With the batch of a period, each workweek of its group up to its end is paid what it comes to at today's hours and rates;
 * weeks that another open batch pays wait for that.
 */
export function assertAllIsPaid(state: State, periodStart: string): void {
  const period = state.periods.find(({ start }) => start === periodStart);
  const through = period?.end ?? "";
  const isOthers = ({ item: { batch } }: Line) =>
    isOpen(batch) && (batch.period !== periodStart || batch.kind === "off_cycle");
  const live = state.lines.filter(isLive);
  const waiting = new Set(live.filter(isOthers).map(weekOf));
  for (const name of new Set([...live.map(weekOf), ...knownWeeks(state)])) {
    if (waiting.has(name) || name.slice(-10) > through) continue;
    if (state.groups.get(personOf(name)) !== period?.group) continue;
    assertPays(live.filter((line) => weekOf(line) === name), state, name);
  }
}

/** Off the cycle, the workweeks of the people who were asked for are paid up to the end of the period; nobody else is. */
export function assertTheyArePaid(
  state: State,
  periodStart: string,
  people: readonly string[],
): void {
  const through = state.periods.find(({ start }) => start === periodStart)?.end ?? "";
  const live = state.lines.filter(isLive);
  for (const name of new Set([...live.map(weekOf), ...knownWeeks(state)])) {
    if (name.slice(-10) > through || !people.includes(personOf(name))) continue;
    assertPays(live.filter((line) => weekOf(line) === name), state, name);
  }
}

/** Holds that a batch off the cycle pays only those whom it names, who may be of any group. */
function assertPaysWhomItNames(state: State): void {
  for (const { batch, contractor } of state.items) {
    assert(
      batch.kind === "regular" || batch.row.includes(contractor),
      "a batch off the cycle pays somebody whom it does not name",
    );
  }
}

/**
 * Holds that closed batches pay of the weeks of one that was closed meanwhile what they came to when it was made.
 *
 * @param made the state in which an item was there first; a batch that is rebuilt has new items
 */
export function assertPaidAsMade(
  before: State,
  after: State,
  made: ReadonlyMap<string, State>,
): void {
  const closed = after.lines.filter(({ item }) => item.batch.closedAt !== null);
  const old = new Set(before.batches.filter(({ closedAt }) => closedAt).map(({ id }) => id));
  for (const line of closed.filter(({ item }) => !old.has(item.batch.id))) {
    const name = weekOf(line);
    const state = made.get(line.item.id);
    assert(state, "an item was not seen before its batch was closed");
    assertPays(closed.filter((line) => weekOf(line) === name), state, name);
  }
}

/**
 * Holds that open batches pay of the week of an entry that changed, with the closed ones, what the
 * week comes to.
 */
export function assertWeekFollows(before: State, after: State): void {
  const former = new Map(before.entries.map(({ id, row }) => [id, row]));
  const live = after.lines.filter(isLive);
  for (const { id, contractor, week, row } of after.entries) {
    const lines = live.filter((line) => weekOf(line) === `${contractor} ${week}`);
    if (isDeepStrictEqual(row, former.get(id)) || !lines.some(({ item }) => isOpen(item.batch))) {
      continue;
    }
    assertPays(lines, after, `${contractor} ${week}`);
  }
}

/** The time of batches that were closed meanwhile is locked; nothing else of any time changed. */
export function assertLocksItsTime(before: State, after: State): void {
  const wasOpen = new Set(before.batches.filter(isOpen).map(({ id }) => id));
  const lockedAt = new Map(
    after.lines.filter(({ item: { batch } }) => batch.closedAt !== null && wasOpen.has(batch.id))
      .map(({ entry, item }) => [entry, item.batch.closedAt]),
  );
  assertEquals(
    after.entries.map(({ row }) => row),
    before.entries.map(({ id, row }) =>
      row.status === "approved" && lockedAt.has(id)
        ? { ...row, status: "locked", locked_at: lockedAt.get(id) }
        : row
    ),
  );
}

/** True if closed batches have not paid a week what it comes to, or not all that it is made of. */
function isDue(state: State, closed: readonly Line[], name: string): boolean {
  const lines = closed.filter((line) => weekOf(line) === name);
  const [contractor = "", week = ""] = name.split(" ");
  const paid = new Set(lines.map(({ pays }) => pays));
  return sourcesOf(state, contractor, week).some((source) => !paid.has(source)) ||
    !isDeepStrictEqual(paidBy(lines.filter(paysWeek)), payOfWeek(state, contractor, week));
}

/**
 * True if a period is closed or may be: nothing in it is open, and of its group nothing in it waits for approval and
 * nothing up to its end is due.
 */
export function isFinished(state: State, periodStart: string): boolean {
  const period = state.periods.find(({ start }) => start === periodStart);
  assert(period);
  const closed = state.lines.filter(({ item }) => item.batch.status === "closed");
  const isOfGroup = (contractor: string) => state.groups.get(contractor) === period.group;
  const waits = ({ status, payable, row }: Entry) =>
    row.set_aside_at === null &&
    (["submitted", "pending_approval"].includes(status) || (status === "locked" && !payable));
  return period.status === "closed" || !(
    state.batches.some((batch) => batch.period === periodStart && isOpen(batch)) ||
    [...new Set([...closed.map(weekOf), ...knownWeeks(state)])].some((name) =>
      name.slice(-10) <= period.end && isOfGroup(personOf(name)) && isDue(state, closed, name)
    ) ||
    state.entries.some((entry) =>
      waits(entry) && isOfGroup(entry.contractor) && period.start <= entry.day &&
      entry.day <= period.end
    )
  );
}
