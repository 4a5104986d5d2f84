// Fees of a program: its facilities' invoices have them, and its volume is what was billed to it.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { addFee, chargesOf } from "../../../support/billing/fees.ts";
import { send } from "../../../support/billing/invoices.ts";
import { billTo, withProgram } from "../../../support/receivables/programs.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

Deno.test("fees/of_a_program_are_on_its_facilities_drafts_beside_their_own_and_go_where_a_facility_leaves", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const other = await draft(aspen, ["100.00"]);
    await addFee(program);
    await addFee(mercy, { kind: "vms", name: "VMS fee", rate: "0.01" });
    const id = await draft(mercy, ["10080.00"]);
    const both = ["MSP fee, 3 % of 10,080.00 = -302.40", "VMS fee, 1 % of 10,080.00 = -100.80"];
    assertEquals(await chargesOf(sql, id), both);
    assertEquals(await chargesOf(sql, other), ["MSP fee, 3 % of 100.00 = -3.00"]);
    await billTo(mercy, null);
    assertEquals(await chargesOf(sql, id), [both[1]]);
    assertEquals(await chargesOf(sql, other), ["MSP fee, 3 % of 100.00 = -3.00"]);
    await billTo(mercy, program);
    assertEquals(await chargesOf(sql, id), both);
    await send(sql, [id]);
    await billTo(mercy, null);
    assertEquals(await chargesOf(sql, id), both);
  }, CLOCK));

Deno.test("fees/a_programs_volume_is_what_was_billed_to_it_also_of_who_left", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const volume = async () => {
      const [row] =
        await sql`select private.volume_billed(${program.facilityId}, '2026-03-25') as volume`;
      return row?.volume;
    };
    await send(sql, [await draft(mercy, ["6000.00"])], "2026-03-01");
    await send(sql, [await draft(aspen, ["4000.00"])], "2026-03-01");
    assertStrictEquals(await volume(), "10000.00");
    await billTo(mercy, null);
    await send(sql, [await draft(mercy, ["500.00"])], "2026-03-02");
    assertStrictEquals(await volume(), "10000.00");
    const rebate = { kind: "volume", name: "Rebate", counts: "whole" };
    await addFee(program, { ...rebate, rate: "0.01", volumeFrom: "0" });
    await addFee(program, { ...rebate, rate: "0.02", volumeFrom: "10000" });
    assertEquals(await chargesOf(sql, await draft(aspen, ["100.00"])), [
      "Rebate, 2 % of 100.00 = -2.00",
    ]);
  }, CLOCK));
