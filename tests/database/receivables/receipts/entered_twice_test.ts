// One check that is entered twice would be money twice.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import { interleave } from "../../../support/sql/interleaving.ts";
import { returnCheck } from "../../../support/receivables/receipts.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

interface Entered {
  readonly number?: string | null;
  readonly method?: string;
  readonly amount?: string;
  readonly receivedOn?: string;
  readonly again?: boolean;
}

/** A check number 7 over 100, unless said otherwise. */
async function enter(
  sql: Pick<postgres.Sql, "unsafe">,
  firm: Firm,
  { number = "7", method = "check", amount = "100", receivedOn = "2026-04-10", again = false }:
    Entered = {},
): Promise<string> {
  const [check] = await sql.unsafe<[{ id: string }]>(
    `insert into public.checks (facility_id, check_number, method, amount, received_on, entered_again)
     values ($1, $2, $3, $4, $5::text::date, $6) returning id`,
    [firm.facilityId, number, method, amount, receivedOn, again],
  );
  return check.id;
}

function withCheck(test: (firm: Firm, check: string, url: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await test(firm, await enter(sql, firm), url);
    });
}

const refuses = (attempt: PromiseLike<unknown>) =>
  assertRefused(attempt, 409, "check_already_entered");

Deno.test(
  "receipts/one_check_entered_twice_is_refused",
  withCheck(async (firm) => {
    const { sql } = firm;
    await refuses(enter(sql, firm));
    await refuses(enter(sql, firm, { receivedOn: "2026-04-11" }));
    await refuses(enter(sql, firm, { number: " 7 " }));
    await refuses(sql`
      insert into checks (facility_id, check_number, amount, received_on)
      select ${firm.facilityId}, '8', 5, '2026-04-10' from generate_series(1, 2)`);
    assertEquals((await sql`select from checks`).length, 1);
  }),
);

Deno.test(
  "receipts/another_number_method_amount_or_facility_is_another_check",
  withCheck(async (firm) => {
    const { sql } = firm;
    await enter(sql, firm, { number: "8" });
    await enter(sql, firm, { method: "ach" });
    await enter(sql, firm, { amount: "100.01" });
    await enter(sql, await Firm.create(sql));
  }),
);

Deno.test(
  "receipts/a_check_that_was_entered_again_on_purpose_is_another_one",
  withCheck(async (firm, first) => {
    const { sql } = firm;
    const again = await enter(sql, firm, { again: true });
    await refuses(sql`update checks set entered_again = false where id = ${again}`);
    await sql`delete from checks where id = ${first}`;
    await refuses(enter(sql, firm));
    await enter(sql, firm, { again: true });
  }),
);

Deno.test(
  "receipts/a_check_that_was_returned_may_come_again",
  withCheck(async (firm, first) => {
    await returnCheck(firm.sql, first);
    await enter(firm.sql, firm);
  }),
);

Deno.test(
  "receipts/checks_without_a_number_are_not_compared",
  withCheck(async (firm) => {
    for (const number of [null, null, "", " "]) await enter(firm.sql, firm, { number });
  }),
);

Deno.test(
  "receipts/a_check_is_not_changed_into_one_that_was_entered",
  withCheck(async (firm) => {
    const { sql } = firm;
    const other = await enter(sql, firm, { number: "8" });
    const change = (number: string) =>
      sql`update checks set check_number = ${number}, received_on = '2026-04-11' where id = ${other}`;
    await refuses(change("7"));
    await change("8");
    await change("9");
  }),
);

Deno.test(
  "receipts/of_one_check_entered_twice_at_once_the_second_waits_and_is_refused",
  withCheck(async (firm, _, url) => {
    const { sql } = firm;
    const same = { number: "8" };
    await refuses(
      interleave(url, (other) => enter(other, firm, same), () => enter(sql, firm, same)),
    );
    assertEquals((await sql`select from checks where check_number = '8'`).length, 1);
  }),
);
