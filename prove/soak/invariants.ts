/** All that must hold, each with a name that says what is wrong. */
import type postgres from "postgres";
import type { Day } from "./day.ts";
import { NEVER } from "./never.ts";

/** Gives what is wrong, a few words each; nothing is what must be. */
export type Invariant = (sql: postgres.ISql, day: Day) => Promise<readonly string[]>;

/** Asked in this order, each of one snapshot. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  ...Object.fromEntries(
    Object.entries(NEVER).map(([name, query]): [string, Invariant] => [
      name,
      async (sql) => {
        const rows = await (sql as postgres.Sql).unsafe<{ id: unknown }[]>(query);
        return rows.map(({ id }) => `${id}`);
      },
    ]),
  ),
};
