// A real Supabase Auth beside the stack: kept as PostgREST is, and not to be exchanged for the embedded one.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { createClient } from "@supabase/supabase-js";
import { childrenOf } from "../../prove/faults/kills.ts";
import { runningProcesses, until } from "../../stack/processes.ts";
import { startSmtpServer } from "../support/delivery/smtp_server.ts";
import {
  processesWith,
  stackEnv,
  type StackProcess,
  withStackPlace,
} from "../support/http/stack.ts";

const { AUTH_BIN = "", POSTGREST_BIN = "" } = Deno.env.toObject();
const EMAIL = "ada@example.com";
const PASSWORD = "a-longer-password";

Deno.test({
  name: "stack/keeps_a_real_auth_its_users_and_its_keys_and_takes_no_other_in_its_place",
  ignore: AUTH_BIN === "",
  fn: () =>
    withStackPlace(async (place) => {
      const signIn = async () => {
        const { SUPABASE_PUBLISHABLE_KEY: key = "" } = await stackEnv(place);
        const options = { auth: { persistSession: false, autoRefreshToken: false } };
        const { auth } = createClient(place.baseUrl, key, options);
        return await auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
      };
      const authOf = async ({ pid }: StackProcess) => {
        const below = await childrenOf(pid);
        return below.find(({ command }) => command === `${AUTH_BIN} serve `)?.pid ?? 0;
      };
      const runs = async (pid: number) => (await runningProcesses()).some((one) => one.pid === pid);
      const first = place.start({ AUTH_BIN, POSTGREST_BIN });
      assert(await first.ready, first.stderr.join("\n"));
      const { SUPABASE_PUBLISHABLE_KEY: apikey = "" } = await stackEnv(place);
      const made = await fetch(`${place.baseUrl}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey, "content-type": "application/json" },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      });
      const { access_token } = await made.json();
      assertEquals(JSON.parse(atob(access_token.split(".")[0])).alg, "ES256");

      Deno.kill(await authOf(first), "SIGKILL");
      assert(await until(async () => (await signIn()).error === null, 10_000), "not started again");
      const left = await authOf(first);
      assert(left !== 0 && await runs(left));
      first.kill("SIGKILL");
      await first.status;
      assert(await until(async () => !await runs(left), 10_000), "left behind after kill -9");

      const other = place.start();
      assertEquals((await other.status).code, 1);
      assertMatch(other.stderr.join("\n"), /was made with AUTH_BIN.*: start it so again, or set/);

      const server = await startSmtpServer();
      const second = place.start({ AUTH_BIN, POSTGREST_BIN, SMTP_URL: server.url });
      assert(await second.ready, second.stderr.join("\n"));
      assertEquals((await signIn()).error, null, "the user of before");
      const read = await fetch(`${place.baseUrl}/rest/v1/me`, {
        headers: { apikey, authorization: `Bearer ${access_token}` },
      });
      assertEquals(read.status, 200, await read.text());
      const asked = await fetch(`${place.baseUrl}/auth/v1/recover`, {
        method: "POST",
        headers: { apikey, "content-type": "application/json" },
        body: JSON.stringify({ email: EMAIL }),
      });
      assertEquals(asked.status, 200, await asked.text());
      const [mail] = await server.received();
      assertEquals(mail?.to, [EMAIL]);
      assert(!second.stdout.some((line) => line.startsWith("[mail]")), "told as well");
      await server.close();
      second.kill("SIGTERM");
      assertStrictEquals((await second.status).code, 0);
      assertEquals(await processesWith(place.dataDir), []);
    }),
});

Deno.test({
  name: "stack/a_database_with_users_of_the_embedded_auth_gets_no_other",
  ignore: AUTH_BIN === "",
  fn: () =>
    withStackPlace(async (place) => {
      const first = place.start();
      assert(await first.ready, first.stderr.join("\n"));
      first.kill("SIGTERM");
      await first.status;
      const other = place.start({ AUTH_BIN, POSTGREST_BIN });
      assertEquals((await other.status).code, 1);
      assertMatch(other.stderr.join("\n"), /was made without AUTH_BIN/);
    }),
});
