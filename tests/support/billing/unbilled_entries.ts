import { assert, assertEquals } from "@std/assert";
import { NEVER } from "../../../prove/soak/never.ts";
import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;

const QUERY = NEVER["the list of unbilled time is not the approved time that no live line bills"];

/** Asserts that the list of unbilled time is what all time and all lines come to, and gives its hours by day. */
export async function listed(sql: Sql): Promise<string[]> {
  assert(QUERY !== undefined);
  assertEquals([...await sql.unsafe(QUERY)], []);
  const rows = await sql.unsafe<{ time: string }[]>(
    "select concat_ws(' ', work_date, hours) as time from private.unbilled_entries order by work_date, hours",
  );
  return rows.map(({ time }) => time);
}
