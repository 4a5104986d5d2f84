// A program's system has the time of several facilities, under orders of the program.
import { assertEquals } from "@std/assert";
import {
  assignment,
  contractor,
  facility,
  importRows,
  order,
} from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { bring, line, MONDAY, NOW, timeHere } from "../../../support/time/client_time.ts";

Deno.test("client_time/of_a_program_is_found_by_its_orders_and_listed_for_all_of_its_facilities", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [
      facility({ bill_to_number: "P1" }),
      facility({ external_number: "F2", name: "North Clinic", bill_to_number: "P1" }),
      facility({ external_number: "F3", name: "Lakeside" }),
      facility({ external_number: "P1", name: "Summit Program" }),
    ]);
    await importRows(sql, "orders", [
      order({ facility_number: "P1" }),
      order({ facility_number: "P1", number: "PO-2" }),
    ]);
    await importRows(sql, "contractors", [contractor()]);
    await importRows(sql, "assignments", [
      assignment({ order_number: "PO-1" }),
      assignment({ external_number: "A2", facility_number: "F2", order_number: "PO-2" }),
      assignment({ external_number: "A3", facility_number: "F3" }),
    ]);
    await bring(sql, [
      line({ order_number: "PO-1", hours: "5" }),
      line({ line_id: "2", order_number: "PO-2", hours: "3" }),
      line({ line_id: "3", assignment_number: "A3", hours: "2" }),
    ]);
    assertEquals(await timeHere(sql), [
      `${MONDAY} regular 2.00 approved`,
      `${MONDAY} regular 3.00 approved`,
      `${MONDAY} regular 5.00 approved`,
    ]);
    const listed = async (number: string) =>
      (await sql<{ told: string }[]>`
        select variance.facility_name || ' ' || variance.client_hours as told
          from facilities as asked
         cross join time_variances(${MONDAY}, asked.id) as variance
         where asked.external_number = ${number} order by 1`).map(({ told }) => told);
    assertEquals(await listed("P1"), ["Mercy Hospital 5.00", "North Clinic 3.00"]);
    assertEquals(await listed("F1"), ["Mercy Hospital 5.00"]);
  }, NOW));
