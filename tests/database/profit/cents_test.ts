// Gross profit comes to the same cents by whatever it is asked for.
import { assertEquals } from "@std/assert";
import { addContractors } from "../../../fixtures/people.ts";
import { maintain } from "../../../supabase/functions/_shared/jobs/maintain.ts";
import { addFee } from "../../support/billing/fees.ts";
import { Firm } from "../../support/firm.ts";
import {
  assertAllWaysAgree,
  assertProfitIsJournal,
} from "../../support/profit/profit_is_journal.ts";
import { withDatabase } from "../../support/server/database.ts";
import { bill, CLOCK, DAYS, pay, profitBy, wholeWeek, workAgain, worked } from "./week.ts";

Deno.test("gross_profit/takes_the_same_burden_off_by_every_way", () =>
  withDatabase(async ({ sql }) => {
    await wholeWeek(sql);
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    // By line three times 7.65 % of 1,008.00, which is 77.112, and of 216.00.
    const { billed, burden, profit } = await assertAllWaysAgree(sql, DAYS);
    assertEquals([billed, burden, profit], ["5400.00", "247.86", "1912.14"]);
    const burdens = await sql<{ burden: string }[]>`
      select burden from gross_profit(${DAYS[0]}, ${
      DAYS[1]
    }, 'line') where burden <> 0 order by place`;
    assertEquals(burdens.map(({ burden }) => burden).toSorted(), [
      "16.52",
      "77.11",
      "77.11",
      "77.12",
    ]);
  }, CLOCK));

Deno.test("gross_profit/takes_the_burden_of_each_employment_at_its_own_rate", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    for (const [name, type] of [["Ben", "1099"], ["Cy", "corp_to_corp"]] as const) {
      const [contractor = ""] = await addContractors(sql, 1, type);
      await sql`update contractors set first_name = ${name} where id = ${contractor}`;
      const assignment = await firm.assignmentOf(contractor, { payRate: "72" });
      await workAgain(firm, assignment, DAYS[0]);
    }
    await sql`
      insert into burden_rates (employment_type, effective_from, rate)
      values ('w2', '2026-01-01', 0.0765), ('1099', '2026-01-01', 0.0123), ('1099', '2026-03-08', 0.0234),
             ('1099', '2026-03-09', 0.5)`;
    // 7.65 % of 3,240.00, 2.34 % of 3,024.00, which has no overtime, and nothing of who has no rate.
    const said = [
      "Ada Nurse at Mercy Hospital 3240.00 247.86",
      "Ben Nurse at Mercy Hospital 3024.00 70.76",
      "Cy Nurse at Mercy Hospital 3024.00 0.00",
    ];
    const burdens = async () => {
      const rows = await sql<{ row: string }[]>`
        select concat_ws(' ', name, wages + premiums, burden) as row
          from gross_profit(${DAYS[0]}, ${DAYS[1]}, 'assignment') order by name`;
      return rows.map(({ row }) => row);
    };
    assertEquals(await burdens(), said);
    await bill(firm);
    await pay(sql);
    assertEquals(await burdens(), said, "once it is paid");
    await maintain(sql, { today: "2026-03-20" });
    assertEquals(await burdens(), said, "by its sums");
    await assertProfitIsJournal(sql);
  }, CLOCK));

Deno.test("gross_profit/divides_the_burden_of_some_assignments_cent_by_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (let n = 0; n < 3; n++) {
      await firm.entry(await firm.assignment(), "approved", DAYS[0], "12");
    }
    await sql`update assignment_rates set bill_rate = 120, pay_rate = 84`;
    await sql`
      insert into burden_rates (employment_type, effective_from, rate) values ('w2', '2026-01-01', 0.0765)`;
    await bill(firm);
    await pay(sql);
    // 7.65 % of 3,024.00 is 231.336
    const { wages, burden } = await assertAllWaysAgree(sql, DAYS);
    assertEquals([wages, burden], ["3024.00", "231.34"]);
  }, CLOCK));

Deno.test("gross_profit/by_recruiter_divides_each_column_cent_by_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", DAYS[0], "1");
    await sql`update assignment_rates set bill_rate = 100.01, pay_rate = 60.01`;
    await sql`
      with member as (
        insert into staff_members (name, email)
        values ('Rae', 'rae@example.org'), ('Sam', 'sam@example.org') returning id)
      insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      select ${assignment}, member.id, 0.5, '2026-01-01' from member`;
    assertEquals(await profitBy(sql, "recruiter"), [
      "Rae | 50.01 | 0.00 | 30.01 | 20.00 | 0.00 | 20.00 | estimated 50.01 30.01",
      "Sam | 50.00 | 0.00 | 30.00 | 20.00 | 0.00 | 20.00 | estimated 50.00 30.00",
      // Nobody's is no row, and takes no cent.
    ]);
    await assertAllWaysAgree(sql, DAYS);
  }, CLOCK));

Deno.test("gross_profit/comes_to_the_same_by_every_way_over_days_that_split_weeks_and_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await addFee(firm, { rate: "0.0333" });
    const monday = ["2026-03-02", "2026-03-09"] as const;
    for (const start of monday) {
      await worked(firm, start);
      await worked(firm, start);
    }
    await sql`
      insert into burden_rates (employment_type, effective_from, rate)
      values ('w2', '2026-01-01', 0.0765), ('w2', '2026-03-09', 0.081111)`;
    await bill(firm, monday[0]);
    await pay(sql, monday[0]);
    for (
      const days of [DAYS, ["2026-03-03", "2026-03-10"], ["2026-03-09", "2026-03-09"]] as const
    ) {
      const { billed } = await assertAllWaysAgree(sql, days);
      assertEquals(billed !== "0.00", true);
    }
    // 7.65 % of 6,480.00, and 8.1111 % of as much: each week by the rate of its last day.
    const weeks = await sql<{ burden: string }[]>`
      select burden from gross_profit('2026-03-02', '2026-03-15', 'week') order by place`;
    assertEquals(weeks.map(({ burden }) => burden), ["495.72", "525.60"]);
    await assertProfitIsJournal(sql);
  }, CLOCK));
