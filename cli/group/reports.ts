import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { parse } from "csv-parse/sync";
import { Decimal } from "decimal.js";
import { allPages } from "../../packages/client/src/all_pages.ts";
import type { Database } from "../../supabase/functions/_shared/database.types.ts";
import type { Columns } from "./csv.ts";
import type { Firm } from "./firms.ts";
import { today } from "./today.ts";

/** First and last day that are asked about, as `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export type ReportName = "aging" | "journal" | "profit" | "flash";
type Row = Readonly<Record<string, string>>;
type Client = SupabaseClient<Database>;

/** A report that firms are asked for, in the columns of its file behind the firm's name. */
interface Report {
  readonly columns: Columns;
  rowsOf(client: Client, days: Days): Promise<Row[]>;
}

const AMOUNTS = [
  "current",
  "days_1_30",
  "days_31_60",
  "days_61_90",
  "days_91_plus",
  "balance",
  "interest",
  "unapplied_credits",
  "net",
  "disputed",
] as const;

const PROFIT = [
  "hours",
  "billed",
  "fees",
  "wages",
  "premiums",
  "stipends",
  "codes",
  "reimbursements",
  "profit_before_burden",
  "burden",
  "profit",
  "profit_share",
  "unbilled",
  "unpaid",
] as const;

export const REPORTS: Readonly<Record<ReportName, Report>> = {
  aging: {
    columns: {
      facility_name: "text",
      ...Object.fromEntries(AMOUNTS.map((name) => [name, "plain"])),
      facility_id: "plain",
    },
    rowsOf: async (client, { to }) => {
      const rows = await allPages((first, last) =>
        client.rpc("ar_aging_as_of", { as_of: to })
          .order("facility_name").order("facility_id").range(first, last)
      );
      return rows.map((row) => ({
        facility_name: row.facility_name,
        facility_id: row.facility_id,
        // The API's JSON has 3300 for 3300.00.
        ...Object.fromEntries(AMOUNTS.map((name) => [name, new Decimal(row[name]).toFixed(2)])),
      }));
    },
  },
  journal: {
    columns: {
      posted_on: "plain",
      document: "text",
      account: "plain",
      account_number: "text",
      account_name: "text",
      debit: "plain",
      credit: "plain",
      facility: "text",
      contractor: "text",
      memo: "text",
    },
    rowsOf: async (client, { from, to }) => {
      const { data, error } = await client.rpc("journal_file", { from_day: from, to_day: to });
      if (error) throw error;
      return parse<Row>(data, { columns: true });
    },
  },
  profit: {
    columns: {
      name: "text",
      ...Object.fromEntries(PROFIT.map((name) => [name, "plain"])),
      row_id: "plain",
    },
    rowsOf: async (client, { from, to }) => {
      const { data, error } = await client.rpc("gross_profit_file", {
        from_day: from,
        to_day: to,
        by: "customer",
      });
      if (error) throw error;
      return parse<Row>(data, { columns: true });
    },
  },
  flash: {
    columns: {
      week: "plain",
      figure: "plain",
      measure: "plain",
      value: "plain",
      week_before: "plain",
      year_before: "plain",
    },
    rowsOf: async (client, { to }) => {
      // Of a day that is not over, each firm's own last week that is.
      const week = to < today() ? { week_start: await weekOf(client, to) } : {};
      const { data, error } = await client.rpc("weekly_flash", week).order("place");
      if (error) throw error;
      return data.map((row) => ({
        week: row.week,
        figure: row.figure,
        measure: row.measure,
        value: cell(row.value, row.measure),
        week_before: cell(row.week_before, row.measure),
        year_before: cell(row.year_before, row.measure),
      }));
    },
  },
};

/** First day of the last workweek that was over by a day, as the firm counts weeks. */
async function weekOf(client: Client, day: string): Promise<string> {
  const { data, error } = await client.from("organization_settings").select("workweek_starts_on")
    .single();
  if (error) throw error;
  const date = new Date(`${day}T00:00:00Z`);
  // Days since the last one on which a workweek ended; workweek_starts_on is 1 on Monday to 7 on Sunday.
  const since = (((date.getUTCDay() + 7) - (data.workweek_starts_on - 1)) % 7 + 7) % 7;
  date.setUTCDate(date.getUTCDate() - since - 6);
  return date.toISOString().slice(0, 10);
}

/** A figure as a cell: the API's JSON has 3300 for 3300.00. */
function cell(value: number | null, measure: string): string {
  if (value === null) return "";
  return new Decimal(value).toFixed(measure === "people" ? 0 : measure === "days" ? 1 : 2);
}

/** Answer of a firm: rows by report, and a sentence about each report that there is none of. */
export interface FirmAnswer {
  readonly firm: string;
  readonly rows: Readonly<Partial<Record<ReportName, readonly Row[]>>>;
  readonly failures: readonly string[];
}

/**
 * Signs in at a firm, asks it for reports at once, and signs out.
 *
 * @param seconds within which each request is answered
 */
export async function askFirm(
  firm: Firm,
  names: readonly ReportName[],
  days: Days,
  seconds: number,
): Promise<FirmAnswer> {
  const client = createClient<Database>(firm.url, firm.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchWithin(seconds) },
  });
  const refusal = await signIn(client, firm);
  if (refusal !== null) return { firm: firm.firm, rows: {}, failures: [refusal] };
  const asked = await Promise.allSettled(names.map((name) => REPORTS[name].rowsOf(client, days)));
  await client.auth.signOut({ scope: "local" }).catch(() => {}); // the session ends by itself, too
  const rows: Partial<Record<ReportName, readonly Row[]>> = {};
  const failures: string[] = [];
  for (const [nth, name] of names.entries()) {
    const answer = asked[nth];
    if (answer?.status === "fulfilled") rows[name] = answer.value;
    else failures.push(`has no ${name} for us: ${toldBy(answer?.reason)}`);
  }
  return { firm: firm.firm, rows, failures };
}

/** Signs in. Words about why not, or null. */
async function signIn(client: Client, { email, password }: Firm): Promise<string | null> {
  try {
    const { error } = await client.auth.signInWithPassword({ email, password });
    if (error === null) return null;
    return `${error.status ? "did not let us in" : "did not answer"}: ${toldBy(error)}`;
  } catch (error) {
    return `did not answer: ${toldBy(error)}`;
  }
}

function fetchWithin(seconds: number): typeof fetch {
  return async (input, init) => {
    const limit = AbortSignal.timeout(seconds * 1000);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      const answer = await fetch(input, { ...init, signal });
      // Read here, so that an answer which never ends counts as none.
      return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), answer);
    } catch (error) {
      throw limit.aborted ? new Error(`no answer within ${seconds} seconds`) : error;
    }
  };
}

/** Words of a refusal, of a sign-in that failed, or of a connection that was lost. */
function toldBy(error: unknown): string {
  const { message, hint } = error as { readonly message?: unknown; readonly hint?: unknown };
  return [message, hint].filter((text) => typeof text === "string" && text !== "").join(" ") ||
    String(error);
}
