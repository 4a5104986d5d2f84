import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { parse } from "csv-parse/sync";
import { Decimal } from "decimal.js";
import { allPages } from "../../packages/client/src/all_pages.ts";
import type { Database } from "../../supabase/functions/_shared/database.types.ts";
import type { Columns } from "./csv.ts";
import type { Firm } from "./firms.ts";

/** First and last day that are asked about, as `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export type ReportName = "aging" | "journal";
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
};

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
