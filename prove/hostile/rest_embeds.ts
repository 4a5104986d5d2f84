/** Asks the embedded REST and a PostgREST each table with each other one in it. */
import type { Findings } from "./findings.ts";
import type { Answers } from "./rest_compare.ts";

/** Two tables or views, as `invoices renewals_due`: the first is asked with the second in it. */
type Pair = string;

/** Of those that PostgREST answers, what the embedded REST answers in its place: the kinds of docs/embedded_rest.md. */
const APART: Readonly<Record<string, readonly Pair[]>> = {
  // It counts ways by tables whose key is something else, and finds several.
  "300": [
    ...["contractAlerts", "contract_renewals"].map((table) => `${table} renewals_due`),
    ...["invoices", "purchase_orders", "purchase_order_usage", "time_entries", "unbilled_time"]
      .flatMap((table) =>
        ["contractAlerts", "missing_time", "renewals_due"].map((view) => `${table} ${view}`)
      ),
    ...["invoices", "payroll_adjustments", "purchase_orders", "purchase_order_usage"]
      .map((table) => `${table} pay_below_minimum_wage`),
    ...["guarantees", "holiday_calendars", "payroll_adjustments"].flatMap((table) =>
      ["contractAlerts", "missing_time", "renewals_due"].map((view) => `${table} ${view}`)
    ),
    ...["assignments", "assignment_margin", "pay_below_minimum_wage"].flatMap((table) => [
      `${table} time_codes`,
      `time_codes ${table}`,
    ]),
    ...["guarantees", "time_entries"].map((table) => `${table} time_codes`),
    "payroll_adjustments contractors",
  ],
};
/** Number of pairs that are asked for at the same time. */
const LANES = 4;

/** Holds that both answer each pair with the same status, but for those that are listed. */
export async function compareEmbeds(
  embedded: Answers,
  postgrest: Answers,
  relations: readonly string[],
  secretKey: string,
  findings: Findings,
): Promise<void> {
  const listed = new Map(
    Object.entries(APART).flatMap(([status, pairs]) =>
      pairs.map((pair) => [pair, status] as const)
    ),
  );
  const pairs = relations.flatMap((one) => relations.map((other) => [one, other] as const));
  const left = pairs.values();
  const lane = async () => {
    for (const [one, other] of left) {
      const path = `${one}?select=${other}(*)&limit=0`;
      const [here, there] = await Promise.all(
        [embedded, postgrest].map((answers) => statusOf(answers, path, secretKey)),
      );
      const wanted = listed.get(`${one} ${other}`) ?? String(there);
      const isListedInVain = listed.has(`${one} ${other}`) && here === there;
      if (String(here) === wanted && !isListedInVain) continue;
      findings.add(
        "docs/embedded_rest.md is wrong about an embed",
        `${path}: ${here} embedded, ${there} of PostgREST`,
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function statusOf(answers: Answers, path: string, secretKey: string): Promise<number> {
  const answer = await answers(
    new Request(`http://127.0.0.1/rest/v1/${path}`, { headers: { apikey: secretKey } }),
  );
  await answer.body?.cancel();
  return answer.status;
}
