/** Checks that a month is closed with, asked over REST: reports by facility, by customer and the journal say the same. */
import { assertEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../supabase/functions/_shared/database.types.ts";
import { addDays } from "../interest/oracle_days.ts";
import { done } from "./newcomers.ts";

type Client = SupabaseClient<Database>;

/** Cents owed, of interest, and of credits. */
type Owed = readonly [balance: number, interest: number, credits: number];

/** Money as text: `9777.60`. */
export const money = (amount: number | null | undefined): string => (amount ?? 0).toFixed(2);
const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100);

const lineOf = (name: string, owed: Owed) =>
  [name, ...owed.map((amount) => money(amount / 100))].join(" ");
const plus = (one: Owed, other: Owed): Owed => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
];
const owedOf = (
  row: {
    readonly balance: number | null;
    readonly interest: number | null;
    readonly unapplied_credits: number | null;
  },
): Owed => [cents(row.balance), cents(row.interest), cents(row.unapplied_credits)];

/** Aging through a day by the accounts of the journal, facility by facility. */
async function byJournal(admin: Client, day: string, names: ReadonlyMap<string, string>) {
  const owed = new Map<string, Owed>();
  const postings = await done(admin.rpc("journal", { from_day: "2026-01-01", to_day: day }));
  for (const { account, debit, credit, facility_id } of postings) {
    const moved = cents(debit) - cents(credit);
    const of: Owed = [
      account === "receivables" ? moved : 0,
      account === "interest_receivable" ? moved : 0,
      account === "customer_credits" ? -moved : 0,
    ];
    const name = names.get(facility_id ?? "") ?? "";
    owed.set(name, plus(owed.get(name) ?? [0, 0, 0], of));
  }
  return [...owed].filter(([, amounts]) => amounts.some((amount) => amount !== 0))
    .map(([name, amounts]) => lineOf(name, amounts)).sort();
}

/** Reports of a day: lines such as `Mercy Hospital 9777.60 0.00 0.00`, what each facility owes, each customer's net. */
interface Aging {
  readonly facilities: readonly string[];
  readonly owed: readonly (readonly [string, Owed])[];
  readonly customers: readonly string[];
  readonly net: ReadonlyMap<string | null, string>;
}

/** Aging of a day, by facility and by customer. */
export async function agingOn(client: Client, as_of: string): Promise<Aging> {
  const facilities = await done(client.rpc("ar_aging_as_of", { as_of }));
  const customers = await done(client.rpc("customer_aging_as_of", { as_of }));
  return {
    facilities: facilities.map((row) => lineOf(row.facility_name ?? "", owedOf(row))).sort(),
    owed: facilities.map((row) => [row.facility_name ?? "", owedOf(row)] as const),
    customers: customers.map((row) => lineOf(row.customer_name ?? "", owedOf(row))).sort(),
    net: new Map(customers.map((row) => [row.customer_id, money(row.net)])),
  };
}

/**
 * Holds that on each of the days aging is what the journal says, facility by facility; that by customer it is that
 * added up; and that each customer's statement ends with its net. The last day is the clock's.
 */
export async function assertEachDayCloses(
  admin: Client,
  from: string,
  today: string,
): Promise<void> {
  const facilities = await done(
    admin.from("facilities").select("id, name, bill_to_facility_id"),
  );
  const names = new Map(facilities.map(({ id, name }) => [id, name]));
  const customerOf = new Map(
    facilities.map(({ id, name, bill_to_facility_id }) =>
      [name, names.get(bill_to_facility_id ?? id) ?? ""] as const
    ),
  );
  const customers = await done(admin.from("customers").select("facility_id, facility_name"));
  for (let day = from; day <= today; day = addDays(day, 1)) {
    const aging = await agingOn(admin, day);
    assertEquals(await byJournal(admin, day, names), aging.facilities, day);
    const summed = new Map<string, Owed>();
    for (const [facility, owed] of aging.owed) {
      const customer = customerOf.get(facility) ?? "";
      summed.set(customer, plus(summed.get(customer) ?? [0, 0, 0], owed));
    }
    assertEquals(aging.customers, [...summed].map(([name, owed]) => lineOf(name, owed)).sort());
    for (const { facility_id, facility_name } of customers) {
      const rows = await done(admin.rpc("customer_statement", {
        customer_id: facility_id ?? "",
        from_date: "2026-02-01",
        to_date: day,
      }));
      const net = aging.net.get(facility_id) ?? "0.00";
      assertEquals(money(rows.at(-1)?.balance), net, `${facility_name} on ${day}`);
    }
  }
  const now = await agingOn(admin, today);
  const byFacility = await done(admin.from("ar_aging").select("*"));
  assertEquals(
    byFacility.map((row) => lineOf(row.facility_name ?? "", owedOf(row))).sort(),
    now.facilities,
  );
  const byCustomer = await done(admin.from("customer_aging").select("*"));
  assertEquals(
    byCustomer.map((row) => lineOf(row.customer_name ?? "", owedOf(row))).sort(),
    now.customers,
  );
}

/** Sums of the accounts through a day, debits less credits; those of nothing are left out. */
export async function accountsThrough(
  admin: Client,
  day: string,
): Promise<Record<string, string>> {
  const sums = new Map<string, number>();
  const postings = await done(admin.rpc("journal", { from_day: "2026-01-01", to_day: day }));
  for (const { account, debit, credit } of postings) {
    const name = account ?? "";
    sums.set(name, (sums.get(name) ?? 0) + cents(debit) - cents(credit));
  }
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum !== 0).map(([name, sum]) => [name, money(sum / 100)]),
  );
}
