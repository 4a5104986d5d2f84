// Who did what, by name, in the request that asks for the rows.
import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import { clientWith } from "../support/http/client.ts";
import { project } from "../support/http/project.ts";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("names/of_actors_come_with_the_rows_they_acted_on_for_staff_and_nobody_else", () =>
  withProjectFirm(async ({ sql, firm, clients: { billing, payroll, viewer, admin, north } }) => {
    const sent = await billing.rpc("send_invoices", {
      invoice_ids: [firm.id("invoices", "north draft")],
    });
    assertEquals(sent.error, null);
    const seen = await viewer.from("invoices").select("number, sent_by_name, voided_by_name")
      .eq("id", firm.id("invoices", "north draft"));
    assertEquals(
      seen.data?.map(({ sent_by_name, voided_by_name }) => [sent_by_name, voided_by_name]),
      [["billing", null]],
    );
    // A contact reads the invoice, and not who of the firm sent it.
    const theirs = await north.from("invoices").select("sent_by_name")
      .eq("id", firm.id("invoices", "north draft"));
    assertEquals(theirs.data, [{ sent_by_name: null }]);

    const entry = firm.id("time_entries", "ada at north submitted");
    const approved = await north.from("time_entries").update({ status: "approved" }).eq("id", entry)
      .select("id");
    assertEquals(approved.data?.length, 1);
    const time = await billing.from("time_entries")
      .select("hours, approved_by_name, set_aside_by_name").eq("id", entry).single();
    assertEquals(time.data?.approved_by_name, "north");

    const { data: period } = await payroll.from("payroll_periods")
      .insert({ period_start: "2001-01-01", period_end: "2001-01-07", pay_date: "2001-01-12" })
      .select("id").single();
    try {
      await payroll.rpc("close_payroll_period", { payroll_period_id: period?.id });
      const closed = await payroll.from("payroll_periods")
        .select("status, closed_by_name").eq("id", period?.id).single();
      assertEquals(closed.data, { status: "closed", closed_by_name: "payroll" });
    } finally {
      await sql`delete from payroll_periods where id = ${period?.id}`;
    }
    const log = await admin.from("audit_log").select("procedure, actor_name")
      .eq("procedure", "send_invoices").eq("row_id", firm.id("invoices", "north draft"));
    assertEquals(log.data, [{ procedure: "send_invoices", actor_name: "billing" }]);
  }));

Deno.test("names/each_table_with_actors_answers_them_and_sorts_by_them", async () => {
  const client = clientWith(project().secretKey);
  const time = await client.from("time_entries").select("*, approved_by_name").order("id");
  const answers = [
    time,
    await client.from("rate_hits").select("applied_by_name"),
    await client.from("checks").select("entered_by_name, returned_by_name"),
    await client.from("check_reconciliations").select("status, confirmed_by_name"),
    await client.from("payments").select("recorded_by_name").limit(1000),
    await client.from("payroll_batches").select(
      "prepared_by_name, in_review_by_name, approved_by_name, closed_by_name, discarded_by_name",
    ),
    await client.from("payroll_adjustments").select("entered_by_name, approved_by_name"),
    await client.from("billing_runs").select("run_by_name"),
    await client.from("candidates").select("hired_by_name"),
  ];
  for (const { error } of answers) assertEquals(error, null);
  // Types know them: this compiles, and a name is text or null.
  const name: string | null | undefined = time.data?.[0]?.approved_by_name;
  assertNotStrictEquals(name, undefined);
  const sorted = await client.from("time_entries").select("id, approved_by_name")
    .not("approved_by_name", "is", null).order("approved_by_name").order("id").limit(5);
  assertEquals(sorted.error, null);
  assert(sorted.data?.every((entry) => entry.approved_by_name !== null));
});
