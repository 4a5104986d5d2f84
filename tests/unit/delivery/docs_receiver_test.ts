// The receiver of docs/mail.md ("How to receive them"), as it stands there, and what it is told.
import { assert, assertEquals } from "@std/assert";
import { webhookCaller } from "../../../supabase/functions/_shared/delivery/webhook_call.ts";
import { CA } from "../../support/delivery/certificate.ts";
import { startHttpServer } from "../../support/delivery/http_server.ts";

const PAGE = await Deno.readTextFile(new URL("../../../docs/mail.md", import.meta.url));
const SECRET = `whsec_${btoa("a".repeat(32))}`;

function blockOf(language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "ms").exec(PAGE) ?? [];
  assert(block !== undefined, `the page has no ${language}`);
  return block;
}

interface Receiver {
  receive(request: Request): Promise<Response>;
}

Deno.test("webhook_call/the_receiver_of_the_page_takes_what_is_ours_and_nothing_else", async () => {
  const remembered: unknown[] = [];
  Object.assign(globalThis, { remember: (...call: unknown[]) => void remembered.push(call) });
  Deno.env.set("WEBHOOK_SECRET", SECRET);
  const { receive }: Receiver = await import(
    `data:text/javascript,${encodeURIComponent(blockOf("js"))}`
  );
  const server = await startHttpServer(true, async ({ path, headers, body }) => {
    const request = new Request(`https://localhost${path}`, { method: "POST", headers, body });
    return { status: (await receive(request)).status };
  });
  try {
    const call = webhookCaller({ allowPrivateAddresses: true, caCerts: [CA] });
    const { type, timestamp, data } = JSON.parse(blockOf("json"));
    const told = { url: `https://localhost:${server.port}/`, id: "m-1", type, timestamp, data };
    const other = `whsec_${btoa("b".repeat(32))}`;
    const refused = await call({ ...told, secrets: [other] });
    assertEquals(refused, {
      kind: "not_sent",
      error: "The receiver did not take it: 401.",
    });
    assertEquals(remembered, []);
    assertEquals((await call({ ...told, secrets: [other, SECRET] })).kind, "sent");
    assertEquals(remembered, [["m-1", type, data]]);
  } finally {
    await server.close();
    Deno.env.delete("WEBHOOK_SECRET");
  }
});
