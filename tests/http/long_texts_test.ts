// Texts without an end, and with line breaks that refusals would quote.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { withProjectFirm } from "../support/access/project.ts";
import { clientWith } from "../support/http/client.ts";
import { project } from "../support/http/project.ts";

Deno.test("texts/of_10_mb_are_refused_over_http_and_change_nothing", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    const id = firm.id("time_entries", "ada at north draft");
    const { data: before } = await clients.ada.from("time_entries").select().eq("id", id);
    assertEquals(before?.length, 1);
    const { status, error } = await clients.ada.from("time_entries")
      .update({ notes: "x".repeat(10_000_000) }).eq("id", id);
    // A proxy or a platform may take no such body at all.
    assert(status === 413 || status === 400 && error?.details === "text_too_long", `${status}`);
    const { data: after } = await clients.ada.from("time_entries").select().eq("id", id);
    assertEquals(after, before);
    const [log] = await sql`
      select max(length(old::text) + length(new::text)) as length from audit_log`;
    assert(log?.length < 1_000_000, `a row of the audit log has ${log?.length} characters`);
  }));

Deno.test("texts/that_refusals_would_quote_later_are_not_stored_with_line_breaks", async () => {
  const { status, error } = await clientWith(project().secretKey).from("facilities")
    .insert({ name: "a\r\nSet-Cookie: evil=1" });
  assertEquals([status, error?.details], [400, "text_not_one_line"]);
  assertMatch(error?.message ?? "", /in the name\.$/);
});
