// Files of different batches have names of their own.
import { assertEquals } from "@std/assert";
import { fileNameOf } from "../../../console/src/screens/payroll/file_name.ts";

const GROUPS = [{ id: "1", name: "Everybody" }, { id: "2", name: "Nights & Week-ends!" }];
const named = (
  batch: { id?: string; kind?: "regular" | "off_cycle"; pay_date?: string; group?: string },
  groups = GROUPS,
  employment: string | null = "w2",
) =>
  fileNameOf(
    {
      id: batch.id ?? "0b5c1e2f-6d1a-4c3b-9e8f-000000000001",
      kind: batch.kind ?? "regular",
      pay_date: batch.pay_date ?? null,
      payroll_periods: {
        period_start: "2026-03-02",
        period_end: "2026-03-08",
        pay_group_id: batch.group ?? "1",
      },
    },
    employment,
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
    "payroll-2026-03-02-2026-03-08-off-cycle-2026-03-06-0b5c1e2f-w2.csv",
    "payroll-2026-03-02-2026-03-08-everybody-w2.csv",
    "payroll-2026-03-02-2026-03-08-nights-week-ends-w2.csv",
    "payroll-2026-03-02-2026-03-08-nights-week-ends-off-cycle-2026-03-06-0b5c1e2f-w2.csv",
  ]);
});

Deno.test("payroll_file_names/differ_of_off_cycle_batches_that_are_paid_on_one_day", () => {
  const offCycle = { kind: "off_cycle", pay_date: "2026-03-06" } as const;
  const other = { ...offCycle, id: "7f00a1d4-6d1a-4c3b-9e8f-000000000001" };
  assertEquals([
    named(offCycle, [], null),
    named(other, [], null),
    named(other, []),
  ], [
    "payroll-2026-03-02-2026-03-08-off-cycle-2026-03-06-0b5c1e2f.csv",
    "payroll-2026-03-02-2026-03-08-off-cycle-2026-03-06-7f00a1d4.csv",
    "payroll-2026-03-02-2026-03-08-off-cycle-2026-03-06-7f00a1d4-w2.csv",
  ]);
});

Deno.test("payroll_file_names/of_everybody_are_the_period_where_there_is_one_group", () =>
  assertEquals(named({}, [], null), "payroll-2026-03-02-2026-03-08.csv"));
