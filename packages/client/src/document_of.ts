import type { SupabaseClient } from "@supabase/supabase-js";
import { toldBy } from "./told.ts";
import type { Database } from "./types.ts";

/** A document that is printed. */
export type DocumentKind = "invoice" | "credit-note" | "statement" | "timesheet" | "pay";

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

/** The days of a statement, as `YYYY-MM-DD`. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * A document as PDF, as far as its reader may read it, under the name that the server gives it.
 *
 * @param id of an invoice (also for its time sheet), a credit note, a facility (its statement) or a payroll item
 * @param days of a statement, which is nothing without them
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
  days?: Days,
): Promise<FoundDocument> {
  const query = days === undefined ? "" : `?${new URLSearchParams({ ...days })}`;
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
