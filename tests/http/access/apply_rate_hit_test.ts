// Both paths of the procedure over HTTP.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { withProjectFirm } from "../../support/access/project.ts";
import { rateHit, ratesOf } from "../../support/assignments/rate_hits.ts";

Deno.test("apply_rate_hit/answers_the_hit_to_those_who_may_and_says_why_it_refuses", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    const assignment = firm.placements.benSouth;
    for (const path of ["apply_rate_hit", "applyratehit"] as const) {
      const rate_hit_id = await rateHit(sql, assignment, "2100-01-01");
      try {
        const denied = await clients.recruiting.rpc(path, { rate_hit_id });
        assertEquals([denied.status, denied.error?.details], [403, "role_required"]);
        assertEquals((await clients.signed_out.rpc(path, { rate_hit_id })).status, 401);

        for (const again of [{}, { allow_retroactive: true }]) {
          const { data, error, status } = await clients.payroll.rpc(path, {
            rate_hit_id,
            ...again,
          });
          assertEquals(status, 200, JSON.stringify(error));
          assertStrictEquals(data.id, rate_hit_id);
          assertEquals([data.status, data.applied_by], ["applied", firm.users.payroll]);
        }
        assertEquals((await ratesOf(sql, assignment)).length, 2);

        const unknown = await clients.billing.rpc(path, { rate_hit_id: crypto.randomUUID() });
        assertEquals(unknown.status, 404);
        assertEquals(unknown.error?.code, "PT404");
        assertEquals(unknown.error?.details, "rate_hit_not_found");
      } finally {
        await sql.begin(async (sql) => {
          await sql`set local session_replication_role = replica`;
          await sql`delete from assignment_rates where rate_hit_id = ${rate_hit_id}`;
          await sql`delete from rate_hits where id = ${rate_hit_id}`;
        });
      }
    }
  }));
