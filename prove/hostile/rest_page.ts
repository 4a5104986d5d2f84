import { table, withPart } from "../../tools/markdown.ts";
import { APART } from "./rest_apart.ts";

/** The page that says what the embedded REST answers differently. */
export const PAGE = new URL("../../docs/embedded_rest.md", import.meta.url);

/** The page with its table as the battery has it. */
export function pageWith(page: string): string {
  const rows = APART.map(({ what, embedded, postgrest }) => [
    what,
    embedded,
    typeof postgrest === "string" ? postgrest : `14: ${postgrest["14"]}; 16: ${postgrest["16"]}`,
  ]);
  const head = ["who …", "gets of the embedded REST", "gets of PostgREST 14 and 16"];
  return withPart(page, "the differences", table(head, rows));
}
