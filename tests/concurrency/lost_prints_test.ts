// A print that ends its process, with kill -9: it holds up its own mail, and no other.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { type HttpProvider, startHttpProvider } from "../support/delivery/http_provider.ts";
import { setLetterhead } from "../support/documents/documents.ts";
import { POISON } from "../support/documents/odd_pictures.ts";
import { Firm } from "../support/firm.ts";
import { closeGate, startDeliverer } from "../support/outbox/deliverer.ts";
import { letPrintersGo, messages, switchMailOn } from "../support/outbox/messages.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import { withDatabase } from "../support/server/database.ts";

/** A firm that mails its invoices, and the provider that takes them. */
async function withMail(
  test: (
    at: { sql: postgres.Sql; url: string; firm: Firm; provider: HttpProvider },
  ) => Promise<void>,
): Promise<void> {
  const provider = await startHttpProvider();
  try {
    await withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set billing_email = 'pay@mercy.example'`;
      await switchMailOn(sql, "http", ["invoice", "invitation"]);
      await test({ sql, url, firm, provider });
    });
  } finally {
    await provider.close();
  }
}

const environment = (provider: HttpProvider) => ({
  MAIL_API_URL: provider.url,
  MAIL_API_KEY: provider.key,
});

/** Kills a run that has printed and not said so yet. */
async function killPrinting(
  sql: postgres.Sql,
  url: string,
  provider: HttpProvider,
  what: "print" | "lost_print" = "print",
): Promise<void> {
  const gate = await closeGate(sql, url, what);
  const run = startDeliverer(url, environment(provider));
  await gate.reached();
  await run.kill();
  await gate.open();
}

const states = async (sql: postgres.Sql) =>
  (await messages(sql)).map(({ kind, status, tries }) => `${kind} ${status} ${tries}`);

async function toDecide(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<[{ number: number }]>`
    select number from board() where item = 'messages_to_decide'`;
  return row.number;
}

Deno.test("deliver/killed_by_a_print_goes_on_with_other_mail_and_leaves_that_one_to_somebody_the_second_time", () =>
  withMail(async ({ sql, url, firm, provider }) => {
    const run = async () => (await startDeliverer(url, environment(provider)).counts).sent;
    await send(sql, [await draft(firm)]);
    await killPrinting(sql, url, provider);

    await send(sql, [await draft(firm)]);
    await invite(sql, await newcomer(sql, "staff_member"));
    assertEquals(await run(), 2, "others go on");
    assertEquals(await states(sql), ["invoice waiting 0", "invoice sent 1", "invitation sent 1"]);

    await letPrintersGo(sql);
    await sql`select private.sweep_outbox()`;
    assertMatch((await messages(sql))[0]?.error ?? "", /went away before the end/);
    await invite(sql, await newcomer(sql, "contractor"));
    await send(sql, [await draft(firm)]);
    await killPrinting(sql, url, provider, "lost_print");
    assertEquals((await states(sql)).slice(3), ["invitation sent 1", "invoice sent 1"], "first");
    await letPrintersGo(sql);
    await run();
    assertEquals((await states(sql))[0], "invoice failed 2");
    assertMatch((await messages(sql))[0]?.error ?? "", /So it did before\. Look at the PDF/);
    assertEquals([await toDecide(sql), provider.received().length], [1, 4]);

    const [first] = await messages(sql);
    await sql`select send_message_again(${first?.id ?? ""})`;
    assertEquals([await run(), (await states(sql))[0]], [1, "invoice sent 1"]);
  }));

Deno.test("deliver/killed_once_by_a_print_sends_it_with_the_next_run_after_five_minutes", () =>
  withMail(async ({ sql, url, firm, provider }) => {
    await send(sql, [await draft(firm)]);
    await killPrinting(sql, url, provider);
    await letPrintersGo(sql);
    const { sent } = await startDeliverer(url, environment(provider)).counts;
    assertEquals([sent, await states(sql)], [1, ["invoice sent 2"]]);
    assertEquals(provider.received().length, 1);
  }));

Deno.test("deliver/sends_an_invoice_whose_logo_would_end_the_process_without_its_picture", () =>
  withMail(async ({ sql, url, firm, provider }) => {
    await setLetterhead(sql, { logo: POISON });
    await send(sql, [await draft(firm)]);
    const { sent } = await startDeliverer(url, environment(provider)).counts;
    assertEquals([sent, await states(sql)], [1, ["invoice sent 1"]]);
  }));
