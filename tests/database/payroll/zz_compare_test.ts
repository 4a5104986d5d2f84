import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { withDatabase } from "../../support/server/database.ts";
import { addCalendar, addPremium } from "../../support/time/premiums.ts";
import { randomWeek, TODAY } from "./lawful_weeks/random_weeks.ts";
import { enter } from "./lawful_weeks/week_rows.ts";

Deno.test("compare/lines", () =>
  withDatabase(async ({ sql }) => {
    const wages = await sql<any[]>`
      select jurisdiction, effective_from::text as from, (100 * amount)::int as amount from minimum_wages`;
    const states = (await sql<{ state: string }[]>`
      select state from state_rules where overtime_rule is not null order by state`).map((
      { state },
    ) => state);
    await sql.unsafe(await Deno.readTextFile("/tmp/old_fn.sql"));
    const weeks = fc.sample(randomWeek(states, wages), {
      seed: Number(Deno.env.get("SEED") ?? 7),
      numRuns: 1500,
    });
    const people = await enter(sql, weeks);
    await sql`update contractors set employment_type = employment_type`;
    const check = async (what: string) => {
      const [{ old_n, new_n, lacking, beyond }] = await sql<any[]>`
        with week as (select array_agg(distinct_week.id) as ids, array_agg(distinct_week.monday) as mondays from (
               select id, monday::date from unnest(${people.map(({ id }) => id)}::uuid[], ${
        weeks.map(({ monday }) => monday)
      }::text[]) as w (id, monday)) as distinct_week),
        old as materialized (select old.* from week cross join lateral private.pay_of_weeks_old(week.ids, week.mondays) as old),
        new as materialized (select new.* from week cross join lateral private.pay_of_weeks(week.ids, week.mondays) as new)
        select (select count(*)::int from old) as old_n, (select count(*)::int from new) as new_n,
               (select count(*)::int from (select * from old except all select * from new) as x) as lacking,
               (select count(*)::int from (select * from new except all select * from old) as x) as beyond`;
      console.log(what, old_n, new_n, lacking, beyond);
      assertEquals([lacking, beyond], [0, 0]);
    };
    await check("codes, stipends, bonuses");
    await addPremium(sql, { title: "Night", clock: "19:00-07:00", codes: ["regular"], bill: null });
    await addPremium(sql, {
      title: "Weekend",
      days: [6, 7],
      pay: "× 1.25",
      bill: null,
      combines: "adds",
    });
    await addPremium(sql, {
      title: "Holiday",
      days: [1, 3],
      pay: "× 1.5",
      bill: null,
      creditable: true,
      combines: "adds",
    });
    await sql`update premium_rules set effective_from = '2025-01-01'`.catch(() => {});
    await check("premiums");
    await sql`
      insert into break_premiums (contractor_id, work_date, kind, assignment_id, confirmed_at)
      select distinct on (contractor_id, work_date) contractor_id, work_date, 'meal', assignment.id, now()
        from time_entries join assignments as assignment on assignment.id = assignment_id
        join contractors on contractors.id = contractor_id and employment_type = 'w2'
       where random() < 0.4 order by contractor_id, work_date, assignment.id`;
    await check("breaks");
    await sql`insert into guarantees (assignment_id, pay_hours, effective_from) select id, 36, '2025-01-06' from assignments where random() < 0.5`;
    await check("guarantees");
  }, { clock: `${TODAY} 12:00:00+00` }));
