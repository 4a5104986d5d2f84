// deploy/self_hosted by a plain user: installed, upgraded, used by people, backed up, restored, started again.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { BUNDLE, provideConsole } from "../../stack/console_build.ts";
import { until } from "../../stack/processes.ts";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import { hasChromium, launchBrowser } from "../support/console/browser.ts";
import { mailbox } from "../support/delivery/mailbox.ts";
import { startSmtpServer } from "../support/delivery/smtp_server.ts";
import { add, firstWeek, type Newcomer } from "../support/http/first_week.ts";
import { clientOf, done } from "../support/http/newcomers.ts";
import { earlierMigrations, pendingMigrations } from "../support/schema/pending.ts";
import { ownInstallation, type Serving } from "../support/server/self_hosted.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PASSWORD = "a long password";
const POSTGREST = Deno.env.get("POSTGREST_BIN") ?? "";
const AUTH = Deno.env.get("AUTH_BIN") ?? "";
const isFile = (path: string) => Deno.stat(path).then((file) => file.isFile, () => false);

/** A part that it takes and that is not here; null: all are. */
async function missing(): Promise<string | null> {
  if (POSTGREST === "" || AUTH === "") return "POSTGREST_BIN and AUTH_BIN name no programs";
  if (!hasChromium) return "chromium is not installed";
  for (const path of ["/usr/lib/postgresql/15/bin/initdb", "/usr/sbin/nginx"]) {
    if (!await isFile(path)) return `${path} is not installed`;
  }
  return null;
}
const without = await missing();

async function output(command: readonly [string, ...string[]], env = {}): Promise<string> {
  const [program, ...args] = command;
  const { success, stdout, stderr } = await new Deno.Command(program, { args, env }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert(success, text);
  return text;
}

Deno.test({
  name: without === null
    ? "self_hosted/serves_a_firm_of_a_plain_user_through_upgrade_backup_and_restart"
    : `self_hosted: ${without}`,
  ignore: without !== null,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async (t) => {
    await using parts = new AsyncDisposableStack();
    await provideConsole(BUNDLE, { log: () => {} });
    // Fetches what bundles with, which the plain user may not keep.
    await output([
      Deno.execPath(),
      "bundle",
      "--quiet",
      join(ROOT, "supabase/functions/health/index.ts"),
    ]);
    const smtp = await startSmtpServer();
    parts.defer(() => smtp.close());
    const mail = mailbox(smtp);
    const own = parts.use(
      await ownInstallation({
        SMTP_URL: smtp.url,
        MAIL_SENDER: "sign-in@firm.example",
        POSTGREST,
        AUTH,
        GOTRUE_SMTP_MAX_FREQUENCY: "1ms",
      }),
    );
    const { baseUrl } = own;
    const migrations = await pendingMigrations();
    let serving: Serving | undefined;
    let invoice = { id: "", number: "" };

    await t.step("without settings it says which to make", async () => {
      const { code, lines } = await own.run("up");
      assertEquals(code, 1);
      assertMatch(lines.at(-1) ?? "", /^Set what is yours in .*\/etc\/staffing\/settings\.env/);
    });

    await t.step("a program that is not what its checksum says is not taken", async () => {
      await own.set({ AUTH_SHA256: "0".repeat(64) });
      const { code, lines } = await own.run("up");
      assertEquals(
        [code, /has the SHA-256 [0-9a-f]{64}, and the settings say 0+\.$/.test(lines.at(-1) ?? "")],
        [1, true],
        lines.join("\n"),
      );
      await own.set();
    });

    await t.step("a schema of another version than the functions' does not serve", async () => {
      const { code, lines } = await own.run("up", "--migrations", await earlierMigrations());
      assertEquals(code, 1);
      assertMatch(lines.at(-1) ?? "", / answers 50[03]: /);
    });

    await t.step("what broke off is made good: an upgrade, after a backup", async () => {
      serving = await own.up(migrations);
      const [backup, ...applied] = serving.before.filter((line) => !line.startsWith("wrote "));
      assertMatch(backup ?? "", /^backup before the upgrade: .*\.dump$/);
      const newest = VERSION.replace("-dev", "").replaceAll(".", "_");
      assertEquals(applied.map((line) => line.replace(/\d{14}/, "…")), [`applied …_${newest}.sql`]);
    });

    const env = await own.env();
    const key = env["SUPABASE_PUBLISHABLE_KEY"] ?? "";
    const sql = postgres(env["SUPABASE_DB_URL"] ?? "", { max: 1, onnotice: () => {} });
    parts.defer(() => sql.end({ timeout: 1 }));

    const deliver = async () => {
      const answer = await fetch(`${baseUrl}/api/cron/deliver`, {
        method: "POST",
        headers: { authorization: `Bearer ${env["CRON_SHARED_SECRET"]}` },
      });
      assertEquals(answer.status, 200, await answer.text());
    };
    /** Somebody who chooses a password, and confirms their address by the link of a mail. */
    const signUp = async (email: string): Promise<SupabaseClient> => {
      const client = clientOf(baseUrl, key) as SupabaseClient;
      assertEquals((await client.auth.signUp({ email, password: PASSWORD })).error, null);
      const [, link = ""] = /href="([^"]+)"/.exec(await mail(email)) ?? [];
      const { hash, origin } = new URL(link.replaceAll("&amp;", "&"));
      assertEquals(origin, baseUrl);
      const query = new URLSearchParams(hash.split("?")[1]);
      const { error } = await client.auth.verifyOtp({
        token_hash: query.get("token_hash") ?? "",
        type: "email",
      });
      assertEquals(error, null);
      return client;
    };
    const accept = async (client: SupabaseClient, text: string) => {
      const [, code = ""] = /code=([0-9a-f-]{72})/.exec(text) ?? [];
      return await done(client.rpc("accept_invitation", { code }));
    };
    const newcomer: Newcomer = async (inviter, kind, { id, email }) => {
      const invited = await done(inviter.rpc("invite", { kind, id }));
      assertEquals(invited.mailed_to, email);
      await deliver();
      const invitation = await mail(email);
      const client = await signUp(email);
      assertEquals(await accept(client, invitation), { kind, id });
      return client;
    };

    let admin: SupabaseClient = clientOf(baseUrl, key);
    await t.step(
      "a firm of invited people hires, places, bills and pays, and is paid",
      async () => {
        const link = await output([
          Deno.execPath(),
          "run",
          "--no-check",
          "--quiet",
          "--allow-all",
          join(ROOT, "cli/invite_admin.ts"),
          "--email=ruth@firm.example",
          "--name=Ruth Keller",
          `--console=${baseUrl}/`,
        ], { SUPABASE_DB_URL: env["SUPABASE_DB_URL"] ?? "" });
        admin = await signUp("ruth@firm.example");
        await accept(admin, link);
        await done(
          admin.from("mail_settings").update({
            provider: "smtp",
            from_address: "office@firm.example",
            console_url: `${baseUrl}/`,
          }).eq("singleton", true).select().single(),
        );
        await done(
          admin.from("mail_kinds").update({ is_on: true }).eq("kind", "invitation").select()
            .single(),
        );
        invoice = (await firstWeek(admin, newcomer)).invoice;
      },
    );

    const seesInvoice = async () => {
      const browser = await launchBrowser();
      try {
        const page = await browser.newPage();
        const errors: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") errors.push(message.text());
        });
        await page.goto(`${baseUrl}/`);
        await page.locator("input[name=email]").fill("helen@mercy.example");
        await page.locator("input[name=password]").fill(PASSWORD);
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("banner").waitFor();
        await page.getByRole("heading", { level: 1 }).waitFor();
        // Whoever signs in is led to their first page, a moment later.
        await page.waitForLoadState("networkidle");
        await page.evaluate(`location.hash = "/facility-invoices/${invoice.id}"`);
        await page.getByText(invoice.number).first().waitFor();
        assertEquals(errors, []);
      } finally {
        await browser.close();
      }
    };
    await t.step("its contact sees the invoice in a browser, and has it as a file", async () => {
      await seesInvoice();
      const contact = clientOf(baseUrl, key);
      await contact.auth.signInWithPassword({ email: "helen@mercy.example", password: PASSWORD });
      const { data: { session } } = await contact.auth.getSession();
      const file = await fetch(`${baseUrl}/functions/v1/documents/invoice/${invoice.id}`, {
        headers: { apikey: key, authorization: `Bearer ${session?.access_token}` },
      });
      const text = await file.text();
      assertEquals([file.status, text.slice(0, 5)], [200, "%PDF-"], text.slice(0, 300));
    });

    await t.step("nothing gets in but by keys, and as text", async () => {
      const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
        const answer = await fetch(`${baseUrl}${path}`, { method, headers });
        await answer.body?.cancel();
        return answer.status;
      };
      assertEquals(await ask("/rest/v1/invoices"), 401);
      assertEquals(await ask("/rest/v1/invoices", { apikey: `${key}x` }), 401);
      assertEquals(await ask("/rest/v1/rpc/version", { apikey: key }, "POST"), 401); // for who is signed in
      assertEquals(await ask("/rest/v1/invoices?name=eq.%ff", { apikey: key }), 400);
      assertEquals(await ask("/rest/v1/invoices", { apikey: key, prefer: "\xff" }), 400);
      assertEquals(await ask("/auth/v1/admin/users", { apikey: key }), 403);
      assertEquals(
        await ask("/auth/v1/admin/users", { apikey: env["SUPABASE_SECRET_KEY"] ?? "" }),
        200,
      );
      assertEquals(await ask("/auth/v1/settings"), 401);
      assertEquals(await ask("/auth/v1/settings", { apikey: key }), 200);
      assertEquals(await ask("/auth/v1/.well-known/jwks.json"), 200);
      assertEquals(await ask("/functions/v1/none"), 404);
      assertEquals(await ask("/templates/invite"), 404);
      assertEquals(await ask("/api/cron/deliver", {}, "POST"), 401);
      assertEquals(await ask("/functions/v1/health"), 200);
      const service = createClient(baseUrl, env["SUPABASE_SECRET_KEY"] ?? "");
      assertEquals((await done(service.from("invoices").select("number"))).length, 1);
    });

    let dump = "";
    let time = "";
    await t.step("a backup is taken, and what came later is in the log of changes", async () => {
      const { code, lines } = await own.run("backup");
      assertEquals(code, 0, lines.join("\n"));
      dump = lines.at(-1) ?? "";
      await add(admin, "facilities", { name: "After the backup" });
      const [now] = await sql<[{ time: string; file: string }]>`
        select clock_timestamp()::text as time, pg_walfile_name(pg_current_wal_lsn()) as file`;
      time = now.time;
      await add(admin, "facilities", { name: "Later" });
      await sql`select pg_switch_wal()`;
      const archived = join(own.directory, "var/backups/staffing/wal", `${now.file}.gz`);
      assert(await until(() => isFile(archived), 20_000), archived);
    });

    await t.step("another run changes nothing, and a restart keeps all", async () => {
      await serving?.stop();
      serving = await own.up(migrations);
      assertEquals(serving.before, []);
      await seesInvoice();
      assertEquals((await done(admin.from("facilities").select("name"))).length, 3);
    });

    await t.step("the dump is restored, and the former database kept", async () => {
      const busy = await own.run("restore", dump);
      assertMatch(busy.lines.at(-1) ?? "", /^Another of these is at work/);
      await serving?.stop();
      const { code, lines } = await own.run("restore", dump);
      assertEquals(code, 0, lines.join("\n"));
      assertMatch(lines.join("\n"), /the former database is staffing_before_\d{14}/);
      serving = await own.up(migrations);
      assertEquals(serving.before, []);
      await seesInvoice();
      const names = await done(admin.from("facilities").select("name"));
      assertEquals(names, [{ name: "Mercy Hospital" }]);
      assertEquals((await done(admin.from("audit_log").select("id").limit(1))).length, 1);
    });

    await t.step("any point in time is restored, as the page says", async () => {
      await serving?.stop();
      const backups = join(own.directory, "var/backups/staffing");
      const [base] = [...Deno.readDirSync(join(backups, "base"))].map(({ name }) => name).sort()
        .reverse();
      const page = await Deno.readTextFile(join(ROOT, "deploy/self_hosted/README.md"));
      const mark = "<!-- run by tests/deploy/self_hosted_test.ts -->\n\n```sh\n";
      const commands = page.split(mark)[1]?.split("\n```")[0] ?? "";
      const [program = "", ...args] = [...own.user, "sh", "-euc", commands];
      await output([program, ...args], {
        DATA: join(own.directory, "var/lib/postgresql/15/main"),
        BACKUPS: backups,
        BASE: base ?? "",
        TIME: time,
      });
      serving = await own.up(migrations);
      const names = (await done(admin.from("facilities").select("name"))).map(({ name }) => name);
      assertEquals(names.sort(), ["After the backup", "Mercy Hospital"]);
      await seesInvoice();
    });
  },
});
