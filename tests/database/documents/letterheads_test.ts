// What the firm's paper says of it: kept whenever it changes, and by what was sent.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import {
  creditNoteDocument,
  invoiceDocument,
  LOGO,
  setLetterhead,
} from "../../support/documents/documents.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const countOf = async (sql: postgres.Sql) => {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from letterheads`;
  return count;
};

Deno.test("letterheads/are_kept_by_what_was_sent_and_followed_by_drafts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [before, draftLeft] = [await draft(firm, ["100.00"]), await draft(firm, ["70.00"])];
    await send(sql, [before]);
    const first = {
      legal_name: "Acme Staffing LLC",
      address: "1 Main St\nDenver, CO 80202",
      phone: "303-555-0100",
    };
    await setLetterhead(sql, { ...first, remit_to: "PO Box 1", tax_number: "84-1", logo: LOGO });
    const sent = await draft(firm, ["80.00"]);
    await send(sql, [sent]);
    const note = await credit(sql, sent);
    await setLetterhead(sql, { legal_name: "Acme Care Inc.", logo: null });

    const nameOf = async (invoice: string) => {
      const { legal_name, logo } = (await invoiceDocument(sql, invoice)).letterhead;
      return [legal_name, logo];
    };
    assertEquals(await nameOf(sent), ["Acme Staffing LLC", LOGO]);
    assertEquals((await invoiceDocument(sql, sent)).letterhead, {
      ...first,
      remit_to: "PO Box 1",
      tax_number: "84-1",
      logo: LOGO,
    });
    assertEquals(await nameOf(draftLeft), ["Acme Care Inc.", null]);
    // Sent when there was none.
    assertEquals(await nameOf(before), ["Acme Care Inc.", null]);
    const paper = await creditNoteDocument(sql, String(note.id));
    assertEquals(paper.letterhead.legal_name, "Acme Staffing LLC");
  }));

Deno.test("letterheads/are_added_when_what_they_say_changes_and_never_rewritten", () =>
  withDatabase(async ({ sql }) => {
    await sql`update organization_settings set invoice_number_prefix = 'ACME'`;
    assertStrictEquals(await countOf(sql), 0);
    await setLetterhead(sql, { legal_name: "Acme" });
    await setLetterhead(sql, { legal_name: "Acme" });
    await sql`update organization_settings set letterhead_id = null`;
    assertEquals(await countOf(sql), 1);
    const [settings] = await sql`
      select kept.legal_name from organization_settings
        join letterheads as kept on kept.id = letterhead_id`;
    assertEquals(settings, { legal_name: "Acme" });
    await assertRefused(
      sql`update letterheads set legal_name = 'Other'`,
      409,
      "letterhead_is_kept",
    );
    await assertRefused(sql`delete from letterheads`, 409, "letterhead_is_kept");
  }));

Deno.test("letterheads/are_added_whichever_part_of_them_changes", () =>
  withDatabase(async ({ sql }) => {
    const parts = {
      legal_name: "Acme",
      address: "1 Main St",
      phone: "303-555-0100",
      remit_to: "PO Box 1",
      tax_number: "84-1",
    };
    let count = 0;
    for (const [part, text] of Object.entries({ ...parts, logo: LOGO })) {
      await setLetterhead(sql, { [part]: text });
      assertStrictEquals(await countOf(sql), ++count, part);
    }
  }));

Deno.test("letterheads/take_a_png_or_jpeg_of_up_to_100_kb_and_refuse_others_in_words", () =>
  withDatabase(async ({ sql }) => {
    const logo = (text: string) => setLetterhead(sql, { logo: text });
    for (
      const wrong of [
        "https://acme.example/logo.png",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "data:image/png;base64,/9j/4AAQ",
        "data:image/jpeg;base64,iVBORw0KGgo=",
        `${LOGO}<script>`,
      ]
    ) await assertRefused(logo(wrong), 400, "logo_not_valid");
    const png = (bytes: number) =>
      "data:image/png;base64,iVBORw0KGgo" + "A".repeat(bytes / 3 * 4 - 11);
    await logo(png(99_999));
    await assertRejectsWith(() => logo(png(150_000)), {
      message: "The logo has 150 kB, and at most 100 kB are kept.",
    });
    await assertRefused(logo(png(100_002)), 400, "logo_not_valid");
    await logo("data:image/jpeg;base64,/9j/4AAQSkZJRg==");
    await assertViolates(setLetterhead(sql, { legal_name: " " }), "legal_name_is_not_blank");
    await assertViolates(setLetterhead(sql, { phone: " " }), "phone_is_not_blank");
    await assertRefused(setLetterhead(sql, { address: "x".repeat(501) }), 400, "text_too_long");
  }));
