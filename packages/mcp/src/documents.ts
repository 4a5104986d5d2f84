import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceLink,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Buffer } from "node:buffer";
import { type DocumentKind, documentOf } from "../../client/src/document_of.ts";
import type { Database } from "../../client/src/types.ts";
import { wordsOf } from "./answers.ts";

type Client = SupabaseClient<Database>;
type Listed = Pick<Resource, "uri" | "name" | "title">;

/** A kind of document, and the procedure that answers what stands on it. */
interface Kind {
  readonly kind: DocumentKind;
  readonly title: string;
  /** Argument of the procedure that is the id. */
  readonly id: string;
  /** The newest ones that somebody may read, for people to choose from. */
  readonly list?: (supabase: Client) => Promise<Listed[]>;
}

const PDF = "application/pdf";
const MOST_LISTED = 50;

/** Kinds of documents, by the procedure that answers what stands on them. */
const KINDS: Readonly<Record<string, Kind>> = {
  invoice_document: {
    kind: "invoice",
    title: "An invoice",
    id: "invoice_id",
    list: async (supabase) => {
      const { data, error } = await supabase.from("invoices").select(
        "id, number, facility_name, issue_date",
      )
        .not("sent_at", "is", null).order("sent_at", { ascending: false }).order("id")
        .limit(MOST_LISTED);
      if (error) throw new Error(JSON.stringify(wordsOf(error)));
      return data.map(({ id, number, facility_name, issue_date }) =>
        listed(`Invoice ${number} of ${issue_date}, ${facility_name}`, "invoice", id)
      );
    },
  },
  credit_note_document: {
    kind: "credit-note",
    title: "A credit note",
    id: "credit_note_id",
    list: async (supabase) => {
      const { data, error } = await supabase.from("credit_notes")
        .select("id, number, facility_name, issued_on")
        .order("created_at", { ascending: false }).order("id").limit(MOST_LISTED);
      if (error) throw new Error(JSON.stringify(wordsOf(error)));
      return data.map(({ id, number, facility_name, issued_on }) =>
        listed(`Credit note ${number} of ${issued_on}, ${facility_name}`, "credit-note", id)
      );
    },
  },
  timesheet_document: {
    kind: "timesheet",
    title: "The time sheet of an invoice",
    id: "invoice_id",
  },
  pay_document: {
    kind: "pay",
    title: "Pay of a contractor in a payroll batch",
    id: "payroll_item_id",
    list: async (supabase) => {
      const { data, error } = await supabase.from("my_pay").select("payroll_item_id, pay_date")
        .order("pay_date", { ascending: false }).order("payroll_item_id").limit(MOST_LISTED);
      if (error) throw new Error(JSON.stringify(wordsOf(error)));
      return data.map(({ payroll_item_id, pay_date }) =>
        listed(`Pay of ${pay_date}`, "pay", payroll_item_id)
      );
    },
  },
  statement_document: {
    kind: "statement",
    title: "A statement of a facility, from a day through another",
    id: "facility_id",
  },
};

/** Link to the document of which a procedure answered what stands on it; null: it is another procedure. */
export function linkOf(
  procedure: string,
  args: Readonly<Record<string, unknown>>,
): ResourceLink | null {
  const found = KINDS[procedure];
  if (found === undefined) return null;
  const days = found.kind === "statement" ? [args.from_date, args.to_date] : [];
  const uri = uriOf(found.kind, ...[args[found.id], ...days].map(String));
  return { type: "resource_link", uri, name: found.title, mimeType: PDF };
}

/**
 * Offers documents as resources: PDFs, of those kinds of which somebody may ask what stands on them.
 *
 * @param mayCall whether they may call a procedure
 */
export function offerDocuments(
  server: McpServer,
  supabase: Client,
  mayCall: (procedure: string) => boolean,
): void {
  for (const [procedure, { kind, title, id, list }] of Object.entries(KINDS)) {
    if (!mayCall(procedure)) continue;
    const days = kind === "statement" ? ["{from}", "{to}"] : [];
    const template = new ResourceTemplate(uriOf(kind, `{${id}}`, ...days), {
      list: list && (async () => ({ resources: await list(supabase) })),
    });
    server.registerResource(
      kind,
      template,
      { title, mimeType: PDF, description: `${title}, as PDF.` },
      (uri, { [id]: of, from, to }) => {
        const days = kind === "statement" ? { from: String(from), to: String(to) } : undefined;
        return read(supabase, uri.href, kind, String(of), days);
      },
    );
  }
}

async function read(
  supabase: Client,
  uri: string,
  kind: DocumentKind,
  id: string,
  days: { readonly from: string; readonly to: string } | undefined,
): Promise<ReadResourceResult> {
  const { data, error } = await documentOf(supabase, kind, id, days);
  if (error?.code === "PT404") throw new ResourceNotFoundError(uri, error.message);
  // An id, a day or a stretch of days that is none.
  if (error?.code === "PT400") {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
  if (error) throw new Error(JSON.stringify(wordsOf(error)));
  const blob = Buffer.from(await data.arrayBuffer()).toString("base64");
  return { contents: [{ uri, mimeType: PDF, blob }] };
}

/** A document in a list: its name is its title, too, in place of that of its kind. */
function listed(name: string, kind: DocumentKind, id: string): Listed {
  return { uri: uriOf(kind, id), name, title: name };
}

function uriOf(kind: DocumentKind, ...parts: readonly string[]): string {
  return ["staffing://documents", kind, ...parts].join("/");
}
