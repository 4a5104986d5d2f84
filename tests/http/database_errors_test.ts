// What the database refuses by itself is answered by the embedded stack as PostgREST answers it.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { clientWith } from "../support/http/client.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

Deno.test("rest/a_violated_check_is_400_and_names_the_constraint_by_whatever_statement", () =>
  withProjectDatabase(async (sql) => {
    const client = clientWith(project().secretKey);
    const facilities = client.from("facilities");
    const [wrong, right] = [{ name: " " }, { name: "Checked" }];
    const check = "facility_name_is_not_blank";
    const { data } = await facilities.insert(right).select("id").single();
    assert(data);
    const runCheck = "no_run_of_the_first_week_of_2001";
    await sql.unsafe(
      `alter table public.billing_runs add constraint ${runCheck} check (week_start <> '2001-01-01') not valid`,
    );
    try {
      const attempts = {
        insert: [facilities.insert(wrong), check],
        "insert and answer": [facilities.insert(wrong).select(), check],
        "insert of many": [facilities.insert([right, wrong, right]), check],
        update: [facilities.update(wrong).eq("id", data.id), check],
        upsert: [facilities.upsert({ id: data.id, ...wrong }), check],
        rpc: [
          client.rpc("weekly_billing_run", { week_start: "2001-01-01", dry_run: true }),
          runCheck,
        ],
      } as const;
      for (const [name, [attempt, constraint]] of Object.entries(attempts)) {
        const { error, status } = await attempt;
        const { code, details, message } = error ?? {};
        // A check that the schema's tree does not have is PostgreSQL's own to tell.
        if (constraint === runCheck) {
          assertEquals([status, code], [400, "23514"], name);
          assertMatch(message ?? "", new RegExp(`check constraint "${constraint}"`), name);
        } else assertEquals([status, code, details], [400, "PT400", constraint], name);
      }
      const { count } = await facilities.select("id", { count: "exact", head: true })
        .eq("name", right.name);
      assertEquals(count, 1, "nothing of them was written");
    } finally {
      await sql.unsafe(`alter table public.billing_runs drop constraint ${runCheck}`);
      await facilities.delete().eq("id", data.id);
    }
  }));

Deno.test("rest/a_violated_exclusion_is_400_and_names_the_constraint", async () => {
  const client = clientWith(project().secretKey);
  const week = { period_start: "2031-03-03", period_end: "2031-03-09", pay_date: "2031-03-14" };
  const { error, status } = await client.from("payroll_periods").insert([week, week]);
  assertEquals(status, 400);
  assertEquals(error?.code, "23P01");
  assertMatch(error?.message ?? "", /"payroll_periods_never_overlap"/);
});

Deno.test("rest/a_missing_row_that_others_need_is_409_with_the_key_in_its_details", async () => {
  const client = clientWith(project().secretKey);
  const nobody = "00000000-0000-4000-8000-000000000000";
  const { error, status } = await client.from("checks")
    .insert({ facility_id: nobody, amount: 1, received_on: "2026-03-02" });
  assertEquals(status, 409);
  assertEquals(error?.code, "23503");
  assertMatch(error?.details ?? "", /is not present in table "facilities"/);
});

Deno.test("rest/an_upsert_that_gives_a_column_which_people_may_not_change_is_refused", async () => {
  const client = clientWith(project().publishableKey);
  const credentials = { email: "payroll@demo.example", password: "demo-password" };
  const { error: signIn } = await client.auth.signInWithPassword(credentials);
  assertEquals(signIn, null);
  const { data } = await client.from("assignment_stipends").select("*").limit(1).single();
  assert(data);
  const { assignment_id, weekly_amount, kind, effective_from } = data;
  const { error, status } = await client.from("assignment_stipends")
    .upsert({ assignment_id, weekly_amount, kind, effective_from });
  assertEquals([status, error?.code], [403, "42501"]);
});

Deno.test("rest/a_refusal_is_told_in_one_line_of_bounded_length_whatever_it_quotes", async () => {
  const long = ["x", "é", "😀"].map((letter) => letter.repeat(5_000));
  for (const quoted of ["a\r\nX-Quoted: yes", ...long, "\u0001\u2028".repeat(500)]) {
    const answer = await fetch(`${project().baseUrl}/rest/v1/rpc/withdraw_invitation`, {
      method: "POST",
      headers: { apikey: project().secretKey, "content-type": "application/json" },
      body: JSON.stringify({ kind: quoted, id: crypto.randomUUID() }),
    });
    const { details, message } = await answer.json();
    assertEquals([answer.status, details], [400, "kind_unknown"]);
    assertEquals(answer.headers.has("x-quoted"), false);
    assertMatch(message, /^[^\p{Cc}\u2028\u2029]{1,1000}$/u);
  }
});
