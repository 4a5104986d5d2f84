// Who may not ask, and for what.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { type Caller, CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("ar_aging_as_of/answers_staff_and_servers_all_contacts_theirs_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { north, south } = firm.people;
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select * from ar_aging_as_of('2100-06-01')");
      if (caller === "signed_out") await assertDenied(asking);
      else if (caller === "ada" || caller === "ben") {
        await assertRefused(asking, 403, "staff_only");
      } else {
        const theirs: Partial<Record<Caller, string[]>> = { north: [north], south: [south] };
        assertEquals(
          (await asking).map((row) => row.facility_id).sort(),
          theirs[caller] ?? [north, south].sort(),
        );
      }
    }
    await sql`update staff_members set is_active = false where user_id = ${firm.users.billing}`;
    const former = runAs(sql, firm, "billing", "select * from ar_aging_as_of('2100-06-01')");
    await assertRefused(former, 403, "staff_only");
    await sql`update facility_contacts set is_active = false where user_id = ${firm.users.north}`;
    const gone = runAs(sql, firm, "north", "select * from ar_aging_as_of('2100-06-01')");
    await assertRefused(gone, 403, "staff_only");
  }));

Deno.test("ar_aging_as_of/refuses_a_missing_day_and_one_that_is_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(sql`select * from ar_aging_as_of(null)`, 400, "argument_missing");
    for (const day of ["infinity", "-infinity"]) {
      await assertRefused(
        sql`select * from ar_aging_as_of(${day}::text::date)`,
        400,
        "date_not_finite",
      );
    }
  }));
