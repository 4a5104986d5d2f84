// Files of different batches have names of their own.
import { assertEquals } from "@std/assert";
import { fileNameOf } from "../../../console/src/screens/payroll/file_name.ts";

const GROUPS = [{ id: "1", name: "Everybody" }, { id: "2", name: "Nights & Week-ends!" }];
const named = (
  batch: { kind?: "regular" | "off_cycle"; pay_date?: string; group?: string },
  groups = GROUPS,
) =>
  fileNameOf(
    {
      kind: batch.kind ?? "regular",
      pay_date: batch.pay_date ?? null,
      payroll_periods: {
        period_start: "2026-03-02",
        period_end: "2026-03-08",
        pay_group_id: batch.group ?? "1",
      },
    },
    "w2",
    groups,
  );

Deno.test("payroll_file_names/say_the_group_where_there_are_several_and_the_pay_date_off_the_cycle", () => {
  const offCycle = { kind: "off_cycle", pay_date: "2026-03-06" } as const;
  assertEquals([
    named({}, []),
    named(offCycle, []),
    named({}),
    named({ group: "2" }),
    named({ ...offCycle, group: "2" }),
  ], [
    "payroll-2026-03-02-2026-03-08-w2.csv",
    "payroll-2026-03-02-2026-03-08-off-cycle-2026-03-06-w2.csv",
    "payroll-2026-03-02-2026-03-08-everybody-w2.csv",
    "payroll-2026-03-02-2026-03-08-nights-week-ends-w2.csv",
    "payroll-2026-03-02-2026-03-08-nights-week-ends-off-cycle-2026-03-06-w2.csv",
  ]);
});
