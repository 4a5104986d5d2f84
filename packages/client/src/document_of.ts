import type { SupabaseClient } from "@supabase/supabase-js";
import { toldBy } from "./told.ts";
import type { Database } from "./types.ts";

/** A document that is printed. */
export type DocumentKind =
  | "invoice"
  | "credit-note"
  | "statement"
  | "timesheet"
  | "pay"
  | "pay-batch"
  | "pay-year";

/** A document, or the error of the answer, which `refusalOf` reads. */
export type FoundDocument =
  | { readonly data: File; readonly error: null }
  | {
    readonly data: null;
    readonly error: {
      readonly message: string;
      readonly details: string;
      readonly hint: string | null;
      readonly code: string;
    };
  };

/** The days of a statement, as `YYYY-MM-DD`; the part of a batch of pay, the first unless said; the year of a year's pay. */
type Stretch =
  | { readonly from: string; readonly to: string }
  | { readonly part: number }
  | { readonly year: number };

/**
 * A document as PDF, as far as its reader may read it, under the name that the server gives it.
 *
 * @param id of an invoice (also for its time sheet), a credit note, a facility (its statement), a payroll item or batch,
 * or a contractor (a year's pay)
 * @param stretch days of a statement and the year of a year's pay, which are nothing without them; the part of a batch
 *
 * @example
 * ```ts ignore
 * const { data, error } = await documentOf(supabase, "invoice", invoice_id);
 * if (error) throw new Error(error.message);
 * console.log(data.name, data.size);
 * ```
 */
export async function documentOf(
  supabase: SupabaseClient<Database>,
  kind: DocumentKind,
  id: string,
  stretch?: Stretch,
): Promise<FoundDocument> {
  const asked = Object.entries(stretch ?? {}).map(([name, value]) => [name, String(value)]);
  const query = asked.length === 0 ? "" : `?${new URLSearchParams(asked)}`;
  const { data, error, response } = await supabase.functions.invoke<unknown>(
    `documents/${kind}/${encodeURIComponent(id)}${query}`,
    { method: "GET" },
  );
  if (data instanceof Blob) {
    const disposition = response?.headers.get("content-disposition") ?? "";
    const [, name = "document.pdf"] = /filename="([^"]+)"/.exec(disposition) ?? [];
    return { data: new File([data], name, { type: data.type }), error: null };
  }
  const body: unknown = await response?.clone().json().catch(() => null);
  const told = toldBy(body);
  const failure = error instanceof Error ? error.message : "The answer is no document.";
  return {
    data: null,
    error: {
      message: told.message ?? failure,
      details: told.error ?? "",
      hint: told.hint,
      code: response === undefined ? "" : `PT${response.status}`,
    },
  };
}
