import type postgres from "postgres";
import type { Firm } from "../../../support/firm.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Does it, on a connection inside a transaction. */
export type Call = (sql: Sql) => PromiseLike<unknown>;

/** Something that locks. */
export interface Taker {
  /** As the table names it; a write has all the guards that it calls. */
  readonly names: readonly string[];
  /** Makes the rows that it is about, each of its locks finding some. */
  readonly prepare: (firm: Firm) => Promise<Call>;
}

/** A job, which has transactions of its own. */
export interface Job {
  readonly name: string;
  /** The table that it writes last in a transaction. */
  readonly writes: string;
  readonly prepare: (firm: Firm) => Promise<void>;
  readonly run: (sql: postgres.Sql) => PromiseLike<unknown>;
}

/** Result of {@link Taker.prepare} for a statement about one id. */
export const write = (statement: string, ...values: string[]): Call => (sql) =>
  sql.unsafe(statement, values);

/** A request that a dollar of an invoice be written off. */
export const REQUEST = `select public.request_approval('write_off_invoice', jsonb_build_object(
  'invoice_id', $1::text, 'amount', 1, 'reason', 'It is small.'), 'It is small.')`;
