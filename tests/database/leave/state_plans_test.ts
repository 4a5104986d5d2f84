// Plans of leave that come with the product: their laws, their sources, and the table of docs/leave.md.
import { assert, assertEquals } from "@std/assert";
import { upgradeText } from "../../support/schema/upgrade_text.ts";
import { withDatabase } from "../../support/server/database.ts";

const read = (path: string) => Deno.readTextFile(new URL(`../../../${path}`, import.meta.url));

Deno.test("leave_plans/of_states_are_there_with_their_source_and_none_is_in_use", () =>
  withDatabase(async ({ sql }) => {
    const [counted] = await sql`
      select count(distinct plan.id)::int as plans, count(distinct plan.state)::int as states, count(*)::int as terms,
             count(plan.in_use_from)::int as used, count(*) filter (where paid_out or may_go_below_zero)::int as lenient
        from leave_plans as plan
        join leave_plan_terms as terms on terms.leave_plan_id = plan.id
       where plan.state is not null`;
    assertEquals(counted && { ...counted }, {
      plans: 30,
      states: 21,
      terms: 38,
      used: 0,
      lenient: 0,
    });
    assertEquals(
      [...await sql`select state from leave_plans where state not in (select state from state_rules)`],
      [],
    );
  }));

Deno.test("leave_plans/have_the_numbers_of_the_laws_that_were_read", () =>
  withDatabase(async ({ sql }) => {
    const terms = async (name: string, day: string) => {
      const [row] = await sql`
        select concat_ws(' ', coalesce(trim_scale(hours_per_hour_accrued)::text, '-'),
                         coalesce(trim_scale(year_accrual_cap)::text, '-'),
                         coalesce(trim_scale(balance_cap)::text, '-'), coalesce(trim_scale(year_use_cap)::text, '-'),
                         coalesce(trim_scale(carry_over_hours)::text, '-'), waiting_days, trim_scale(waiting_hours),
                         case when carried_hours_count then 'counts' end, pay_basis, average_days) as terms
          from leave_plans as plan
          join leave_plan_terms as terms on terms.leave_plan_id = plan.id
         where plan.name = ${name} and effective_from <= ${day}
         order by effective_from desc limit 1`;
      return row?.["terms"];
    };
    const cases: readonly (readonly [name: string, day: string, terms: string])[] = [
      // Labor Code 246: on the 90th day; AB 1522 until 2023, SB 616 since.
      ["California paid sick leave", "2023-12-31", "30 - 48 24 - 89 0 regular_rate_of_week"],
      ["California paid sick leave", "2024-01-01", "30 - 80 40 - 89 0 regular_rate_of_week"],
      ["Colorado paid sick leave", "2026-01-01", "30 48 - 48 48 0 0 counts average_of_days 30"],
      [
        "New York sick leave, 100 or more employees",
        "2026-01-01",
        "30 56 - 56 - 0 0 regular_rate_of_week",
      ],
      ["Washington paid sick leave", "2026-01-01", "40 - - - 40 89 0 hourly_rate"],
      [
        "Maine earned paid leave, more than 10 employees",
        "2025-09-23",
        "40 40 40 40 40 120 0 counts regular_rate_of_week_before",
      ],
      [
        "Maine earned paid leave, more than 10 employees",
        "2025-09-24",
        "40 40 80 40 40 120 0 regular_rate_of_week_before",
      ],
      [
        "Nebraska paid sick time, 11 to 19 employees",
        "2026-01-01",
        "30 40 - 40 - 0 80 hourly_rate",
      ],
      // HB 567: nothing accrues any more.
      [
        "Missouri earned paid sick time, 15 or more employees",
        "2025-08-28",
        "- - - 56 80 0 0 hourly_rate",
      ],
    ];
    for (const [name, day, expected] of cases) {
      assertEquals(await terms(name, day), expected, `${name} on ${day}`);
    }
    assertEquals(
      [...await sql`select name from leave_plans where hours_counted = 'everywhere' and state is not null`],
      [{ name: "Massachusetts earned sick time, 11 or more employees" }],
    );
  }));

Deno.test("leave_plans/that_come_with_the_product_come_with_an_upgrade_too", async () => {
  const insertsOf = (text: string) =>
    text.match(/^insert into public\.leave_plan(?:s|_terms) [^]*?;$/gm) ?? [];
  const tree = insertsOf(await read("supabase/schemas/leave/state_leave_plans.sql"));
  assertEquals(tree.length, 2);
  assertEquals(insertsOf(await upgradeText()), tree);
});

Deno.test("leave_plans/of_states_are_those_of_the_docs_with_their_numbers", () =>
  withDatabase(async ({ sql }) => {
    const page = await read("docs/leave.md");
    const [, table = ""] = /\n\| state \| plan \|[^\n]*\n\| --- [^\n]*\n([^]*?)\n<!--/.exec(page) ??
      [];
    const told = table.split("\n").map((row) =>
      row.slice(2, -2).split(" | ").map((cell) => cell.trim())
    );
    assert(told.length > 0);
    const rows = await sql<Record<string, string>[]>`
      select distinct on (plan.name) plan.state, plan.name, effective_from::text as from_day,
             coalesce(trim_scale(hours_per_hour_accrued)::text, 'ended') as per,
             coalesce(trim_scale(year_accrual_cap)::text, '') as accrual,
             coalesce(trim_scale(balance_cap)::text, '') as balance,
             coalesce(trim_scale(year_use_cap)::text, '') as used,
             coalesce(trim_scale(carry_over_hours)::text, 'all') || case when carried_hours_count then ', counts' else '' end
                 as carried,
             case when waiting_days > 0 then waiting_days || ' days'
                  when waiting_hours > 0 then trim_scale(waiting_hours) || ' hours' else '' end as wait,
             coalesce(trim_scale(reinstated_within_months) || ' months', '') as back,
             case pay_basis
                  when 'hourly_rate' then 'rate of the hour'
                  when 'regular_rate_of_week' then 'week''s regular rate'
                  when 'regular_rate_of_week_before' then 'regular rate of the week before'
                  else format('average of %s %s', average_days,
                              case pay_basis when 'average_of_workdays' then 'workdays' else 'days' end)
                  end as pays
        from leave_plans as plan
        join leave_plan_terms as terms on terms.leave_plan_id = plan.id
       where plan.state is not null
       order by plan.name, effective_from desc`;
    const sorted = (all: readonly (readonly unknown[])[]) =>
      all.map((row) => row.join(" | ")).sort();
    assertEquals(sorted(told), sorted(rows.map((row) => Object.values(row))));
  }));
