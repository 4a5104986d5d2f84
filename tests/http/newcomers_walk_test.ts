// A firm from nothing: everybody under their own sign-in, the secret key for the first invitation and nothing else.
import { assert, assertEquals } from "@std/assert";
import { add, firstWeek, type Newcomer } from "../support/http/first_week.ts";
import { clientOf, done, join, signUp } from "../support/http/newcomers.ts";
import { stackEnv, withStackPlace } from "../support/http/stack.ts";

Deno.test("newcomers/run_a_firm_from_the_first_invitation_to_the_first_pay_as_themselves", () =>
  withStackPlace(async (place) => {
    assert(await place.start({ SEED: "none" }).ready);
    const env = await stackEnv(place);
    const { SUPABASE_PUBLISHABLE_KEY: key = "", SUPABASE_SECRET_KEY: secret = "" } = env;
    const newcomer: Newcomer = async (inviter, kind, row) =>
      await join(inviter, kind, row, await signUp(place.baseUrl, key, row.email));

    const service = clientOf(place.baseUrl, secret);
    // What migrations wrote as the owner, before anybody was there.
    const [installed] = await done(
      service.from("audit_log").select("at").order("at", { ascending: false }).limit(1),
    );
    const ruth = await add(service, "staff_members", {
      name: "Ruth Keller",
      email: "ruth@firm.example",
      roles: ["admin"],
    });
    const admin = await newcomer(service, "staff_member", ruth);
    await firstWeek(admin, newcomer);

    // The log has a name for everything since, and the secret key did nothing but begin.
    const log = await done(
      admin.from("audit_log").select("caller, procedure, actor_name")
        .gt("at", installed?.at ?? "-infinity").order("at").limit(1000),
    );
    assert(log.length > 20, String(log.length));
    const unnamed = log.filter((row: { actor_name: string | null }) => row.actor_name === null);
    assertEquals(
      unnamed.map((row: Record<string, string>) => `${row.caller} ${row.procedure}`),
      ["service_role insert", "service_role invite"],
    );
  }));
