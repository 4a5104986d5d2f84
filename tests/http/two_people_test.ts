// One clerk raises a friend's rate, enters and approves the friend's time and writes off 4,000: each step fails over REST,
// and works with two.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import { add } from "../support/http/first_week.ts";
import { clientOf, done, join, signUp } from "../support/http/newcomers.ts";
import { stackEnv, withStackPlace } from "../support/http/stack.ts";

/** Asserts that a request is refused with a status and a slug. */
async function refused(
  request: PromiseLike<{ status: number; error: { details?: string | null } | null }>,
  status: number,
  slug: string,
) {
  const answer = await request;
  assertEquals([answer.status, answer.error?.details], [status, slug]);
}

/** A day of the last weeks, as text. */
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

Deno.test("two_people/a_clerk_who_pays_a_friend_fails_at_each_step_over_rest_and_works_with_two", () =>
  withStackPlace(async (place) => {
    assert(await place.start({ SEED: "none" }).ready);
    const { SUPABASE_PUBLISHABLE_KEY: key = "", SUPABASE_SECRET_KEY: secret = "" } = await stackEnv(
      place,
    );
    const service: SupabaseClient = clientOf(place.baseUrl, secret);
    const member = async (role: string) => {
      const email = `${role}@firm.example`;
      const row = await add(service, "staff_members", { name: role, email, roles: [role] });
      return await join(
        clientOf(place.baseUrl, secret),
        "staff_member",
        row,
        await signUp(place.baseUrl, key, email),
      ) as SupabaseClient;
    };
    const [clerk, payroll, admin] = [
      await member("billing"),
      await member("payroll"),
      await member("admin"),
    ];
    const facility = await add(service, "facilities", {
      name: "Mercy Hospital",
      billing_email: "accounts@mercy.example",
    });
    const candidate = await add(service, "candidates", {
      first_name: "Ada",
      last_name: "Friend",
      email: "ada@example.org",
      status: "offered",
    });
    const assignment = await done(service.rpc("hire_candidate", {
      candidate_id: candidate.id,
      facility_id: facility.id,
      start_date: daysAgo(60),
      bill_rate: 200,
      pay_rate: 60,
      overtime_rule: "flsa",
    }));

    // The rate, by 40.00, backdated.
    const hit = await add(clerk, "rate_hits", {
      assignment_id: assignment.id,
      effective_on: daysAgo(40),
      bill_rate_change: 0,
      pay_rate_change: 40,
      reason: "Agreed.",
    });
    const applying = { rate_hit_id: hit.id, allow_retroactive: true };
    await refused(clerk.rpc("apply_rate_hit", applying), 403, "rate_of_other_role");
    const rate = await done(clerk.rpc("request_approval", {
      procedure: "apply_rate_hit",
      arguments: applying,
      reason: "A friend.",
    }));
    await refused(clerk.rpc("approve", { id: rate.id }), 403, "second_person_needed");
    const seen = await done(payroll.from("approvals").select("says, requested_by_name").single());
    assertStrictEquals((seen as Record<string, string>).requested_by_name, "billing");
    await done(payroll.rpc("approve", { id: rate.id }));
    const raised = await done(
      payroll.from("assignment_rates").select("pay_rate").eq("rate_hit_id", hit.id).single(),
    );
    assertEquals(raised, { pay_rate: 100 });

    // The time.
    const days = Array.from({ length: 5 }, (_, day) => ({
      assignment_id: assignment.id,
      work_date: daysAgo(30 - day),
      hours: 8,
    }));
    await done(clerk.from("time_entries").insert(days).select());
    const all = () => clerk.from("time_entries");
    await done(all().update({ status: "submitted" }).eq("status", "draft").select());
    const approval = { status: "approved" };
    await refused(
      all().update(approval).eq("status", "submitted").select(),
      403,
      "second_person_needed",
    );
    const approved = await done(
      payroll.from("time_entries").update(approval).eq("status", "submitted").select(),
    );
    assertStrictEquals(approved.length, 5);

    // The write-off.
    const draft = await done(clerk.rpc("create_facility_invoice", {
      facility_id: facility.id,
      period_start: daysAgo(35),
      period_end: daysAgo(20),
    }));
    const [sent] = await done(clerk.rpc("send_invoices", { invoice_ids: [draft.id] }));
    assertStrictEquals(sent.total, 8_000);
    const writeOff = { invoice_id: sent.id, amount: 4000, reason: "They will not pay." };
    await refused(clerk.rpc("write_off_invoice", writeOff), 403, "second_person_needed");
    const asked = await done(clerk.rpc("request_approval", {
      procedure: "write_off_invoice",
      arguments: writeOff,
      reason: "They will not pay.",
    }));
    await refused(clerk.rpc("approve", { id: asked.id }), 403, "second_person_needed");
    await refused(payroll.rpc("approve", { id: asked.id }), 403, "role_required");
    await done(admin.rpc("approve", { id: asked.id }));
    const invoice = await done(clerk.from("invoices").select("balance").eq("id", sent.id).single());
    assertEquals(invoice, { balance: 4_000 });

    // Both people are in the log.
    const log = await done(
      admin.from("audit_log").select("actor_name, new").eq("table_name", "approvals").order("at"),
    ) as { actor_name: string; new: { status: string } }[];
    assertEquals(
      [
        ...new Set(
          log.filter(({ new: { status } }) => status !== undefined)
            .map(({ actor_name, new: { status } }) => `${actor_name} ${status}`),
        ),
      ],
      ["billing waiting", "payroll approved", "admin approved"],
    );
  }));
