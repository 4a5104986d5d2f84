// Two payroll batches that close at once, both of a person who accrues leave: one waits for the other, and each hour accrues once.
import { assertEquals } from "@std/assert";
import { addNurse, addPlan, ledgerOf, workWeeks } from "../support/leave/leave.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

const WEEKS = ["2026-03-02", "2026-03-09"];

// 60 hours of each week are two hours of leave, and three are the most of a year.
for (const [name, order] of [["earlier", [0, 1]], ["later", [1, 0]]] as const) {
  Deno.test(`leave/accrues_once_where_two_batches_close_at_once_the_${name}_week_first`, () =>
    withDatabase(async ({ sql, url }) => {
      await addPlan(sql, {}, { year_accrual_cap: 3 });
      const { contractorId, at } = await addNurse(sql);
      await workWeeks(sql, at.CO, "2026-03-02", { weeks: 2, hours: 12 });
      const batches: string[] = [];
      for (const week of WEEKS) {
        const batch = await prepare(sql, week);
        for (let step = 0; step < 2; step++) await advance(sql, batch);
        batches.push(batch);
      }
      const [first = "", second = ""] = order.map((nth) => batches[nth] ?? "");
      const other = connectTo(url);
      try {
        await interleave(
          url,
          (closer) => closeBatch(closer, first),
          () => closeBatch(other, second),
        );
      } finally {
        await other.end();
      }
      const sums = Map.groupBy(await ledgerOf(sql, contractorId), (row) => row.slice(0, 10));
      assertEquals(
        [...sums].map(([day, rows]) =>
          `${day} ${rows.reduce((sum, row) => sum + Number(row.split(" ").at(-1)), 0)}`
        ),
        ["2026-03-08 2", "2026-03-15 1"],
      );
    }, { clock: "2026-03-20 18:00:00+00" }));
}
