// Hours as people type them.
import { assertEquals } from "@std/assert";
import { areTooMany, hoursIn } from "../../../console/src/ui/hours.ts";

const UNDERSTOOD: Readonly<Record<string, string>> = {
  "": "",
  " ": "",
  "0": "0",
  "8": "8",
  "08": "8",
  "8.5": "8.5",
  "8,5": "8.5",
  "8,50": "8.5",
  ".5": "0.5",
  "8.": "8",
  "7.333": "7.33",
  "7.335": "7.34",
  "8h": "8",
  "8 h": "8",
  "8H": "8",
  "8.5 hours": "8.5",
  "8:30": "8.5",
  "08:30": "8.5",
  "0:45": "0.75",
  "8:20": "8.33",
  "8:40": "8.67",
  "8h30": "8.5",
  "8h 30m": "8.5",
  "8 hrs 15 min": "8.25",
  "45m": "0.75",
  "24": "24",
  "24:00": "24",
};

Deno.test("hours/are_understood_as_people_type_them", () => {
  const found = Object.keys(UNDERSTOOD).map((typed) => [typed, hoursIn(typed)]);
  assertEquals(Object.fromEntries(found), UNDERSTOOD);
});

Deno.test("hours/that_nobody_understands_or_no_day_has_are_told", () => {
  for (
    const typed of [
      "eight",
      "-1",
      "8-5",
      "8:60",
      "8h75",
      "24.01",
      "24:01",
      "25",
      "100",
      "8..5",
      "8:30:15",
      "h",
      ".",
      ":30",
      "1e1",
      "0x8",
    ]
  ) assertEquals(hoursIn(typed), null, typed);
});

Deno.test("hours/that_no_day_has_are_told_from_those_that_nobody_understands", () => {
  const typed = ["25", "24.01", "24:01", "99h", "100", "24", "8", "", "eight", "8:60"];
  assertEquals(typed.filter(areTooMany), ["25", "24.01", "24:01", "99h", "100"]);
});
