// Time of codes that turns out wrong once it is approved.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { addCoded, addCodeRate } from "../../../support/time/codes.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";

const CLOCK = { clock: "2026-03-30 12:00:00+00" };

/** Approved entries of an hour code that is not worked, of a unit and of regular time. */
function withApproved(
  test: (
    sql: postgres.Sql,
    ids: { readonly onCall: string; readonly mileage: string; readonly regular: string },
  ) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await addCodeRate(sql, assignment, "on_call", { from: "2026-03-02" });
      await addCodeRate(sql, assignment, "mileage");
      const status = "approved";
      await test(sql, {
        onCall: await addCoded(sql, assignment, "on_call", { hours: "12" }, {
          status,
          day: "2026-03-03",
        }),
        mileage: await addCoded(sql, assignment, "mileage", { quantity: "30" }, { status }),
        regular: await firm.entry(assignment, status, "2026-03-02", "8"),
      });
    }, CLOCK);
}

/** Hours and quantity of an entry, and those before its first correction. */
async function told(sql: postgres.Sql, id: string): Promise<string> {
  const [row] = await sql<[{ told: string }]>`
    select format('%s %s, %s %s', hours, quantity, hours_before_correction, quantity_before_correction) as told
      from time_entries where id = ${id}`;
  return row.told;
}

Deno.test(
  "correct_time_entry/corrects_a_quantity_and_keeps_what_was_approved",
  withApproved(async (sql, { mileage, onCall, regular }) => {
    await correct(sql, mileage, { quantity: "41.005" });
    assertEquals(await told(sql, mileage), "0.00 41.01, 0.00 30.00");
    await correct(sql, mileage, { quantity: "30" });
    assertEquals(await told(sql, mileage), "0.00 30.00, 0.00 30.00");
    await correct(sql, mileage, { day: "2026-03-04" });
    assertEquals(await told(sql, mileage), "0.00 30.00, 0.00 30.00");
    await correct(sql, onCall, { hours: "24" });
    assertEquals(await told(sql, onCall), "24.00 , 12.00 ");
    await correct(sql, regular, { hours: "7" });
    assertEquals(await told(sql, regular), "7.00 , 8.00 ");
    // A second one in the same transaction is a correction as well.
    await sql.begin(async (sql) => {
      await correct(sql, mileage, { quantity: "31" });
      await correct(sql, mileage, { quantity: "32" });
    });
    assertEquals(await told(sql, mileage), "0.00 32.00, 0.00 30.00");
    await sql`update time_entries set status = 'draft' where id = ${mileage}`;
    assertEquals(await told(sql, mileage), "0.00 32.00,  ");
  }),
);

Deno.test(
  "correct_time_entry/gives_no_quantity_for_hours_and_no_hours_for_a_quantity",
  withApproved(async (sql, { mileage, onCall, regular }) => {
    const refused = (
      id: string,
      values: Parameters<typeof correct>[2],
      slug: string,
      status: 400 | 409 = 400,
    ) => assertRefusedUnchanged(sql, () => correct(sql, id, values), status, slug);
    await refused(mileage, { hours: "8" }, "time_code_unit_not_right");
    await refused(mileage, { hours: "8", quantity: "1" }, "time_code_unit_not_right");
    await refused(onCall, { quantity: "8" }, "time_code_unit_not_right");
    await refused(regular, { quantity: "8" }, "time_code_unit_not_right");
    for (const quantity of ["0", "-1", "0.004", "1000000", "NaN"]) {
      await refused(mileage, { quantity }, "quantity_out_of_range");
    }
    await refused(mileage, {}, "argument_missing");
    // The rate of the code begins on the day before.
    await sql`update assignment_code_rates set effective_from = '2026-03-03' where code = 'on_call'`;
    await refused(onCall, { day: "2026-03-02" }, "code_without_rate", 409);
  }),
);

Deno.test(
  "codes/of_approved_time_are_corrected_by_the_procedure_alone",
  withApproved(async (sql, { mileage }) => {
    const corrected =
      `corrected_at = now(), correction_reason = 'x', hours_before_correction = hours,
                       work_date_before_correction = work_date`;
    const attempts = {
      "quantity = 31": "time_entry_not_draft",
      [`quantity_before_correction = 30`]: "time_entry_correction_not_writable",
      [`code = 'visit', ${corrected}, quantity_before_correction = 30`]:
        "time_entry_correction_not_writable",
    };
    await sql`update time_codes set bill_multiplier = 1, bill_amount = 0, pay_multiplier = 1, pay_amount = 0
               where name = 'visit'`;
    for (const [change, slug] of Object.entries(attempts)) {
      const attempt = sql.unsafe(`update time_entries set ${change} where id = '${mileage}'`);
      await assertRefused(attempt, 409, slug);
    }
    await assertRefused(
      sql.begin(async (sql) => {
        await sql`set local role service_role`;
        await sql`update time_entries set quantity_before_correction = 30 where id = ${mileage}`;
      }),
      409,
      "time_entry_correction_not_writable",
    );
  }),
);

Deno.test(
  "codes/are_set_aside_and_taken_back_as_all_time_is",
  withApproved(async (sql, { mileage, onCall }) => {
    await setAside(sql, [mileage, onCall]);
    const attempt = sql`update time_entries set quantity = 31 where id = ${mileage}`;
    await assertRefused(attempt, 409, "time_entry_set_aside");
    await takeBack(sql, [mileage, onCall]);
    const rows =
      await sql`select status, quantity from time_entries where code <> 'regular' order by code`;
    assertEquals([...rows], [
      { status: "submitted", quantity: "30.00" },
      { status: "submitted", quantity: null },
    ]);
  }),
);
