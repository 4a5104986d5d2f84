// Random premiums and shifts, also in nights in which the clock is changed, against an oracle that goes through them a
// quarter of an hour at a time.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { plusDays } from "../../../../fixtures/days.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { addedTo, addPremium, nurse } from "../../../support/time/premiums.ts";

const QUARTER = 15 * 60_000;
/** Before midnight of the Saturday, in Denver, on whose next day the clock is changed; and of one on which it is not. */
const EVENINGS = ["2026-03-07T23:00Z", "2026-10-31T22:00Z", "2026-05-06T22:00Z"];

/** Quarters of a day on which windows begin and end: none in the hours that a night may have twice, or not at all. */
const border = fc.integer({ min: 0, max: 95 }).filter((quarter) => quarter < 4 || quarter > 12);

const premium = fc.record({
  days: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })),
  window: fc.option(fc.tuple(border, border)),
  /** Cents. */
  adds: fc.integer({ min: 1, max: 900 }),
  combines: fc.constantFrom<"highest" | "adds">("highest", "adds"),
});
type Random = typeof premium extends fc.Arbitrary<infer T> ? T : never;

const week = fc.record({
  evening: fc.constantFrom(...EVENINGS),
  rules: fc.uniqueArray(premium, { minLength: 1, maxLength: 6, selector: ({ adds }) => adds }),
  /**
   * Quarters of rest before each shift, an hour at least: a day of 25 has at most 24 worked; of the shift; from its begin to
   * that of its break; and of the break.
   */
  shifts: fc.array(
    fc.tuple(
      fc.integer({ min: 4, max: 40 }),
      fc.integer({ min: 1, max: 56 }),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(0, 2, 3),
    ),
    { minLength: 1, maxLength: 4 },
  ),
});

const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Denver",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

/** The day and the quarter that a clock in Denver shows, such as `["2026-03-07", 64]`. */
function shown(at: number): [string, number] {
  const [day = "", time = ""] = CLOCK.format(at).split(", ");
  const [hour, minute] = time.split(":").map(Number);
  return [day, (hour ?? 0) * 4 + (minute ?? 0) / 15];
}

const isoDay = (day: string) => (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7 + 1;
const clockOf = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${
    String(quarter % 4 * 15).padStart(2, "0")
  }`;

/** True if a quarter is in a window that begins on a day of the rule, by the day on which it began. */
function isFor({ days, window }: Random, [day, quarter]: [string, number]): boolean {
  const onDay = (one: string) => days === null || days.includes(isoDay(one));
  if (window === null) return onDay(day);
  const [from, to] = window;
  if (to > from) return onDay(day) && quarter >= from && quarter < to;
  return (onDay(day) && quarter >= from) || (onDay(plusDays(day, -1)) && quarter < to);
}

Deno.test("differentials/are_what_quarters_of_an_hour_come_to", () =>
  withDatabase(async ({ sql }) => {
    await fc.assert(
      fc.asyncProperty(week, async ({ evening, rules, shifts }) => {
        const firm = await Firm.create(sql);
        const { assignment } = await nurse(firm);
        for (const { days, window, adds, combines } of rules) {
          await addPremium(sql, {
            title: "Premium",
            assignment,
            ...(days === null ? {} : { days }),
            ...(window === null ? {} : { clock: window.map(clockOf).join("-") }),
            pay: `+ ${(adds / 100).toFixed(2)}`,
            combines,
          });
        }
        const quarters = new Map<string, number>();
        let end = Date.parse(evening);
        for (const [rest, length, begins, minutes] of shifts) {
          const start = end + rest * QUARTER;
          end = start + length * QUARTER;
          const pause = begins + minutes < length ? minutes : 0;
          const from = start + begins * QUARTER;
          const to = from + pause * QUARTER;
          await sql`
              select from enter_shift(${assignment}, ${new Date(start)}, ${new Date(end)}, ${
            15 * pause
          },
                                      ${pause === 0 ? null : new Date(from)})`;
          for (let at = start; at < end; at += QUARTER) {
            if (from <= at && at < to) continue;
            const found = rules.filter((rule) => isFor(rule, shown(at)));
            const highest = Math.max(
              ...found.filter(({ combines }) => combines === "highest").map(({ adds }) => adds),
            );
            for (const { adds, combines } of found) {
              if (combines === "highest" && adds < highest) continue;
              const key = `${shown(at)[0]} Premium ${(adds / 100).toFixed(2)}`;
              quarters.set(key, (quarters.get(key) ?? 0) + 1);
            }
          }
        }
        const got = new Map<string, number>();
        for (const line of await addedTo(sql, assignment)) {
          const [day, title, hours, , rate] = line.split(" ");
          const key = `${day} ${title} ${rate}`;
          got.set(key, (got.get(key) ?? 0) + Number(hours) * 4);
        }
        assertEquals([...got].sort(), [...quarters].sort());
      }),
      { numRuns: 40 },
    );
  }, { clock: "2026-12-01 12:00:00+00" }));
