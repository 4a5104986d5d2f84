// Both paths of the procedure, as everybody.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { CALLERS } from "../../support/access/callers.ts";
import { withProjectFirm } from "../../support/access/project.ts";

const PATHS = ["rls_auto_enable", "rlsautoenable"] as const;
/** Other tests may call the procedure at the same moment and take the table first. */
const ATTEMPTS = 10;

Deno.test("rls_auto_enable/answers_200_to_admins_and_the_service_role_403_to_others_401_to_nobody", () =>
  withProjectFirm(async ({ clients }) => {
    for (const path of PATHS) {
      for (const caller of CALLERS) {
        const { data, error, status } = await clients[caller].rpc(path);
        const what = `${caller} ${path}: ${status} ${JSON.stringify(error ?? data)}`;
        if (caller === "admin" || caller === "service") {
          assertEquals(status, 200, what);
          assert(Array.isArray(data), what);
        } else if (caller === "signed_out") {
          assertEquals(status, 401, what);
        } else {
          assertEquals(status, 403, what);
          assertEquals(error?.code, "PT403", what);
          assertEquals(error?.details, "role_required", what);
          assert(error?.hint, what);
        }
      }
    }
  }));

Deno.test("rls_auto_enable/names_a_table_without_it_and_says_in_the_audit_log_who_asked", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    for (const [caller, actor] of [["admin", firm.users.admin], ["service", null]] as const) {
      for (const path of PATHS) {
        const table = `forgotten_${crypto.randomUUID().replaceAll("-", "")}`;
        await sql`create table public.${sql(table)} (id int)`;
        try {
          let named: unknown = [];
          for (let attempt = 1; !isNamed(named, table); attempt++) {
            assert(attempt <= ATTEMPTS, `${caller} ${path}: ${JSON.stringify(named)}`);
            await sql`alter table public.${sql(table)} disable row level security`;
            named = (await clients[caller].rpc(path)).data;
          }
          assertEquals(await hasRls(sql, table), true);
          const entries = await sql`
            select procedure, old, new from audit_log
             where table_name = ${table} and actor is not distinct from ${actor}`;
          assertEquals(entries[0], {
            procedure: "rls_auto_enable",
            old: { row_security: false },
            new: { row_security: true },
          });
        } finally {
          await sql`drop table public.${sql(table)}`;
        }
      }
    }
  }));

function isNamed(answer: unknown, table: string): boolean {
  return Array.isArray(answer) && answer.includes(table);
}

async function hasRls(sql: postgres.Sql, table: string): Promise<unknown> {
  const [row] = await sql`select relrowsecurity from pg_class where relname = ${table}`;
  return row?.relrowsecurity;
}
