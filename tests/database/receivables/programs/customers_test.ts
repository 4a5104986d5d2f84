// What is told and mailed by customer is what it is by facility, added up.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { OverdueReminder } from "../../../../supabase/functions/_shared/delivery/texts/overdue_reminder.ts";
import { statementDocument } from "../../../support/documents/documents.ts";
import { Firm } from "../../../support/firm.ts";
import { dataOfWaiting, messages, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { billTo, withProgram } from "../../../support/receivables/programs.ts";
import { post, receive } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 17:30:00+00" };

Deno.test("ar_history/of_a_customer_is_that_of_its_facilities_together", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const elsewhere = await Firm.create(sql, "Elsewhere");
    await mercy.sentInvoice("2026-05-01", "100.00");
    await aspen.sentInvoice("2026-05-30", "200.00");
    await elsewhere.sentInvoice("2026-05-30", "4000.00");
    const history = async (customer: string | null) => {
      const rows = await sql`
        select as_of::text, balance::text, days_31_60::text, billed_91_days::text, days_sales_outstanding::text as dso
          from ar_history('2026-05-01', '2026-05-31', customer_id => ${customer})`;
      return rows.map((row) => Object.values(row).join(" "));
    };
    assertEquals(await history(program.facilityId), ["2026-05-31 300.00 0.00 300.00 91.0"]);
    assertEquals(await history(elsewhere.facilityId), ["2026-05-31 4000.00 0.00 4000.00 91.0"]);
    assertEquals(await history(null), ["2026-05-31 4300.00 0.00 4300.00 91.0"]);
    assertEquals(
      await history(mercy.facilityId),
      ["2026-05-31 0.00 0.00 0.00 "],
      "it is billed nothing",
    );
    await assertRefused(history(crypto.randomUUID()), 404, "facility_not_found");
  }, CLOCK));

Deno.test("statement_document/of_a_program_has_the_rows_of_all_its_facilities_by_name", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    await mercy.sentInvoice("2026-05-01", "100.00");
    const other = await aspen.sentInvoice("2026-05-02", "200.00");
    await post(program, "150.00", { [other]: "150.00" }, "2026-05-10");
    const [from, to] = ["2026-01-01", "2026-05-20"];
    const document = await statementDocument(sql, program.facilityId, from, to);
    const rows = await sql`
      select concat_ws(': ', facility_name, description) as description, amount::text, balance::text
        from customer_statement(${program.facilityId}, ${from}, ${to})`;
    assertEquals(
      document.rows.map(({ description, amount, balance }) => ({ description, amount, balance })),
      [...rows].map((row) => ({ ...row })) as never,
    );
    assertStrictEquals(document.balance, "150.00");
    const names = document.rows.map(({ description }) => description.split(":")[0]);
    assertEquals(
      new Set(names),
      new Set(["Balance before 2026-01-01", "Aspen Clinic", "Mercy Hospital", "Summit Program"]),
    );
    const own = await statementDocument(sql, mercy.facilityId, from, to);
    assertStrictEquals(own.balance, "100.00");
  }, CLOCK));

Deno.test("statement_document/of_a_program_has_the_row_of_customer_aging_as_of_on_its_last_day", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    await mercy.sentInvoice("2026-05-01", "100.00");
    const other = await aspen.sentInvoice("2026-05-02", "200.00");
    await post(program, "150.00", { [other]: "150.00" }, "2026-05-10");
    await post(mercy, "30.00", {}, "2026-05-12");
    await billTo(aspen, null); // what was billed to the program stays with it
    await aspen.sentInvoice("2026-05-14", "7.00");
    const elsewhere = await Firm.create(sql, "Elsewhere");
    await elsewhere.sentInvoice("2026-05-01", "4000.00");
    for (
      const [{ facilityId }, by] of [
        [program, "customer"],
        [aspen, "facility"],
        [elsewhere, "customer"],
      ] as const
    ) {
      for (const day of ["2026-05-01", "2026-05-06", "2026-05-11", "2026-05-20", "2026-07-30"]) {
        const { aging, balance } = await statementDocument(sql, facilityId, "2026-01-01", day);
        const [row] = await sql`
          select current::text, days_1_30::text, days_31_60::text, days_61_90::text, days_91_plus::text,
                 interest::text, unapplied_credits::text, net::text
            from ${sql(by === "customer" ? "customer_aging_as_of" : "ar_aging_as_of")}(${day})
           where ${sql(`${by}_id`)} = ${facilityId}`;
        const none = Object.fromEntries(Object.keys(aging).map((name) => [name, "0.00"]));
        assertEquals(aging as Record<string, string>, { ...(row ?? none) }, day);
        assertStrictEquals(aging.net, balance, day);
      }
    }
    const own = await statementDocument(sql, mercy.facilityId, "2026-01-01", "2026-05-20");
    assertEquals(
      [own.aging.days_1_30, own.aging.unapplied_credits, own.aging.net],
      ["100.00", "30.00", "70.00"],
    );
  }, CLOCK));

Deno.test("mail/a_program_is_reminded_of_what_all_its_facilities_owe", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    await sql`update facilities set billing_email = 'pay@summit.example' where id = ${program.facilityId}`;
    await switchOn(sql, "overdue_reminder");
    await mercy.sentInvoice("2026-05-17", "100.00");
    await aspen.sentInvoice("2026-05-10", "200.00");
    await receive(aspen, "50.00");
    await post(program, "30.00", {});
    assertEquals(await writeDue(sql), 1);
    const [message] = await messages(sql);
    assertStrictEquals(message?.subject_id, program.facilityId);
    const [said] = await dataOfWaiting(sql) as unknown as OverdueReminder[];
    assertEquals(
      [
        said?.to,
        said?.facility_name,
        said?.owed,
        said?.received,
        said?.left_to_pay,
        said?.unapplied_credits,
      ],
      ["pay@summit.example", "Summit Program", "300.00", "50.00", "250.00", "30.00"],
    );
    assertEquals(said?.invoices.map(({ facility_name, balance }) => [facility_name, balance]), [
      ["Aspen Clinic", "200.00"],
      ["Mercy Hospital", "100.00"],
    ]);
    const listed = await sql`
      select facility_name, customer_name, email from overdue_invoices()`;
    assertEquals([...listed], [
      {
        facility_name: "Aspen Clinic",
        customer_name: "Summit Program",
        email: "pay@summit.example",
      },
      {
        facility_name: "Mercy Hospital",
        customer_name: "Summit Program",
        email: "pay@summit.example",
      },
    ]);
  }, CLOCK));
