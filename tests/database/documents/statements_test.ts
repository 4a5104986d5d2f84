// A statement on paper is facility_statement, row by row.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { statementDocument } from "../../support/documents/documents.ts";
import { Firm } from "../../support/firm.ts";
import { post, writeOff } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("statement_document/has_the_rows_of_facility_statement_and_the_balance_of_the_last", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first, second] = [
      await firm.sentInvoice("2026-03-01", "100.25"),
      await firm.sentInvoice("2026-03-15", "70.00"),
    ];
    await post(firm, "60.00", { [first]: "60.00" }, "2026-03-20");
    await writeOff(sql, second, "5.00", "Given up.");
    const [from, to] = ["2026-01-01", "2100-12-31"];
    const document = await statementDocument(sql, firm.facilityId, from, to);
    const rows = await sql`
      select occurred_on::text, kind, reference, description, amount::text, balance::text
        from facility_statement(${firm.facilityId}, ${from}, ${to})`;
    assertEquals(document.rows, [...rows]);
    assertEquals(document.balance, "105.25");
    assertStrictEquals(document.balance, rows.at(-1)?.balance);
    assert(!JSON.stringify(document).includes("Given up."));
  }));
