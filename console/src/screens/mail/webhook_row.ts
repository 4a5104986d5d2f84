import type { Row } from "../../api/rows.ts";

/** Columns of a webhook's row that the page asks for. */
export const COLUMNS =
  "id,url,description,events,is_active,told_since,switched_off_at,switched_off_because";
/** An address that is told of events. */
export type Webhook = Pick<
  Row<"webhooks">,
  | "id"
  | "url"
  | "description"
  | "events"
  | "is_active"
  | "told_since"
  | "switched_off_at"
  | "switched_off_because"
>;
