import type postgres from "postgres";
import { AssertionError } from "@std/assert";
import { assertNoMoneyIsLost } from "../../tests/support/receivables/conservation.ts";
import type { Found } from "./invariant.ts";

/** Holds that money from facilities is, on every day, on invoices, left as credits, or returned. */
export async function noMoneyIsLost(sql: postgres.TransactionSql): Promise<Found> {
  try {
    await assertNoMoneyIsLost(sql);
    return { wrong: [] };
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    return { wrong: [error.message] };
  }
}
