// Who may not ask, and for what.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test("facility_statement/answers_staff_servers_and_the_facilitys_contacts_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const call =
      `select kind from facility_statement('${firm.people.north}', '2026-02-10', '2026-02-28')`;
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, call);
      if (caller === "signed_out") await assertDenied(asking);
      else if (["ada", "ben", "south"].includes(caller)) {
        await assertRefused(asking, 403, "staff_only");
      } else assertEquals((await asking).length, 7, caller); // what was before, four invoices, one of them void since, a payment, a credit note
    }
    await sql`update staff_members set is_active = false where user_id = ${firm.users.billing}`;
    await assertRefused(runAs(sql, firm, "billing", call), 403, "staff_only");
    const unknown = call.replace(firm.people.north, crypto.randomUUID());
    await assertRefused(runAs(sql, firm, "north", unknown), 403, "staff_only");
    await assertRefused(
      runAs(sql, firm, "north", call.replace(/'[^']+'/, "null")),
      400,
      "argument_missing",
    );
    await sql`update facility_contacts set is_active = false where user_id = ${firm.users.north}`;
    await assertRefused(runAs(sql, firm, "north", call), 403, "staff_only");
  }));

Deno.test("facility_statement/refuses_arguments_that_are_missing_infinite_or_in_the_wrong_order", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await Firm.create(sql);
    const day = "2026-05-01";
    const refuses = async (
      [facility, from, to]: readonly (string | null)[],
      status: 400 | 404,
      slug: string,
      message: string,
    ) => {
      const ask = () =>
        sql`
          select * from facility_statement(${facility ?? null}, ${from ?? null}::text::date,
                                           ${to ?? null}::text::date)`;
      await assertRefused(ask(), status, slug);
      await assertRejectsWith(() => ask(), { message });
    };
    const missing = "No value is given for facility, from date, to date.";
    await refuses([null, null, null], 400, "argument_missing", missing);
    const infinite = "The value of from date, to date is not a calendar day.";
    await refuses([facilityId, "-infinity", "infinity"], 400, "date_not_finite", infinite);
    const backwards = "The statement would end on 2026-04-30, before it starts on 2026-05-01.";
    await refuses([facilityId, day, "2026-04-30"], 400, "period_ends_before_start", backwards);
    const unknown = crypto.randomUUID();
    await refuses(
      [unknown, day, day],
      404,
      "facility_not_found",
      `There is no facility ${unknown}.`,
    );
    const rows = await sql`select from facility_statement(${facilityId}, ${day}, ${day})`;
    assertEquals(rows.length, 1);
  }));

Deno.test("facility_statement/tells_staff_alone_why_the_firm_gave_up_money", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const invoice = firm.id("invoices", "north sent");
    await sql`select from write_off_invoice(${invoice}, 1, 'They may be insolvent.')`;
    const call = `select details ->> 'reason' as reason
                    from facility_statement('${firm.people.north}', '2026-01-01', '2100-12-31')
                   where kind = 'write_off'`;
    for (
      const [caller, reason] of [["viewer", "They may be insolvent."], ["north", null]] as const
    ) {
      assertEquals([...await runAs(sql, firm, caller, call)], [{ reason }], caller);
    }
  }));
