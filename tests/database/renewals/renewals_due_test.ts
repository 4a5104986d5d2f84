// What comes up for renewal, in buckets that exclude each other.
import { assertEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };

Deno.test("renewals_due/puts_each_renewal_into_one_bucket", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into contract_renewals (assignment_id, renewal_date)
      select ${assignment}, date '2026-05-20' + days
        from unnest(array[-100, -1, 0, 30, 31, 60, 61, 90, 91, 200]) as days`;
    const rows = await sql`
      select days_left, bucket from renewals_due order by days_left`;
    assertEquals(rows.map((row) => `${row.days_left} ${row.bucket}`), [
      "-100 expired",
      "-1 expired",
      "0 30",
      "30 30",
      "31 60",
      "60 60",
      "61 90",
      "90 90",
    ]);
  }, CLOCK));

Deno.test("renewals_due/names_whom_and_where_and_leaves_out_what_was_decided", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-06-30");
    const renewal = await firm.renewal(assignment, "2026-06-15");
    for (const status of ["renewed", "declined", "lapsed"]) {
      await firm.renewal(assignment, "2026-06-15", status);
    }
    const [contractor] = await sql`select id from contractors`;
    const rows = await sql`
      select due.*, end_date::text, renewal_date::text from renewals_due as due`;
    assertEquals([...rows], [{
      contract_renewal_id: renewal,
      assignment_id: assignment,
      contractor_id: contractor?.id,
      contractor_name: "Ada Nurse",
      facility_id: firm.facilityId,
      facility_name: "Mercy Hospital",
      end_date: "2026-06-30",
      renewal_date: "2026-06-15",
      days_left: 26,
      bucket: "30",
      open_alerts: 3,
    }]);
  }, CLOCK));

Deno.test("renewals_due/counts_alerts_whose_day_has_come_and_that_nobody_acknowledged", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const days of [90, 61, 60, 31, 30, -1]) {
      await sql`insert into contract_renewals (assignment_id, renewal_date)
                values (${assignment}, date '2026-05-20' + ${days}::int)`;
    }
    const open = async () => {
      const rows =
        await sql`select days_left, open_alerts from renewals_due order by days_left desc`;
      return rows.map((row) => `${row.days_left}: ${row.open_alerts}`);
    };
    assertEquals(await open(), ["90: 1", "61: 1", "60: 2", "31: 2", "30: 3", "-1: 3"]);
    await sql`update contract_alerts set acknowledged_at = now() where days_before = 60`;
    assertEquals(await open(), ["90: 1", "61: 1", "60: 1", "31: 1", "30: 2", "-1: 2"]);
  }, CLOCK));

Deno.test("renewals_due/counts_days_from_the_business_date_not_from_utc", async () => {
  // 23:30 on 20 May and half past midnight on the 21st, in Denver.
  for (const [clock, daysLeft] of [["2026-05-21 05:30+00", 0], ["2026-05-21 06:30+00", -1]]) {
    await withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await firm.renewal(await firm.assignment(), "2026-05-20");
      assertEquals([...await sql`select days_left from renewals_due`], [
        { days_left: daysLeft },
      ]);
    }, { clock: String(clock) });
  }
});

Deno.test("renewals_due/shows_staff_all_and_others_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const read = (caller: Parameters<typeof runAs>[2]) =>
      runAs(sql, firm, caller, "select assignment_id from renewals_due");
    for (
      const caller of ["viewer", "billing", "payroll", "recruiting", "admin", "service"] as const
    ) {
      assertEquals([...await read(caller)], [{ assignment_id: firm.placements.adaNorth }]);
    }
    for (const caller of ["ada", "ben", "north", "south"] as const) {
      assertEquals([...await read(caller)], []);
    }
  }));
