// What calls are signed with: another secret, without a moment in which the receiver knows none.
import { assertEquals, assertMatch } from "@std/assert";
import { withDatabase } from "../../../support/server/database.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { addWebhook, rotate, toldOf } from "../../../support/outbox/webhooks.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

Deno.test(
  "rotate_webhook_secret/lets_the_former_sign_for_24_hours_more",
  withMovingClock("2026-04-10", async (firm, setClock) => {
    const { sql } = firm;
    const url = "https://books.example/";
    const { id, secret } = await addWebhook(sql, { url });
    await addWebhook(sql);
    await send(sql, [await draft(firm)]);
    const timestamp = "2026-04-10T18:00:00.000000Z";
    assertEquals(await toldOf(sql, id), [{ url, secrets: [secret], timestamp }]);

    await setClock(noon("2026-04-12"));
    const answer = await rotate(sql, id);
    assertMatch(answer.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assertEquals(new Date(answer.former_until).toISOString(), "2026-04-13T18:00:00.000Z");
    const [row] = await sql`select secret_since from webhooks where id = ${id}`;
    assertEquals(row?.secret_since, new Date("2026-04-12T18:00:00Z"));
    const both = [{ url, secrets: [answer.secret, secret], timestamp }];
    await setClock("2026-04-13 11:59:59 America/Denver");
    assertEquals(await toldOf(sql, id), both);
    await setClock(noon("2026-04-13"));
    assertEquals(await toldOf(sql, id), [{ url, secrets: [answer.secret], timestamp }]);
  }),
);

Deno.test(
  "rotate_webhook_secret/again_at_once_keeps_all_that_were_in_force_and_erases_what_signs_no_more",
  withMovingClock("2026-04-10", async (firm, setClock) => {
    const { sql } = firm;
    const { id, secret: first } = await addWebhook(sql);
    await send(sql, [await draft(firm)]);
    const secrets = async () => {
      const [call] = await toldOf(sql, id);
      return call !== undefined && "secrets" in call ? call.secrets : [];
    };
    const { secret: second } = await rotate(sql, id);
    await setClock("2026-04-10 13:00 America/Denver");
    const { secret: third } = await rotate(sql, id);
    assertEquals(await secrets(), [third, second, first]);
    await setClock(noon("2026-04-11"));
    assertEquals(await secrets(), [third, second]);
    const { secret: fourth } = await rotate(sql, id);
    const kept = await sql`select secret from private.webhook_secrets order by until`;
    assertEquals(kept.map(({ secret }) => secret), [second, third, fourth]);
  }),
);

Deno.test("rotate_webhook_secret/is_refused_without_a_webhook", () =>
  withDatabase(async ({ sql }) => {
    const refused = (id: string | null, status: 400 | 404, slug: string) =>
      assertRefusedUnchanged(sql, () => rotate(sql, id), status, slug);
    await refused(null, 400, "argument_missing");
    await refused(crypto.randomUUID(), 404, "webhook_not_found");
  }));
