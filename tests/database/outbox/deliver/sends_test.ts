// The job, from an event to the provider: real invoices, real PDFs, real servers.
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import type postgres from "postgres";
import {
  deliver,
  type DeliverOptions,
} from "../../../../supabase/functions/_shared/jobs/deliver.ts";
import { JobFailedError } from "../../../../supabase/functions/_shared/jobs/job_run.ts";
import { httpMailer } from "../../../../supabase/functions/_shared/delivery/http_mailer.ts";
import { printed } from "../../../../supabase/functions/_shared/documents/sheets.ts";
import { Firm } from "../../../support/firm.ts";
import { type HttpProvider, startHttpProvider } from "../../../support/delivery/http_provider.ts";
import { NOTHING } from "../../../support/jobs/counts.ts";
import {
  deliveryWith,
  letTimePass,
  messages,
  switchMailOn,
  theMessage,
  toldMailer,
} from "../../../support/outbox/messages.ts";
import { addWebhook } from "../../../support/outbox/webhooks.ts";
import { invite, newcomer } from "../../../support/people/invitations.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Two drafts of two weeks, and a facility that has an address. */
async function drafts(sql: postgres.Sql): Promise<string[]> {
  const firm = await Firm.create(sql);
  await sql`update facilities set billing_email = 'ap@mercy.example'`;
  const assignment = await firm.assignment();
  const made: string[] = [];
  for (const week of ["2026-03-02", "2026-03-09"]) {
    await firm.entry(assignment, "approved", week, "8");
    const [invoice] = await sql<[{ id: string }]>`
      select (create_facility_invoice(${firm.facilityId}, ${week}, ${week}::date + 6)).id`;
    made.push(invoice.id);
  }
  return made;
}

async function withProvider(test: (provider: HttpProvider) => Promise<void>): Promise<void> {
  const provider = await startHttpProvider();
  try {
    await test(provider);
  } finally {
    await provider.close();
  }
}

const viaHttp = (provider: HttpProvider, options: Omit<DeliverOptions, "delivery"> = {}) => ({
  ...options,
  delivery: deliveryWith({
    mailer: httpMailer({ url: provider.url, key: provider.key }, { patience: 2000, pauses: [] }),
    print: (document) => printed(document, () => {}),
  }),
});

// What came of one is asked together with the look for the next.
Deno.test("deliver/keeps_what_came_of_a_message_and_marks_no_other_whatever_becomes_of_the_next", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      await switchMailOn(sql, "http", ["invitation"]);
      for (let nth = 0; nth < 2; nth++) await invite(sql, await newcomer(sql, "contractor"));
      await sql.unsafe(`
        create function public.one_alone() returns trigger language plpgsql as $$
        begin
            if exists (select from private.outbox where status = 'sent') then
                raise exception 'one alone';
            end if;
            return new;
        end $$;
        create trigger one_alone before update on private.outbox
            for each row when (new.status = 'sending') execute function public.one_alone()`);
      const oneByOne = viaHttp(provider, { mailsAtOnce: 1 });
      await assertRejects(() => deliver(sql, oneByOne), JobFailedError, "one alone");
      assertEquals((await messages(sql)).map(({ status }) => status), ["sent", "waiting"]);
      await sql`drop trigger one_alone on private.outbox`;
      // Nor is the next begun where that cannot be written down.
      await sql.unsafe(`
        create or replace function public.one_alone() returns trigger language plpgsql as $$
        begin
            raise exception 'not kept';
        end $$;
        create trigger one_alone before update on private.outbox
            for each row when (old.status = 'sending') execute function public.one_alone()`);
      await invite(sql, await newcomer(sql, "contractor"));
      await assertRejects(() => deliver(sql, oneByOne), JobFailedError, "not kept");
      assertEquals((await messages(sql)).map(({ status }) => status), [
        "sent",
        "sending",
        "waiting",
      ]);
    })
  ));

Deno.test("deliver/reads_and_sends_a_mail_while_the_provider_takes_another", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "http", ["invitation"]);
    for (let nth = 0; nth < 6; nth++) await invite(sql, await newcomer(sql, "contractor"));
    const both = Promise.withResolvers<void>();
    const patience = setTimeout(both.resolve, 5000);
    let underWay = 0;
    let most = 0;
    const send = async () => {
      most = Math.max(most, ++underWay);
      if (underWay === 2) both.resolve();
      await both.promise;
      underWay -= 1;
      return { kind: "sent" as const, providerId: crypto.randomUUID() };
    };
    const delivery = deliveryWith({ mailer: { provider: "http", send, close: () => {} } });
    assertEquals((await deliver(sql, { delivery })).sent, 6);
    clearTimeout(patience);
    assertEquals(most, 2);
  }));

// It runs each minute, and each look for a message is on a session of its own.
Deno.test("deliver/looks_for_no_message_where_none_is_due", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      await switchMailOn(sql, "http", ["invitation"]);
      await sql`alter function private.next_message rename to next_message_of_any`;
      assertEquals(await deliver(sql, viaHttp(provider)), NOTHING.deliver);
      await invite(sql, await newcomer(sql, "contractor"));
      await assertRejects(() => deliver(sql, viaHttp(provider)), JobFailedError, "next_message");
    })
  ));

Deno.test("deliver/mails_a_sent_invoice_with_its_pdf_and_no_more_than_once", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const [first, second] = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice"]);
      await sql`update organization_settings set legal_name = 'Mesa "Staffing", Inc.'`;
      await assertRejectsWith(
        () =>
          sql.begin(async (sql) => {
            await sql`select send_invoices(array[${second ?? null}::uuid])`;
            throw new Error("undone");
          }),
        { message: "undone" },
      );
      await sql`select send_invoices(array[${first ?? null}::uuid])`;
      assertEquals((await messages(sql)).length, 1, "of what was undone there is none");

      const { status, recipient } = await theMessage(sql);
      assertEquals([status, recipient], ["waiting", null]);
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, sent: 1 });
      assertEquals(await deliver(sql, viaHttp(provider)), NOTHING.deliver);

      const [mail] = provider.received();
      const body = mail?.body as {
        from: string;
        to: string | string[];
        subject: string;
        attachments: { filename: string; content: string }[];
      };
      assertEquals(body.from, '"Mesa \\"Staffing\\", Inc." <billing@mesa.example>');
      assertEquals([body.to].flat(), ["ap@mercy.example"]);
      assertMatch(body.subject, /INV-2026-000001/);
      assertEquals(body.attachments[0]?.filename.endsWith(".pdf"), true);
      assertMatch(atob(body.attachments[0]?.content ?? ""), /^%PDF-/);
      const after = await theMessage(sql);
      assertEquals([after.status, after.recipient, after.is_kept], [
        "sent",
        "ap@mercy.example",
        false,
      ]);
      assertStrictEquals(after.provider_id, mail?.id);
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/mails_a_credit_note_with_its_own_pdf", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const [first = ""] = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice", "invoice_credited"]);
      await sql`select send_invoices(array[${first}::uuid])`;
      await deliver(sql, viaHttp(provider));
      const note = await credit(sql, first);
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, sent: 1 });
      const { subject, attachments } = provider.received().at(-1)?.body as {
        subject: string;
        attachments: { filename: string }[];
      };
      assertMatch(subject, new RegExp(`^Credit note ${note["number"]}: `));
      assertMatch(attachments[0]?.filename ?? "", new RegExp(`${note["number"]}.*\\.pdf$`));
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/fails_what_an_address_answers_that_is_no_provider_of_mail", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      await switchMailOn(sql, "http", ["invitation"]);
      await invite(sql, await newcomer(sql, "contractor"));
      provider.setMode({ page: "<!doctype html>" }, 1);
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, failed: 1 });
      const failed = await theMessage(sql);
      assertEquals([failed.status, failed.maybe_sent, failed.tries], ["failed", true, 1]);
      assertMatch(failed.error ?? "", /answered otherwise than a provider of mail/);
      await sql`select send_message_again(${failed.id})`;
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, sent: 1 });
      const sent = await theMessage(sql);
      assertEquals([sent.status, sent.maybe_twice], ["sent", true]);
    })
  ));

Deno.test("deliver/drops_an_invoice_that_was_voided_meanwhile", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const [first] = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice"]);
      await sql`select send_invoices(array[${first ?? null}::uuid])`;
      await sql`select void_invoice(${first ?? null}, 'A mistake')`;
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, dropped: 1 });
      assertStrictEquals(provider.requests().length, 0);
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/an_answer_that_is_lost_is_asked_for_again_with_the_same_mail_byte_by_byte", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const [first] = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice"]);
      await sql`select send_invoices(array[${first ?? null}::uuid])`;
      provider.setMode("lose the answer", 1);
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, postponed: 1 });
      // What it would say now is another mail, and another PDF: the provider would refuse that under the key.
      await sql`update organization_settings set legal_name = 'Renamed meanwhile'`;
      await letTimePass(sql);
      assertEquals(await deliver(sql, viaHttp(provider)), { ...NOTHING.deliver, sent: 1 });
      assertEquals(provider.received().length, 1);
      assertEquals(provider.received()[0]?.requests, 2);
      const bodies = provider.requests().map(({ body }) => body);
      assertStrictEquals(bodies[1], bodies[0]);
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/what_was_surely_not_sent_says_the_next_time_what_is_true_then", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "smtp", ["invitation"]);
    const person = await newcomer(sql, "contractor");
    await invite(sql, person);
    const mailer = toldMailer("smtp", [{ kind: "not_sent", error: "The mailbox is busy." }]);
    const delivery = deliveryWith({ mailer });
    assertEquals(await deliver(sql, { delivery }), { ...NOTHING.deliver, postponed: 1 });
    await sql`update mail_settings set reply_to = 'questions@mesa.example'`;
    await letTimePass(sql);
    assertEquals(await deliver(sql, { delivery }), { ...NOTHING.deliver, sent: 1 });
    const [first, second] = mailer.given;
    assertEquals([first?.replyTo, second?.replyTo], [null, "questions@mesa.example"]);
    assertNotStrictEquals(second?.key, first?.key);
  }));

Deno.test("deliver/a_provider_that_refuses_our_key_fails_the_run_and_costs_no_try", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "http", ["invitation"]);
    for (const kind of ["staff_member", "contractor", "contractor"] as const) {
      await invite(sql, await newcomer(sql, kind));
    }
    for (const kind of ["unusable", "unreachable"] as const) {
      const outcome = { kind, error: `The provider is ${kind}.` };
      const mailer = toldMailer("http", [outcome, outcome]);
      await assertRejectsWith(
        () => deliver(sql, { delivery: deliveryWith({ mailer }) }),
        (error) => {
          assert(error instanceof JobFailedError);
          assertEquals(error.message, `The provider is ${kind}.`);
          return true;
        },
      );
      // Those under way, two at most: the others would fare no better.
      assert(mailer.given.length === 1 || mailer.given.length === 2, String(mailer.given.length));
      assertEquals((await messages(sql)).map(({ status, tries }) => [status, tries]), [
        ["waiting", 0],
        ["waiting", 0],
        ["waiting", 0],
      ]);
      await letTimePass(sql);
    }
  }));

Deno.test("deliver/without_the_key_it_fails_in_words_and_calls_webhooks_all_the_same", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "smtp", ["invitation"]);
    await invite(sql, await newcomer(sql, "staff_member"));
    await addWebhook(sql);
    await sql`select private.write_events('invoice.paid', gen_random_uuid(), 'now', '{}')`;
    const delivery = deliveryWith({
      callWebhook: () => Promise.resolve({ kind: "sent", providerId: null }),
    });
    await assertRejects(() => deliver(sql, { delivery }), Error, "SMTP_URL is not set");
    assertEquals(
      (await messages(sql)).map(({ kind, status, tries }) => [kind, status, tries]),
      [
        ["invitation", "waiting", 0],
        ["invoice.paid", "sent", 1],
      ],
    );
  }));

Deno.test("deliver/prints_until_its_budget_is_used_and_says_what_remains", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const both = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice", "invitation"]);
      await sql`select send_invoices(${both})`;
      await invite(sql, await newcomer(sql, "staff_member"));
      const run = () => deliver(sql, viaHttp(provider, { printBudget: 1 }));
      assertEquals(
        await run(),
        { ...NOTHING.deliver, sent: 2, remaining: 1 },
        "other mail goes on",
      );
      assertEquals(await run(), { ...NOTHING.deliver, sent: 1 });
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/a_long_invoice_is_the_first_that_a_run_prints", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const both = await drafts(sql);
      const [, long] = both;
      await sql`
        insert into invoice_lines (invoice_id, kind, description, amount)
        select ${
        long ?? null
      }, 'adjustment', 'Mileage ' || nth, 1 from generate_series(1, 201) as nth`;
      await switchMailOn(sql, "http", ["invoice"]);
      for (const id of both) await sql`select send_invoices(array[${id}::uuid])`;
      const run = () => deliver(sql, viaHttp(provider, { printBudget: 60_000 }));
      assertEquals(await run(), { ...NOTHING.deliver, sent: 1, remaining: 1 });
      assertEquals(await run(), { ...NOTHING.deliver, sent: 1 });
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/what_cannot_be_printed_fails_alone", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      const both = await drafts(sql);
      await switchMailOn(sql, "http", ["invoice"]);
      await sql`select send_invoices(${both})`;
      const { delivery } = viaHttp(provider);
      let asked = 0;
      const print: typeof delivery.print = (document) =>
        asked++ === 0 ? Promise.reject(new Error("no paper")) : delivery.print(document);
      assertEquals(await deliver(sql, { delivery: { ...delivery, print } }), {
        ...NOTHING.deliver,
        failed: 1,
        sent: 1,
      });
      assertEquals((await messages(sql))[0]?.error, "The PDF cannot be printed: no paper");
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/a_later_call_about_a_row_waits_until_somebody_decided_about_the_one_before", () =>
  withDatabase(async ({ sql }) => {
    await addWebhook(sql);
    const row = crypto.randomUUID();
    const other = crypto.randomUUID();
    for (const [subject, nth] of [[row, "1"], [other, "2"], [row, "3"]] as const) {
      await sql`select private.write_events('invoice.paid', ${subject}, ${nth}, jsonb_build_object('nth', ${nth}::text))`;
    }
    const heard: string[] = [];
    const delivery = deliveryWith({
      callWebhook: ({ data }) => {
        heard.push(data.nth ?? "");
        return Promise.resolve(
          data.nth === "1" ? { kind: "refused", error: "No." } : { kind: "sent", providerId: null },
        );
      },
    });
    assertEquals(await deliver(sql, { delivery }), {
      ...NOTHING.deliver,
      sent: 1,
      failed: 1,
    });
    await sql`select public.drop_message((select id from private.outbox where status = 'failed'))`;
    assertEquals(await deliver(sql, { delivery }), { ...NOTHING.deliver, sent: 1 });
    assertEquals(heard, ["1", "2", "3"]);
  }));

Deno.test("deliver/a_dry_run_says_what_would_be_written_and_writes_nothing", () =>
  withProvider((provider) =>
    withDatabase(async ({ sql }) => {
      await switchMailOn(sql, "http", ["invitation", "time_to_approve"]);
      await invite(sql, await newcomer(sql, "staff_member"));
      const firm = await Firm.create(sql);
      await sql`
        insert into facility_contacts (facility_id, name, email, user_id)
        values (${firm.facilityId}, 'Lee', 'lee@mercy.example', gen_random_uuid())`;
      await firm.entry(await firm.assignment(), "submitted", "2026-03-16", "8");
      const dry = await deliver(sql, viaHttp(provider, { dryRun: true }));
      assertEquals(dry, { ...NOTHING.deliver, written: 1, remaining: 2 });
      assertStrictEquals(provider.requests().length, 0);
      assertEquals((await messages(sql)).length, 1);
      assertEquals(await deliver(sql, viaHttp(provider)), {
        ...NOTHING.deliver,
        written: 1,
        sent: 2,
      });
    }, { clock: "2026-03-17 16:00:00+00" })
  ));

Deno.test("deliver/forgets_its_successes_after_a_week_and_keeps_failures_and_other_jobs_runs", () =>
  withDatabase(async ({ sql }) => {
    const run = (job: keyof typeof NOTHING, ago: string, failed = false) =>
      sql`
        insert into job_runs (job, today, status, counts, error, started_at, finished_at)
        values (${job}, '2026-03-01', ${failed ? "failed" : "succeeded"}, ${
        failed ? null : sql.json(NOTHING[job])
      }, ${failed ? "It failed." : null}, now() - ${ago}::interval, now() - ${ago}::interval)`;
    await run("deliver", "8 days");
    await run("deliver", "8 days", true);
    await run("deliver", "6 days");
    await run("lock-ended", "8 days");
    await deliver(sql);
    const kept = await sql`
      select job || ' ' || status as run from job_runs where started_at < now() - interval '1 day' order by 1`;
    assertEquals(kept.map(({ run }) => run), [
      "deliver failed",
      "deliver succeeded",
      "lock-ended succeeded",
    ]);
  }));
