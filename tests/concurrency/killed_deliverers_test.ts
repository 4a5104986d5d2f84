// kill -9 between each two steps of sending: nothing is lost, and nothing said twice but where nobody can know better.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { withCaFile } from "../support/delivery/certificate.ts";
import { startHttpProvider } from "../support/delivery/http_provider.ts";
import { startSmtpServer } from "../support/delivery/smtp_server.ts";
import { startWebhookReceiver } from "../support/delivery/webhook_receiver.ts";
import { closeGate, type Gate, startDeliverer, waitUntil } from "../support/outbox/deliverer.ts";
import { letSendersGo, letTimePass, switchMailOn, theMessage } from "../support/outbox/messages.ts";
import { addWebhook } from "../support/outbox/webhooks.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import { withDatabase } from "../support/server/database.ts";

/** Someone who is told, real, and how often they were. */
interface OtherSide {
  readonly environment: Readonly<Record<string, string>>;
  /** Number of messages they have, a repetition that they know as such counted once. */
  told(): Promise<number>;
  /** From now on they take what comes and never say so. */
  fallSilent(): Promise<void>;
  /** From now on they answer. */
  answer(): Promise<void>;
  close(): Promise<void>;
}

/** Moment at which the run is killed, and the state of the other side by then. */
const MOMENTS = [
  "before it is claimed",
  "before it is heard",
  "before the answer",
  "before it is settled",
  "before the end",
] as const;
type Moment = (typeof MOMENTS)[number];

const GATES: Partial<Record<Moment, Gate>> = {
  "before it is claimed": "claim",
  "before it is settled": "settle",
  "before the end": "end",
};

/** Kills a run at a moment; an address where nobody answers stands in for one that has not heard yet. */
async function killAt(
  moment: Moment,
  { sql, url }: { sql: postgres.Sql; url: string },
  side: OtherSide,
  deaf: Readonly<Record<string, string>>,
): Promise<void> {
  const gateName = GATES[moment];
  const gate = gateName && await closeGate(sql, url, gateName);
  if (moment === "before the answer") await side.fallSilent();
  const run = startDeliverer(url, moment === "before it is heard" ? deaf : side.environment);
  if (gate) await gate.reached();
  else if (moment === "before the answer") await waitUntil(async () => await side.told() === 1);
  else await waitUntil(async () => (await theMessage(sql)).status === "sending");
  await run.kill();
  await gate?.open();
  await side.answer();
}

interface Provider {
  readonly name: "http" | "smtp" | "webhook";
  start(secret: () => string): Promise<OtherSide>;
  /** Number of times it was told in the end, and whether `maybe_twice` says so, by the moment. */
  readonly expected: Readonly<Record<Moment, readonly [told: number, maybeTwice: boolean]>>;
  /** Its address in the environment, with a port where somebody listens and says nothing. */
  deaf(port: number): Record<string, string>;
}

const once = [1, false] as const;
const PROVIDERS: readonly Provider[] = [
  {
    name: "http",
    start: async () => {
      const server = await startHttpProvider();
      return {
        environment: { MAIL_API_URL: server.url, MAIL_API_KEY: server.key },
        told: () => Promise.resolve(server.received().length),
        fallSilent: () => Promise.resolve(server.setMode("silent")),
        answer: () => Promise.resolve(server.setMode("accept")),
        close: server.close,
      };
    },
    expected: {
      "before it is claimed": once,
      "before it is heard": once,
      "before the answer": once,
      "before it is settled": once,
      "before the end": once,
    },
    deaf: (port) => ({ MAIL_API_URL: `http://127.0.0.1:${port}`, MAIL_API_KEY: "k" }),
  },
  {
    name: "smtp",
    start: async () => {
      const server = await startSmtpServer();
      return {
        environment: { SMTP_URL: server.url },
        told: async () => (await server.received()).length,
        fallSilent: () => server.setMode("silent"),
        answer: () => server.setMode("accept"),
        close: server.close,
      };
    },
    expected: {
      "before it is claimed": once,
      "before it is heard": [1, true],
      "before the answer": [2, true],
      "before it is settled": [2, true],
      "before the end": once,
    },
    deaf: (port) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` }),
  },
  {
    name: "webhook",
    start: async (secret) => {
      const receiver = await startWebhookReceiver(secret);
      return {
        environment: { WEBHOOK_PRIVATE_ADDRESSES: "allow", url: receiver.url },
        told: () => Promise.resolve(new Set(receiver.received().map(({ id }) => id)).size),
        fallSilent: () => Promise.resolve(receiver.setMode("silent")),
        answer: () => Promise.resolve(receiver.setMode(204)),
        close: receiver.close,
      };
    },
    expected: {
      "before it is claimed": once,
      "before it is heard": once,
      "before the answer": once,
      "before it is settled": once,
      "before the end": once,
    },
    deaf: () => ({ WEBHOOK_PRIVATE_ADDRESSES: "allow" }),
  },
];

for (const { name, start, expected, deaf } of PROVIDERS) {
  for (const moment of MOMENTS) {
    Deno.test(`deliver/killed_by_${name}_${moment.replaceAll(" ", "_")}`, () =>
      withCaFile((ca) =>
        withDatabase(async ({ sql, url }) => {
          let secret = "";
          const told = await start(() => secret);
          const side = { ...told, environment: { ...told.environment, DENO_CERT: ca } };
          const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
          try {
            const deafPort = listener.addr.port;
            if (name === "webhook") {
              const address = `https://localhost:${deafPort}/hook`;
              const webhook = await addWebhook(sql, { url: told.environment.url ?? "" });
              secret = webhook.secret;
              await sql`
                select private.write_events('invoice.paid', gen_random_uuid(), 'now', '{}')`;
              if (moment === "before it is heard") await sql`update webhooks set url = ${address}`;
              await killAt(moment, { sql, url }, side, { ...deaf(deafPort), DENO_CERT: ca });
              await sql`update webhooks set url = ${told.environment.url ?? ""}`;
            } else {
              await switchMailOn(sql, name, ["invitation"]);
              await invite(sql, await newcomer(sql, "staff_member"));
              await killAt(moment, { sql, url }, side, deaf(deafPort));
            }
            await letSendersGo(sql);
            const run = await startDeliverer(url, side.environment).counts;
            await letTimePass(sql);
            const next = await startDeliverer(url, side.environment).counts;

            const message = await theMessage(sql);
            assertEquals([await side.told(), message.maybe_twice], expected[moment]);
            assertEquals([message.status, message.maybe_sent, message.code], [
              "sent",
              false,
              null,
            ]);
            assertStrictEquals(
              (run.sent ?? 0) + (next.sent ?? 0),
              moment === "before the end" ? 0 : 1,
            );
          } finally {
            listener.close();
            await side.close();
          }
        })
      ));
  }
}
