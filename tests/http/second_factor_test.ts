// Second factors and signing out everywhere with a real Supabase Auth, whose tokens the database is asked with.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { codeOf } from "../support/people/factors.ts";
import { startDemoStack } from "../support/http/demo_stack.ts";

const isReal = Boolean(Deno.env.get("AUTH_BIN"));
const PASSWORD = "demo-password";

/** The demo firm on a stack of its own. */
interface DemoFirm {
  readonly sql: postgres.Sql;
  /** Signs somebody of it in anew, on another device. */
  signIn(who: string): Promise<SupabaseClient>;
  readonly secret: SupabaseClient;
}

function demoTest(name: string, test: (firm: DemoFirm) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !isReal,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using parts = new AsyncDisposableStack();
      const { url, dbUrl, keys } = await startDemoStack(parts);
      const sql = postgres(dbUrl, { max: 1, onnotice: () => {} });
      parts.defer(() => sql.end());
      const options = { auth: { persistSession: false, autoRefreshToken: false } };
      const signIn = async (who: string) => {
        const client = createClient(url, keys.publishableKey, options);
        const email = `${who}@demo.example`;
        const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
        assertEquals(error, null, who);
        return client;
      };
      await test({ sql, signIn, secret: createClient(url, keys.secretKey, options) });
    },
  });
}

/** Sets a factor up, and confirms it by a code: the session is of two factors from then on. Gives its secret. */
async function setUp(client: SupabaseClient): Promise<{ id: string; secret: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  assert(data !== null, error?.message);
  const { id, totp } = data;
  const confirmed = await client.auth.mfa.challengeAndVerify({
    factorId: id,
    code: codeOf(totp.secret),
  });
  assertEquals(confirmed.error, null);
  return { id, secret: totp.secret };
}

const dryRun = (client: SupabaseClient) => client.rpc("weekly_billing_run", { dry_run: true });
const askOf = (client: SupabaseClient, roles: string[]) =>
  client.from("organization_settings").update({ second_factor_roles: roles })
    .is("singleton", true).select("second_factor_roles");
const lacks = async (client: SupabaseClient) =>
  (await client.from("me").select("lacks_second_factor").single()).data?.lacks_second_factor;

demoTest(
  "second_factor/is_set_up_with_a_real_auth_asked_for_and_removed_by_the_owner",
  async ({ sql, signIn, secret }) => {
    const [admin, billing] = [await signIn("admin"), await signIn("billing")];
    const early = await askOf(admin, ["admin", "billing"]);
    assertEquals([early.status, early.error?.details], [403, "second_factor_required"]);
    await setUp(admin);
    const asked = await askOf(admin, ["admin", "billing"]);
    assertEquals(asked.data, [{ second_factor_roles: ["admin", "billing"] }], asked.error?.message);

    // By a password alone an admin is none, and billing is told so and sets theirs up.
    const byPassword = await signIn("admin");
    assertEquals((await byPassword.from("audit_log").select("id").limit(1)).data, []);
    assertEquals(await lacks(byPassword), true);
    assertEquals((await dryRun(billing)).error?.details, "second_factor_required");
    assertEquals(await lacks(billing), true);
    const factor = await setUp(billing);
    assertEquals((await dryRun(billing)).error, null);
    assertEquals(await lacks(billing), false);
    // What is renewed is as good; a new sign-in asks for another code.
    assertEquals((await billing.auth.refreshSession()).error, null);
    assertEquals((await dryRun(billing)).error, null);
    const again = await signIn("billing");
    assertEquals((await dryRun(again)).error?.details, "second_factor_required");
    const { data: levels } = await again.auth.mfa.getAuthenticatorAssuranceLevel();
    assertEquals([levels?.currentLevel, levels?.nextLevel], ["aal1", "aal2"]);
    // Auth takes each code once: that of the next half minute, which it allows for clocks that differ.
    const code = codeOf(factor.secret, Date.now() + 30_000);
    const next = await again.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
    assertEquals(next.error, null);
    assertEquals((await dryRun(again)).error, null);

    assertEquals((await dryRun(secret)).error, null);
    assertEquals((await askOf(secret, [])).error?.details, "second_factor_required");
    const payroll = await signIn("payroll");
    assertEquals(await lacks(payroll), false);
    assert(((await payroll.from("payroll_batches").select("id")).data ?? []).length > 0);

    const [member] = await sql`select id from staff_members where email = 'billing@demo.example'`;
    const [removed] = await sql`
    select private.remove_second_factor('staff_member', ${member?.["id"]}) as count`;
    assertEquals(removed?.["count"], 1);
    assertEquals((await again.from("facilities").select("id")).status, 401);
    await new Promise((resolve) => setTimeout(resolve, 1100)); // tokens tell whole seconds
    const anew = await signIn("billing");
    const { data: left } = await anew.auth.mfa.listFactors();
    assertEquals(left?.all, []);
    await setUp(anew);
    assertEquals((await dryRun(anew)).error, null);
  },
);

demoTest(
  "sign_out_everywhere/refuses_the_tokens_and_the_sessions_of_a_real_auth",
  async ({ signIn }) => {
    const [office, home, other] = [
      await signIn("billing"),
      await signIn("billing"),
      await signIn("payroll"),
    ];
    const { data, error } = await home.rpc("sign_out_everywhere");
    assertEquals(error, null);
    assertEquals(data.sessions_ended, true);
    for (const device of [office, home]) {
      const read = await device.from("facilities").select("id");
      assertEquals([read.status, read.error?.details], [401, "signed_out_everywhere"]);
      const renewed = await device.auth.refreshSession();
      assertMatch(renewed.error?.message ?? "", /refresh token|session/i);
    }
    assertEquals((await other.from("facilities").select("id")).error, null);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const anew = await signIn("billing");
    assertEquals((await anew.from("facilities").select("id")).error, null);

    const admin = await signIn("admin");
    const { data: member } = await admin.from("staff_members").select("id")
      .eq("email", "payroll@demo.example").single();
    const others = await admin.rpc("sign_out_everywhere", { kind: "staff_member", id: member?.id });
    assertEquals(others.error, null);
    assertEquals((await other.from("facilities").select("id")).status, 401);
  },
);
