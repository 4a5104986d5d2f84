// Secrets that are replaced as docs/keys.md has it: of the database, and of the mail provider.
import { assert, assertEquals, assertRejects } from "@std/assert";
import postgres from "postgres";
import { startHttpServer } from "../support/delivery/http_server.ts";
import { ask } from "../support/http/cron.ts";
import { withFunction } from "../support/http/function.ts";
import { switchMailOn, theMessage } from "../support/outbox/messages.ts";
import { invite, newcomer } from "../support/people/invitations.ts";
import { withDatabase } from "../support/server/database.ts";

const SECRET = "a-secret-of-these-tests";

Deno.test("rotation/of_the_databases_password_leaves_open_sessions_until_they_are_ended", () =>
  withDatabase(async ({ sql, url }) => {
    const owner = `owner_${crypto.randomUUID().replaceAll("-", "")}`;
    await sql.unsafe(`create role ${owner} superuser login password 'the-former-one'`);
    const addressed = (password: string) => {
      const address = new URL(url);
      address.username = owner;
      address.password = password;
      return address.href;
    };
    const [former, next] = [addressed("the-former-one"), addressed("the-next-one")];
    const open = postgres(former, { max: 1, onnotice: () => {} });
    const run = (address: string) =>
      withFunction(
        "cron-lock-ended",
        { SUPABASE_DB_URL: address, CRON_SHARED_SECRET: SECRET },
        async (fn) => (await ask(fn.url, { bearer: SECRET })).status,
      );
    try {
      await open`select 1`;
      assertEquals(await run(former), 200);
      await sql.unsafe(`alter role ${owner} password 'the-next-one'`);
      assertEquals((await open`select 1 as one`)[0]?.["one"], 1);
      assertEquals([await run(former), await run(next)], [500, 200]);
      // The statement of the page, of this owner.
      const page = await Deno.readTextFile(new URL("../../docs/keys.md", import.meta.url));
      const [, ending = ""] = /```sql\n(select pg_terminate_backend[^]*?)```/.exec(page) ?? [];
      assert(ending.includes("usename = 'postgres'"));
      const ended = await sql.unsafe(ending.replace("'postgres'", `'${owner}'`));
      assert(ended.count > 0);
      // Until the news of it has come.
      await new Promise((resolve) => setTimeout(resolve, 100));
      await assertRejects(async () => await open`select 1`);
    } finally {
      await open.end({ timeout: 1 });
      await sql.unsafe(`drop role ${owner}`);
    }
  }));

Deno.test("rotation/of_the_mail_providers_key_loses_no_mail_and_sends_none_twice", async () => {
  const taken: string[] = [];
  const provider = await startHttpServer(false, ({ headers }) => {
    if (headers["authorization"] !== "Bearer re_next") {
      const refused = { statusCode: 401, name: "invalid_api_key", message: "API key is invalid" };
      return { status: 401, body: JSON.stringify(refused) };
    }
    taken.push(headers["idempotency-key"] ?? "");
    return { status: 200, body: JSON.stringify({ id: "mail-1" }) };
  });
  try {
    await withDatabase(async ({ sql, url }) => {
      await switchMailOn(sql, "http", ["invitation"]);
      await invite(sql, await newcomer(sql, "staff_member"));
      const run = (key: string) =>
        withFunction("cron-deliver", {
          SUPABASE_DB_URL: url,
          CRON_SHARED_SECRET: SECRET,
          MAIL_API_URL: `http://127.0.0.1:${provider.port}`,
          MAIL_API_KEY: key,
        }, async (fn) => (await ask(fn.url, { bearer: SECRET })).status);
      assertEquals(await run("re_former"), 500);
      const { status, tries } = await theMessage(sql);
      assertEquals([status, tries], ["waiting", 0]);
      await sql`update private.outbox set next_try_at = now() - interval '1 second'`;
      assertEquals(await run("re_next"), 200);
      assertEquals((await theMessage(sql)).status, "sent");
      assertEquals(await run("re_next"), 200);
      assertEquals(taken.length, 1);
    });
  } finally {
    await provider.close();
  }
});
