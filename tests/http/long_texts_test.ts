// Texts without an end, and texts that refusals quote: PostgREST writes a message into the head of its answer.
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

Deno.test("refusals/that_quote_line_breaks_or_thousands_of_letters_are_400_and_write_no_header", async () => {
  const client = clientWith(project().secretKey);
  for (const kind of ["a\r\nSet-Cookie: evil=1", "x".repeat(5000), "😀".repeat(5000)]) {
    const answer = await fetch(`${project().baseUrl}/rest/v1/rpc/withdraw_invitation`, {
      method: "POST",
      headers: { apikey: project().secretKey, "content-type": "application/json" },
      body: JSON.stringify({ kind, id: crypto.randomUUID() }),
    });
    assertEquals(
      [answer.status, answer.headers.get("set-cookie"), (await answer.json()).details],
      [400, null, "kind_unknown"],
    );
  }
  // By what is stored: nothing takes a line break that refusals would quote later.
  const stored = await client.from("facilities").insert({ name: "a\r\nSet-Cookie: evil=1" });
  assertEquals([stored.status, stored.error?.details], [400, "text_not_one_line"]);
  assertMatch(stored.error?.message ?? "", /in the name\.$/);
});
