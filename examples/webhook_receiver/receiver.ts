// Receives webhooks: verifies each call, and keeps each event once, a line of JSON in a file.
import {
  verifyWebhook,
  type WebhookCall,
  WebhookNotReadable,
  WebhookNotVerified,
} from "staffing-client";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";

const { WEBHOOK_SECRET = "", PORT = "8080", EVENTS_FILE = "events.jsonl" } = process.env;
const LARGEST_BODY = 100_000;
if (!WEBHOOK_SECRET.startsWith("whsec_")) {
  throw new Error("Set WEBHOOK_SECRET to the secret of the webhook: whsec_…");
}

/** Ids of the calls that were kept. A call comes twice when its first answer was lost. */
const kept = new Set(await idsIn(EVENTS_FILE));

async function idsIn(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  // What was being written when the power went is no whole line, and comes again: it was not answered.
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await writeFile(path, whole);
  return whole.split("\n").filter(Boolean).map((line) => (JSON.parse(line) as WebhookCall).id);
}

/** The body as it came; null if it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Keeps an event before it is answered. Slow work on it belongs to somebody who reads the file. */
async function keep(call: WebhookCall): Promise<void> {
  if (kept.has(call.id)) return;
  kept.add(call.id);
  try {
    await appendFile(EVENTS_FILE, `${JSON.stringify(call)}\n`);
  } catch (error) {
    kept.delete(call.id);
    throw error;
  }
}

/** Status to answer with. Anything but 2xx makes the back office call again later. */
async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== "POST") return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  try {
    await keep(await verifyWebhook(body, request.headers, WEBHOOK_SECRET));
    return 204;
  } catch (error) {
    if (error instanceof WebhookNotVerified) return 401;
    if (error instanceof WebhookNotReadable) return 400;
    throw error;
  }
}

const server = createServer((request, response) => {
  receive(request).catch((error: unknown) => {
    console.error(error);
    return 500;
  }).then((status) => response.writeHead(status).end());
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`listening on ${PORT}`));
