/** The staffing back office for client apps and server programs, beside supabase-js. */
export type * from "./types.ts";
export { allPages, type Page } from "./all_pages.ts";
export { csvRows, rowsToImport } from "./csv_rows.ts";
export { type DocumentKind, documentOf, type FoundDocument } from "./document_of.ts";
export { type Check, type Refusal, refusalOf, type Slug } from "./refusal_of.ts";
export {
  verifyWebhook,
  type WebhookCall,
  WebhookNotReadable,
  WebhookNotVerified,
} from "./verify_webhook.ts";
