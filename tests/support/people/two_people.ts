/** Firms that ask for two people. The template of the tests' databases does not (tests/support/server/template.ts). */
import type postgres from "postgres";
import { runAs } from "../access/acting.ts";
import type { Caller } from "../access/callers.ts";
import { type AccessFirm, prepareFirm } from "../access/firm/firm.ts";
import { withDatabase } from "../server/database.ts";

/** Switches the controls on, as an admin does. */
export async function askTwoPeople(sql: postgres.Sql): Promise<void> {
  await sql`update public.organization_settings set controls = 'two_people'`;
}

/** A firm with people in each role, which asks for two of them. */
export interface TwoPeople {
  readonly sql: postgres.Sql;
  readonly firm: AccessFirm;
  /** Runs a statement as somebody, and gives its first row. */
  as(caller: Caller, statement: string): Promise<postgres.Row>;
  /** Requests an approval as somebody, and gives its id. */
  request(caller: Caller, procedure: string, args: Record<string, unknown>): Promise<string>;
  approve(caller: Caller, id: string): Promise<postgres.Row>;
}

/** Runs a test in such a firm, at noon of a day. */
export function withTwoPeople(
  test: (people: TwoPeople) => Promise<void>,
  clock = "2026-04-21 18:00:00+00",
): Promise<void> {
  return withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await askTwoPeople(sql);
    const as = async (caller: Caller, statement: string) => {
      const [row = {}] = await runAs(sql, firm, caller, statement);
      return row;
    };
    await test({
      sql,
      firm,
      as,
      request: async (caller, procedure, args) => {
        const given = JSON.stringify(args).replaceAll("'", "''");
        const row = await as(
          caller,
          `select * from request_approval('${procedure}', '${given}', 'It is right.')`,
        );
        return row.id;
      },
      approve: (caller, id) => as(caller, `select * from approve('${id}')`),
    });
  }, { clock });
}
