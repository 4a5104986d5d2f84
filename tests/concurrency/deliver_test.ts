// Ten deliverers at once: each message goes out once, and calls about one row in their order.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { deliver } from "../../supabase/functions/_shared/jobs/deliver.ts";
import { httpMailer } from "../../supabase/functions/_shared/delivery/http_mailer.ts";
import { webhookCaller } from "../../supabase/functions/_shared/delivery/webhook_call.ts";
import { CA } from "../support/delivery/certificate.ts";
import { startHttpProvider } from "../support/delivery/http_provider.ts";
import { startWebhookReceiver } from "../support/delivery/webhook_receiver.ts";
import { deliveryWith, messages, switchMailOn } from "../support/outbox/messages.ts";
import { addWebhook } from "../support/outbox/webhooks.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";

const DELIVERERS = 10;
const PEOPLE = 60;
const ROWS = 8;
const EVENTS_EACH = 4;

Deno.test("deliver/ten_at_once_send_each_message_once_and_calls_about_one_row_in_their_order", () =>
  withDatabase(async ({ sql, url }) => {
    const provider = await startHttpProvider();
    let secret = "";
    const receiver = await startWebhookReceiver(() => secret);
    const connections = Array.from({ length: DELIVERERS }, () => connectTo(url));
    try {
      await switchMailOn(sql, "http", ["invitation"]);
      for (let nth = 0; nth < PEOPLE; nth++) await invite(sql, await newcomer(sql, "contractor"));
      const webhook = await addWebhook(sql, { url: receiver.url });
      secret = webhook.secret;
      await sql`
        select private.write_events(
                 'invoice.paid', md5('row ' || nth % ${ROWS})::uuid, nth::text, jsonb_build_object('nth', nth::text))
          from generate_series(0, ${ROWS * EVENTS_EACH - 1}::int) as nth`;

      const delivery = () =>
        deliveryWith({
          mailer: httpMailer({ url: provider.url, key: provider.key }),
          callWebhook: webhookCaller({ allowPrivateAddresses: true, caCerts: [CA] }),
        });
      const runs = await Promise.all(
        connections.map((sql) => deliver(sql, { delivery: delivery() })),
      );
      // What a run left because another held the call before it.
      runs.push(await deliver(sql, { delivery: delivery() }));

      assertEquals(
        new Set((await messages(sql)).map(({ status }) => status)),
        new Set(["sent"]),
      );
      assertStrictEquals(runs.reduce((sum, run) => sum + run.sent, 0), PEOPLE + ROWS * EVENTS_EACH);
      assertStrictEquals(provider.received().length, PEOPLE);
      assertStrictEquals(provider.requests().length, PEOPLE, "a mail was handed over twice");
      const calls = receiver.received();
      assertStrictEquals(calls.length, ROWS * EVENTS_EACH);
      assert(calls.every(({ isSigned }) => isSigned));
      const heard = calls.map(({ body }) => Number(JSON.parse(body).data.nth));
      for (let row = 0; row < ROWS; row++) {
        const own = heard.filter((nth) => nth % ROWS === row);
        assertEquals(own, own.toSorted((a, b) => a - b), "out of order");
      }
    } finally {
      await Promise.all(connections.map((sql) => sql.end()));
      await provider.close();
      await receiver.close();
    }
  }));

Deno.test("deliver/of_two_runs_at_the_same_moment_one_writes_what_is_due", () =>
  withDatabase(async ({ sql, url }) => {
    await switchMailOn(sql, "http", ["renewal_alert", "overdue_reminder", "time_to_approve"]);
    await sql`insert into staff_members (name, email, roles) values ('Rae', 'rae@mesa.example', '{recruiting}')`;
    await sql`
      with facility as (insert into facilities (name, work_state) values ('Mercy', 'CO') returning id),
           contractor as (insert into contractors (first_name, last_name, email) values ('Ben', 'Nurse', 'b@n.example') returning id),
           assignment as (
             insert into assignments (facility_id, contractor_id, start_date, end_date)
             select facility.id, contractor.id, date '2026-01-05', date '2026-05-20' from facility, contractor returning id)
      insert into contract_renewals (assignment_id, renewal_date) select id, date '2026-05-20' from assignment`;
    const provider = await startHttpProvider();
    const connections = Array.from({ length: DELIVERERS }, () => connectTo(url));
    try {
      const delivery = deliveryWith({
        mailer: httpMailer({ url: provider.url, key: provider.key }),
      });
      const runs = await Promise.all(connections.map((sql) => deliver(sql, { delivery })));
      assertEquals(runs.reduce((sum, run) => sum + run.written, 0), 1);
      assertEquals(provider.received().length, 1);
    } finally {
      await Promise.all(connections.map((sql) => sql.end()));
      await provider.close();
    }
  }, { clock: "2026-04-21 16:00:00+00" }));
