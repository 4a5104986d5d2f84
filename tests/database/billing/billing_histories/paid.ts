/** An end of a history at which all of it is billed and paid: then gross profit has nothing left to estimate. */
import { assert, assertEquals } from "@std/assert";
import postgres from "postgres";
import { backfill } from "../../../support/billing/billed_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import {
  assertAllWaysAgree,
  assertProfitIsJournal,
} from "../../../support/profit/profit_is_journal.ts";
import { groupsToBill } from "./groups.ts";
import type { History } from "./history.ts";

/** Weeks of the history; into the last a night shift may go on. */
const MONDAYS = ["2026-03-02", "2026-03-09", "2026-03-16"] as const;
const [, , LAST_MONDAY] = MONDAYS;
const LAST_DAY = "2026-03-22";

/** Bills what all invoices could not: differences below zero, beside an adjustment that makes up for them. */
async function billTheRest({ sql, facilities }: History): Promise<void> {
  for (const facility of facilities) {
    for (const group of await groupsToBill(sql, facility)) {
      const [{ id }] = await sql<[{ id: string }]>`
        insert into invoices (facility_id, group_key, group_name, kind, period_start, period_end)
        values (${facility}, ${group}, private.group_name(${facility}, ${group}), 'backfill', ${LAST_MONDAY}, ${LAST_DAY})
        returning id`;
      await adjust(sql, id, "100000.00");
      await backfill(sql, facility, LAST_DAY, group);
      await send(sql, [id], "2026-03-25");
    }
  }
}

/** Closes a batch of each week in which somebody is due something. */
async function payAll(sql: postgres.Sql): Promise<void> {
  for (const monday of MONDAYS) {
    try {
      await close(sql, await prepare(sql, monday));
    } catch (error) {
      assert(error instanceof postgres.PostgresError, String(error));
      assertEquals(error.detail, "nothing_to_pay", error.message);
    }
  }
}

/** Bills and pays all that is left, and asserts that profit before burden is then the books' revenue less their cost. */
export async function assertProfitIsThatOfTheBooks(history: History): Promise<void> {
  const { sql } = history;
  await billTheRest(history);
  await payAll(sql);
  await sql`select private.sum_up_invoices(1), private.sum_up_batches(2)`; // some is read by sums
  const { unbilled, unpaid } = await assertProfitIsJournal(sql);
  assertEquals([unbilled, unpaid], ["0.00", "0.00"], "something is estimated");
  await assertAllWaysAgree(sql, ["2026-03-04", "2026-03-17"]); // days that split weeks
}
