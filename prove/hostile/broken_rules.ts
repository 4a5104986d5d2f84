import postgres from "postgres";
import { neverQueries } from "../soak/never.ts";
import type { Findings } from "./findings.ts";

/** Numbers are given by hand in the firm of the matrix, and nobody runs its jobs. */
const OF_A_WORKING_FIRM = /number is missing|books are not told|run failed/;

/** By what must never be the rows that are so. */
export type BrokenRules = ReadonlyMap<string, readonly string[]>;

/**
 * Figures of hours and money that the soak holds outside of a database.
 *
 * @param today as its clock says, `YYYY-MM-DD`
 */
export async function brokenRules(url: string, today: string): Promise<BrokenRules> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const broken = new Map<string, string[]>();
    for (const [name, query] of Object.entries(neverQueries(today))) {
      if (OF_A_WORKING_FIRM.test(name)) continue;
      const rows = await sql.unsafe<{ id: unknown }[]>(query);
      broken.set(name, rows.map(({ id }) => String(id)));
    }
    return broken;
  } finally {
    await sql.end();
  }
}

/** Rules broken between two looks. */
export function addNewlyBroken(
  before: BrokenRules,
  after: BrokenRules,
  seed: number,
  findings: Findings,
): void {
  for (const [name, ids] of after) {
    const came = ids.filter((id) => !before.get(name)?.includes(id));
    if (came.length > 0) {
      findings.add(name, `after the calls that were kept, of seed ${seed}: ${came.slice(0, 5)}`);
    }
  }
}
