// What the database refuses by itself is answered by the embedded stack as PostgREST answers it.
import assert from "node:assert/strict";
import { clientWith } from "../support/http/client.ts";
import { project } from "../support/http/project.ts";

Deno.test("rest/a_violated_check_is_400_and_names_the_constraint", async () => {
  const client = clientWith(project().secretKey);
  const { error, status } = await client.from("facilities").insert({ name: " " });
  assert.equal(status, 400);
  assert.equal(error?.code, "23514");
  assert.match(error.message, /violates check constraint "facility_name_is_not_blank"/);
});

Deno.test("rest/a_violated_exclusion_is_400_and_names_the_constraint", async () => {
  const client = clientWith(project().secretKey);
  const week = { period_start: "2031-03-03", period_end: "2031-03-09", pay_date: "2031-03-14" };
  const { error, status } = await client.from("payroll_periods").insert([week, week]);
  assert.equal(status, 400);
  assert.equal(error?.code, "23P01");
  assert.match(error.message, /"payroll_periods_never_overlap"/);
});

Deno.test("rest/a_missing_row_that_others_need_is_409_with_the_key_in_its_details", async () => {
  const client = clientWith(project().secretKey);
  const nobody = "00000000-0000-4000-8000-000000000000";
  const { error, status } = await client.from("checks")
    .insert({ facility_id: nobody, amount: 1, received_on: "2026-03-02" });
  assert.equal(status, 409);
  assert.equal(error?.code, "23503");
  assert.match(error.details, /is not present in table "facilities"/);
});

Deno.test("rest/an_upsert_that_gives_a_column_which_people_may_not_change_is_refused", async () => {
  const client = clientWith(project().publishableKey);
  const credentials = { email: "payroll@demo.example", password: "demo-password" };
  const { error: signIn } = await client.auth.signInWithPassword(credentials);
  assert.equal(signIn, null);
  const { data } = await client.from("assignment_stipends").select("*").limit(1).single();
  assert(data);
  const { assignment_id, weekly_amount, kind, effective_from } = data;
  const { error, status } = await client.from("assignment_stipends")
    .upsert({ id: data.id, assignment_id, weekly_amount, kind, effective_from });
  assert.deepEqual([status, error?.code], [403, "42501"]);
});
