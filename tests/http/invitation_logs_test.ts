// What a stack writes down of codes that are refused: why, and never the code.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import type { Database } from "../../supabase/functions/_shared/database.types.ts";
import { stackEnv, type StackPlace, withStackPlace } from "../support/http/stack.ts";
import { invite, newcomer, type Person, withdraw } from "../support/people/invitations.ts";

/** Somebody new who signed up at a stack, or its secret key; calls accept_invitation. Gives slug or kind. */
async function acceptance(place: StackPlace, as: "person" | "secret key" | "signed out") {
  const env = await stackEnv(place);
  const key = as === "secret key" ? env.SUPABASE_SECRET_KEY : env.SUPABASE_PUBLISHABLE_KEY;
  const client = createClient<Database>(place.baseUrl, key ?? "", {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  if (as === "person") {
    const email = `${crypto.randomUUID()}@example.org`;
    const { error } = await client.auth.signUp({ email, password: "correct horse battery" });
    assertEquals(error, null);
  }
  return async (code: string) => {
    const { data, error, status } = await client.rpc("accept_invitation", { code });
    return data?.kind ?? `${status} ${error?.details ?? error?.code}`;
  };
}

Deno.test("invitations/no_log_has_a_code_and_the_servers_says_why_one_was_refused", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ SEED: "none" });
    assert(await stack.ready, stack.stderr.join("\n"));
    const sql = postgres((await stackEnv(place)).SUPABASE_DB_URL ?? "", { onnotice: () => {} });
    const codes: string[] = [];
    const invited = async (person: Person) => {
      const code = await invite(sql, person);
      codes.push(code);
      return code;
    };
    const [one, other] = [await acceptance(place, "person"), await acceptance(place, "person")];

    const contact = await newcomer(sql, "facility_contact");
    const replaced = await invited(contact);
    await invited(contact);
    assertEquals(await other(replaced), "404 invitation_not_valid");
    await withdraw(sql, contact);
    assertEquals(await other(codes[1] ?? ""), "404 invitation_not_valid");
    const expired = await invited(contact);
    await sql`update private.invitations set expires_at = now()`;
    assertEquals(await other(expired), "404 invitation_not_valid");
    const changed = await invited(contact);
    await sql`update facility_contacts set email = 'else@example.org'`;
    assertEquals(await other(changed), "404 invitation_not_valid");
    const used = await invited(contact);
    assertEquals(await one(used), "facility_contact");
    assertEquals(await other(used), "404 invitation_not_valid");
    const unknown = crypto.randomUUID() + crypto.randomUUID();
    codes.push(unknown);
    assertEquals(await other(unknown), "404 invitation_not_valid");

    const [ada, bea] = [await newcomer(sql, "staff_member"), await newcomer(sql, "staff_member")];
    assertEquals(await one(await invited(ada)), "staff_member");
    const second = await invited(bea);
    assertEquals(await one(second), "409 user_already_linked");
    const [secret, nobody] = [
      await acceptance(place, "secret key"),
      await acceptance(place, "signed out"),
    ];
    assertEquals(await secret(second), "403 sign_in_required");
    assertMatch(await nobody(second), /^401 /);
    await sql`update staff_members set is_active = false where id = ${bea.id}`;
    assertEquals(await other(second), "409 person_inactive");
    await sql.end();
    stack.kill("SIGTERM");
    await stack.status;

    const log = await Deno.readTextFile(`${place.dataDir}/postgres.log`);
    const reasons = [
      ...log.matchAll(/LOG: +invitation_not_valid: (.*?) \((.*?)\), tried by user \S{36}/g),
    ]
      .map(([, reason, row]) => [reason, row]);
    const row = `facility_contact ${contact.id}`;
    assertEquals(reasons, [
      ["replaced", row],
      ["withdrawn", row],
      ["expired", row],
      ["changed", row],
      ["accepted before", row],
      ["unknown", "of nobody <NULL>"],
    ]);
    assert(log.includes("user_already_linked"), "what is refused is in the log");
    const all = [log, ...stack.stdout, ...stack.stderr].join("\n");
    for (const code of codes) {
      assert(!all.includes(code), "a code is in the log");
      assert(!all.includes(createHash("sha256").update(code).digest("hex")));
    }
  }));
