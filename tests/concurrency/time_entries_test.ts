// Two people write one contractor's time at once: the second waits, and is judged by what the first did.
import { assertEquals } from "@std/assert";
import { actingAs } from "../support/access/acting.ts";
import { SERVICE } from "../support/access/callers.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const DAY = "2026-01-05";

Deno.test("time_entries/entered_at_once_by_two_people_do_not_exceed_24_hours_together", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    const second = await firm.assignmentOf(contractor.id);
    const elsewhere = await firm.entry(second, "draft", "2026-01-06", "8.01");
    const seconds = {
      enters: () => firm.entry(second, "draft", DAY, "8.01"),
      moves: () => sql`update time_entries set work_date = ${DAY} where id = ${elsewhere}`,
    };
    for (const [what, other] of Object.entries(seconds)) {
      const enter = interleave<unknown>(
        url,
        (sql) =>
          sql`insert into time_entries (assignment_id, work_date, hours)
              values (${assignment}, ${DAY}, 16) returning id`,
        other,
      );
      await assertRefused(enter, 409, "hours_exceed_day");
      const deleted = await sql`delete from time_entries where work_date = ${DAY} returning hours`;
      assertEquals([...deleted], [{ hours: "16.00" }], what);
    }
  }));

Deno.test("time_entries/of_one_person_are_entered_while_others_change_many", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const holder = connectTo(url);
    await holder.begin(async (holder) => {
      await holder`select private.hold_time()`;
      await actingAs(sql, SERVICE, (sql) =>
        sql`
          insert into time_entries (assignment_id, work_date, hours)
          values (${assignment}, ${DAY}, 8), (${assignment}, '2026-01-06', 8)`);
    });
    await holder.end();
    assertEquals((await sql`select from time_entries`).length, 2);
  }));

Deno.test("time_entries/entered_at_once_by_two_people_fill_24_hours_exactly", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await interleave(
      url,
      (sql) =>
        sql`insert into time_entries (assignment_id, work_date, hours) values (${assignment}, ${DAY}, 16)`,
      () => firm.entry(assignment, "draft", DAY, "8"),
    );
    const [day] = await sql`select sum(hours) as hours from time_entries`;
    assertEquals(day?.hours, "24.00");
  }));
