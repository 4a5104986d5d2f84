// A check has one proposal, which stays as people edited it.
import { assertEquals, assertNotStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { linesOf, owe, propose } from "../../../support/receivables/proposals.ts";
import { confirm, receive } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

/** A test with the proposal of a check over 100.00 for an invoice of that principal. */
function withProposal(
  test: (firm: Firm, check: string, proposal: postgres.Row) => Promise<void>,
) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await owe(firm, { principal: "100.00" });
      const check = await receive(firm, "100.00");
      await test(firm, check, await propose(sql, check));
    });
}

Deno.test(
  "propose_check_reconciliation/answers_the_proposal_and_leaves_it_in_the_audit_log",
  withProposal(async ({ sql }, check, proposal) => {
    const { id, check_id, facility_credit_id, status, confirmed_at } = proposal;
    assertEquals({ check_id, facility_credit_id, status, confirmed_at }, {
      check_id: check,
      facility_credit_id: null,
      status: "proposed",
      confirmed_at: null,
    });
    const log = await sql`
      select procedure, table_name, row_id, old, new from audit_log where row_id = ${id}`;
    assertEquals([...log], [{
      procedure: "propose_check_reconciliation",
      table_name: "check_reconciliations",
      row_id: id,
      old: null,
      new: proposal,
    }]);
  }),
);

Deno.test(
  "propose_check_reconciliation/leaves_the_check_and_the_invoices_as_they_were",
  () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await owe(firm, { principal: "100.00", interest: "3.00" });
      const check = await receive(firm, "100.00");
      const { checks, invoices, payments } = await contents(sql);
      await propose(sql, check);
      const after = await contents(sql);
      assertEquals(
        [after.checks, after.invoices, after.payments],
        [checks, invoices, payments],
      );
    }),
);

Deno.test(
  "propose_check_reconciliation/again_answers_the_same_with_its_lines_as_they_were_edited",
  withProposal(async ({ sql }, check, proposal) => {
    await sql`update check_reconciliation_lines set amount = 60`;
    const before = await contents(sql);
    assertEquals(await propose(sql, check), proposal);
    assertEquals(await contents(sql), before);
    await sql`delete from check_reconciliation_lines`;
    assertEquals(await propose(sql, check), proposal);
    assertEquals(await linesOf(sql, proposal.id), []);
  }),
);

Deno.test(
  "propose_check_reconciliation/of_a_confirmed_one_answers_it_and_changes_nothing",
  withProposal(async ({ sql }, check, { id }) => {
    await confirm(sql, id);
    const before = await contents(sql);
    const again = await propose(sql, check);
    assertEquals([again.id, again.status], [id, "confirmed"]);
    assertEquals(await contents(sql), before);
  }),
);

Deno.test(
  "propose_check_reconciliation/proposes_anew_where_the_proposal_was_deleted_or_returned",
  withProposal(async ({ sql }, check, { id }) => {
    await sql`update check_reconciliations set status = 'returned'`;
    const second = await propose(sql, check);
    assertNotStrictEquals(second.id, id);
    await sql`delete from check_reconciliations where status = 'proposed'`;
    const third = await propose(sql, check);
    assertNotStrictEquals(third.id, second.id);
    assertEquals((await linesOf(sql, third.id)).length, 1);
  }),
);
