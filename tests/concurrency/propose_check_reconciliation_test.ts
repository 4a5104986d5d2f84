// Proposing at once: named interleavings on real connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../support/firm.ts";
import { linesOf, owe, propose } from "../support/receivables/proposals.ts";
import { receive } from "../support/receivables/receipts.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";

/** A test with two open invoices over 100.00. */
function withTwo(test: (firm: Firm, ids: readonly string[], url: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const ids = await owe(firm, { principal: "100.00" }, { principal: "100.00" });
      await test(firm, ids, url);
    });
}

Deno.test(
  "propose_check_reconciliation/of_two_checks_of_a_facility_at_once_claims_different_invoices",
  withTwo(async (firm, [older, newer], url) => {
    const { sql } = firm;
    const [one, two] = [await receive(firm, "100.00"), await receive(firm, "100.00")];
    const second = await interleave(url, (sql) => propose(sql, one), () => propose(sql, two));
    const first = await propose(sql, one);
    assertEquals<unknown>(await linesOf(sql, first.id), [[older, "principal", "100.00"]]);
    assertEquals<unknown>(await linesOf(sql, second.id), [[newer, "principal", "100.00"]]);
  }),
);

Deno.test(
  "propose_check_reconciliation/of_checks_of_other_facilities_does_not_wait",
  withTwo(async (firm) => {
    const { sql } = firm;
    const [one, two] = [
      await receive(firm, "100.00"),
      await receive(await Firm.create(sql), "100.00"),
    ];
    await sql.begin(async (first) => {
      await propose(first, one);
      await propose(sql, two);
    });
  }),
);

Deno.test(
  "propose_check_reconciliation/twice_at_once_makes_one_proposal",
  withTwo(async (firm, _ids, url) => {
    const { sql } = firm;
    const check = await receive(firm, "100.00");
    const second = await interleave(url, (sql) => propose(sql, check), () => propose(sql, check));
    assertEquals(await propose(sql, check), second);
    const [made] = await sql`
      select (select count(*)::int from check_reconciliations) as reconciliations,
             (select count(*)::int from check_reconciliation_lines) as lines,
             (select count(*)::int from audit_log
               where procedure = 'propose_check_reconciliation') as audited`;
    assertEquals(made, { reconciliations: 1, lines: 1, audited: 2 });
  }),
);

Deno.test(
  "propose_check_reconciliation/of_ten_checks_at_once_claims_each_cent_once",
  withTwo(async (firm, ids) => {
    const { sql } = firm;
    const checks = await Promise.all(Array.from({ length: 10 }, () => receive(firm, "30.00")));
    await Promise.all(checks.map((check) => propose(sql, check)));
    const claimed = await sql`
      select invoice_id, sum(amount) as amount from check_reconciliation_lines group by 1 order by 2, 1`;
    const all = [...ids].sort().map((invoice_id) => ({ invoice_id, amount: "100.00" }));
    assertEquals([...claimed], all);
  }),
);

Deno.test("propose_check_reconciliation/waits_for_those_who_hold_its_invoices_without_a_deadlock", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const ids = await owe(firm, ...Array.from({ length: 6 }, () => ({ principal: "100.00" })));
    const check = await receive(firm, "550.00");
    const connection = connectTo(url);
    const outcomes: Promise<PromiseSettledResult<postgres.Row>[]>[] = [];
    await connection.begin(async (other) => {
      const hold = (ids: readonly string[]) => other`select private.hold_invoices(${ids}::uuid[])`;
      await hold([...ids].sort().slice(0, 1));
      outcomes.push(Promise.allSettled([propose(sql, check)]));
      await waitUntilBlocked(connection);
      await hold(ids);
    });
    await connection.end();
    const [outcome] = (await Promise.all(outcomes)).flat();
    assertEquals(outcome?.status, "fulfilled");
    assertStrictEquals((await sql`select from check_reconciliation_lines`).length, ids.length);
  }));
