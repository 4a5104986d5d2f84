/** Columns that contacts and contractors read: as decided, and as they are. */
import type postgres from "postgres";
import type { Caller, Users } from "./callers.ts";
import { COLUMNS_READ } from "./columns.ts";
import { answersTo } from "./sql.ts";

/** Readers who are not staff, and the callers of the matrix who stand for them. */
const READERS: Readonly<Record<string, readonly Caller[]>> = {
  contacts: ["north", "south"],
  contractors: ["ada", "ben"],
};

/** Decisions, as `contacts read facilities.name`. */
export function columnsDecided(): Set<string> {
  const decided = new Set<string>();
  let [reader, relation] = ["", ""];
  for (const line of COLUMNS_READ.trim().split("\n")) {
    const words = line.trim().split(" ");
    if (line.startsWith("    ")) {
      for (const column of words) decided.add(`${reader} read ${relation}.${column}`);
    } else if (line.startsWith("  ")) relation = words.join();
    else reader = words.join();
  }
  return decided;
}

/**
 * State of things, in the same words: selects each column of each table and view as each of the callers. A column is read where
 * a row comes back.
 *
 * @param sql one connection, in a transaction, with the firm of prepareFirm
 */
export async function columnsRead(sql: postgres.ISql, users: Users): Promise<Set<string>> {
  const relations = await sql<{ relation: string; columns: string[] }[]>`
    select class.relname as relation, array_agg(attribute.attname::text order by attribute.attname) as columns
      from pg_class as class
      join pg_attribute as attribute on attribute.attrelid = class.oid
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v', 'm', 'f')
       and attribute.attnum > 0 and not attribute.attisdropped
     group by class.relname`;
  const trials = Object.entries(READERS).flatMap(([reader, callers]) =>
    callers.flatMap((caller) =>
      relations.map(({ relation, columns }) => ({
        caller,
        reader,
        relation,
        columns,
        statement: `select from public."${relation}" limit 1`,
      }))
    )
  );
  const ofColumns = (await withARow(sql, users, trials)).flatMap((trial) =>
    trial.columns.map((column) => ({
      caller: trial.caller,
      sentence: `${trial.reader} read ${trial.relation}.${column}`,
      statement: `select "${column}" from public."${trial.relation}" limit 1`,
    }))
  );
  const found = await withARow(sql, users, ofColumns);
  return new Set(found.map(({ sentence }) => sentence));
}

async function withARow<T extends { caller: Caller; statement: string }>(
  sql: postgres.ISql,
  users: Users,
  trials: readonly T[],
): Promise<T[]> {
  const answers = await answersTo(sql, users, trials);
  return trials.filter((_, index) => answers[index] === "rows 1");
}

/** Differences between the two: a sentence a column, with what to do. */
export function undecided(decided: ReadonlySet<string>, found: ReadonlySet<string>): string[] {
  return [
    ...[...found].filter((read) => !decided.has(read)).map((read) =>
      `${read}, and nobody has decided that. If they may, add it to tests/support/access/columns.ts; if not, ` +
      "put it into a table that staff alone read, since grants tell nobody apart who signs in."
    ),
    ...[...decided].filter((read) => !found.has(read)).map((read) =>
      `${read}, says the list, and they do not. If that is meant, take it out of ` +
      "tests/support/access/columns.ts; if not, look at the policies and the grants."
    ),
  ];
}
