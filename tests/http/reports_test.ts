// The reports on receivables through supabase-js: the view, and both functions by POST and by GET.
import { assert, assertEquals } from "@std/assert";
import { withProjectFirm } from "../support/access/project.ts";

/** Of all who sign in, those who are neither staff nor a contact of North. */
const OTHERS = ["ada", "ben", "south"] as const;

Deno.test("reports/show_staff_who_owes_what_a_contact_what_theirs_does_and_others_nothing", () =>
  withProjectFirm(async ({ firm, clients }) => {
    const look = (caller: keyof typeof clients) =>
      clients[caller].from("ar_aging").select("current, balance, unapplied_credits, net")
        .eq("facility_id", firm.people.north);
    // Of the prepared invoices one is open whole and one by 60; a check left over 20, a credit note 100.
    const owed = [{ current: 160, balance: 160, unapplied_credits: 115, net: 45 }];
    for (
      const caller of [
        "viewer",
        "billing",
        "payroll",
        "recruiting",
        "admin",
        "north",
        "service",
      ] as const
    ) {
      assertEquals((await look(caller)).data, owed, caller);
    }
    for (const caller of OTHERS) assertEquals((await look(caller)).data, [], caller);
    assertEquals((await look("signed_out")).status, 401);
  }));

Deno.test("reports/answer_a_past_day_and_a_statement_by_post_and_by_get", () =>
  withProjectFirm(async ({ firm, clients }) => {
    const { north } = firm.people;
    for (const get of [false, true]) {
      const aging = await clients.viewer.rpc("ar_aging_as_of", { as_of: "2100-02-01" }, { get })
        .select("current, days_1_30, net").eq("facility_id", north).single();
      assertEquals(aging.status, 200, JSON.stringify(aging.error));
      assertEquals(aging.data, { current: 0, days_1_30: 160, net: 45 });

      const period = { facility_id: north, from_date: "2026-01-01", to_date: "2100-02-01" };
      const statement = await clients.viewer.rpc("facility_statement", period, { get });
      assertEquals(statement.status, 200, JSON.stringify(statement.error));
      assertEquals(statement.data?.[0], {
        occurred_on: "2026-01-01",
        kind: "opening_balance",
        reference: null,
        invoice_id: null,
        description: "Balance before 2026-01-01",
        amount: 0,
        balance: 0,
        details: {},
      });
      assertEquals(statement.data?.at(-1)?.balance, 45);

      const theirs = await clients.north.rpc("facility_statement", period, { get });
      assertEquals(theirs.data, statement.data);
      for (const caller of OTHERS) {
        const denied = await clients[caller].rpc("facility_statement", period, { get });
        assertEquals([denied.status, denied.error?.details], [403, "staff_only"], caller);
        assert(denied.error?.hint);
      }
      const signedOut = await clients.signed_out.rpc("ar_aging_as_of", { as_of: "2026-01-01" }, {
        get,
      });
      assertEquals(signedOut.status, 401);
      const infinite = await clients.service.rpc("ar_aging_as_of", { as_of: "infinity" }, { get });
      assertEquals([infinite.status, infinite.error?.details], [400, "date_not_finite"]);
    }
  }));
