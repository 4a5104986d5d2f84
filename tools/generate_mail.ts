import { MAIL_KIND, MAIL_KINDS } from "../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import { code, table, withPart } from "./markdown.ts";

/** The page on mail and webhooks. */
export const PAGE = new URL("../docs/mail.md", import.meta.url);

/** The page with its table of the kinds of mail as `mail_kinds.ts` has them. */
export function pageWithKinds(page: string): string {
  const rows = MAIL_KINDS.map((kind) => {
    const { to, when, droppedWhen } = MAIL_KIND[kind];
    return [code(kind), to, when, droppedWhen];
  });
  return withPart(page, "the kinds of mail", table(["kind", "to", "when", "dropped when"], rows));
}

/** Writes the page anew. */
export async function writeMailPage(): Promise<void> {
  await Deno.writeTextFile(PAGE, pageWithKinds(await Deno.readTextFile(PAGE)));
}
