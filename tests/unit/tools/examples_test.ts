import { assertEquals, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import { curlExample, placeholders, supabaseJsExample } from "../../../tools/examples.ts";

const TRICKY = {
  invoice_ids: ["$first_id", "$second_id"],
  reason: 'Billed twice: it\'s $5 `too` much \\ "so"',
  nested: { amount: "10.00", day: null },
};

/** Request that an example's curl would send, by a shell in which curl prints it. */
async function sent(example: string, variables: Record<string, string>): Promise<unknown> {
  const curl =
    `curl() { for last; do :; done; if [ "$last" = @- ]; then cat; else printf %s "$last"; fi; }`;
  const { stdout } = await new Deno.Command("sh", {
    args: ["-euc", `${curl}\n${example}`],
    env: { SUPABASE_URL: "http://test", SUPABASE_SECRET_KEY: "key", ...variables },
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("docs/finds_the_placeholders_of_an_example", () => {
  assertEquals(placeholders(TRICKY), ["first_id", "second_id"]);
  assertEquals(placeholders({ reason: "costs $5", price: "$ 5" }), []);
});

Deno.test("docs/writes_a_curl_call_that_a_shell_reads_as_meant", async () => {
  const expected = { ...TRICKY, invoice_ids: ["a-1", "b-2"] };
  const example = curlExample("send_invoices", TRICKY);
  assertEquals(await sent(example, { first_id: "a-1", second_id: "b-2" }), expected);
  assertEquals(await sent(curlExample("send_invoices", expected), {}), expected);
  assertEquals(await sent(curlExample("rls_auto_enable", {}), {}), {});
});

Deno.test("docs/writes_a_supabase_js_call_with_a_constant_per_placeholder", () => {
  const [call] = supabaseJsExample("void_invoice", {
    invoice_id: "$invoice_id",
    other: ["$first_id"],
    reason: "Billed twice",
  }).split("\n");
  assertStrictEquals(
    call,
    'const { data, error } = await supabase.rpc("void_invoice", ' +
      '{ invoice_id, other: [first_id], reason: "Billed twice" });',
  );
});

Deno.test("docs/writes_what_takes_a_person_with_their_access_token", () => {
  const curl = curlExample("accept_invitation", { code: "$code" }, "person");
  assertMatch(curl, /SUPABASE_PUBLISHABLE_KEY.*ACCESS_TOKEN/);
  assertNotMatch(curl, /SECRET/);
  const supabaseJs = supabaseJsExample("accept_invitation", { code: "$code" }, "person");
  assertMatch(supabaseJs, /await person\.rpc\("accept_invitation", \{ code \}\);/);
});
