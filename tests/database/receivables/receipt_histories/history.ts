/** A firm of two facilities and a program, to which things happen in the database and in the books alike. */
import { assert, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import type { InterestTerms } from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { Books } from "./books.ts";
import { enterCharges } from "./charges.ts";

/** Discount of the drafts that are sent, within so many days. */
export const DISCOUNT = { percent: 2, days: 3 };

/** Days from issue to due of the drafts that are sent. */
export const PAYMENT_TERMS_DAYS = 7;

export interface History {
  /** One connection: its clock is set for the session. */
  readonly sql: postgres.Sql;
  readonly firms: readonly [Firm, Firm];
  readonly books: Books;
}

/** Runs a test on a history in which nothing has happened yet. */
export async function withHistory(test: (history: History) => Promise<void>): Promise<void> {
  await withDatabase(async ({ url }) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      const firms = [await Firm.create(sql), await Firm.create(sql)] as const;
      const program = await Firm.create(sql, "Summit Program");
      await sql`
        update facilities
           set payment_terms_days = ${PAYMENT_TERMS_DAYS},
               discount_rate = ${DISCOUNT.percent} / 100.0, discount_days = ${DISCOUNT.days}`;
      const [first, second] = firms;
      await enterCharges(sql, first.facilityId);
      const books = new Books([
        { id: first.facilityId, terms: [], billTo: null },
        { id: second.facilityId, terms: [], billTo: null },
      ], { id: program.facilityId, terms: [], billTo: null });
      await setNow({ sql, firms, books }, books.now);
      await test({ sql, firms, books });
    } finally {
      await sql.end();
    }
  });
}

/** Lets it be that time, for the database and for the books. */
export async function setNow({ sql, books }: History, now: string): Promise<void> {
  await sql`select set_config('app.clock', ${now}, false)`;
  books.now = now;
}

/** Enters terms; where that day has some, their rate. */
export async function writeTerms(
  sql: postgres.Sql,
  facilityId: string,
  terms: InterestTerms,
): Promise<void> {
  const columns = Object.entries({ facilityId, ...terms }).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  await sql`
    insert into facility_interest_terms ${sql(Object.fromEntries(columns))}
    on conflict (facility_id, effective_from) do update set annual_rate = excluded.annual_rate`;
}

/** Something that happens. */
export interface Operation {
  /** For the report of a failed history. */
  readonly what: string;
  readonly happen: (history: History) => Promise<void>;
}

/** Something that happens in many ways. */
export function operation<Choices>(
  name: string,
  choices: fc.Arbitrary<Choices>,
  happen: (history: History, choices: Choices) => Promise<void>,
): fc.Arbitrary<Operation> {
  return choices.map((chosen) => {
    const what = `${name} ${JSON.stringify(chosen)}`;
    return {
      what,
      happen: (history: History) => happen(history, chosen),
      [fc.toStringMethod]: () => what,
    };
  });
}

/** Does it and enters it in the books, or sees it refused for the reason that these know. */
export async function agree(
  deed: () => Promise<unknown>,
  reason: string | null,
  enter: () => void,
): Promise<void> {
  const refused = await deed().then(() => null, (error: unknown) => {
    assert(error instanceof postgres.PostgresError, String(error));
    return error.detail ?? error.message;
  });
  assertStrictEquals(refused, reason);
  if (refused === null) enter();
}

/** Says which of some things is meant: the n-th newest. */
export const nth: fc.Arbitrary<number> = fc.oneof(fc.constant(0), fc.nat({ max: 9 }));

export function newest<Item>(items: readonly Item[], n: number): Item | undefined {
  return items.length === 0 ? undefined : items.at(-1 - n % items.length);
}

/** Mostly something of the usual kind, now and then anything. */
export const usual: fc.Arbitrary<boolean> = fc.nat({ max: 19 }).map((n) => n < 19);

export const facility: fc.Arbitrary<0 | 1> = fc.constantFrom(0 as const, 1 as const);

/** One of the two, or the program. */
export const payer: fc.Arbitrary<0 | 1 | "program"> = fc.constantFrom(
  0 as const,
  1 as const,
  "program" as const,
);

/** So many days from today. */
export const daysFrom = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max });

/** Cents, of round and of any amounts. */
export const amount: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(1, 10_000, 25_050, 100_000),
  fc.integer({ min: 1, max: 150_000 }),
);
