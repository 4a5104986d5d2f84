import { assertEquals, assertThrows } from "@std/assert";
import { readGroupArguments } from "../../../cli/group/arguments.ts";
import { UsageError } from "../../../cli/database_argument.ts";

const read = (...args: string[]) => readGroupArguments(args, "2026-03-10");

Deno.test("group_arguments/mean_all_reports_of_the_month_before", () => {
  assertEquals(read("firms.json"), {
    path: "firms.json",
    reports: ["aging", "journal", "profit", "flash"],
    days: { from: "2026-02-01", to: "2026-02-28" },
    out: ".",
    seconds: 90,
  });
  const inJanuary = readGroupArguments(["firms.json"], "2026-01-31");
  assertEquals(inJanuary === "help" || inJanuary.days, { from: "2025-12-01", to: "2025-12-31" });
});

Deno.test("group_arguments/name_reports_days_a_folder_and_patience", () => {
  const days = ["--from", "2026-03-01", "--to", "2026-03-31"];
  assertEquals(read("f.json", "journal", ...days, "--out", "march", "--timeout", "2"), {
    path: "f.json",
    reports: ["journal"],
    days: { from: "2026-03-01", to: "2026-03-31" },
    out: "march",
    seconds: 2,
  });
  assertEquals(read("--help"), "help");
});

Deno.test("group_arguments/that_are_wrong_are_refused_in_words", () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    "No file of firms": [],
    "There is no report agin": ["f.json", "agin"],
    "are days, as 2026-03-31, and both": ["f.json", "--from", "2026-03-01"],
    "--from and --to are days": ["f.json", "--from", "2026-02-30", "--to", "2026-03-31"],
    "--to is before --from": ["f.json", "--from", "2026-03-02", "--to", "2026-03-01"],
    "--timeout is a number": ["f.json", "--timeout", "soon"],
    "Unknown option '--form'": ["f.json", "--form", "2026-03-01"],
  };
  for (const [message, args] of Object.entries(refused)) {
    assertThrows(() => read(...args), UsageError, message);
  }
});
