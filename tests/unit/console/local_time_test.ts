// The clock of a facility, whose zone is seldom that of the browser.
import { assert, assertEquals } from "@std/assert";
import { instantsOf, localTime, minutesBetween } from "../../../console/src/ui/local_time.ts";

const DENVER = "America/Denver";

Deno.test("local_time/a_time_goes_out_with_the_offset_of_its_day", () => {
  assertEquals(instantsOf("2026-06-08", "19:00", DENVER), ["2026-06-08T19:00:00-06:00"]);
  assertEquals(instantsOf("2026-01-08", "19:00", DENVER), ["2026-01-08T19:00:00-07:00"]);
  assertEquals(instantsOf("2026-06-08", "00:00", "Europe/London"), [
    "2026-06-08T00:00:00+01:00",
  ]);
  assertEquals(instantsOf("2026-06-08", "23:59", "Asia/Kathmandu"), [
    "2026-06-08T23:59:00+05:45",
  ]);
  assertEquals(instantsOf("2026-01-08", "07:30", "America/St_Johns"), [
    "2026-01-08T07:30:00-03:30",
  ]);
  // With seconds, as some browsers give it.
  assertEquals(instantsOf("2026-06-08", "19:00:00", "UTC"), ["2026-06-08T19:00:00+00:00"]);
});

Deno.test("local_time/what_comes_twice_is_two_instants_the_earlier_first", () => {
  assertEquals(instantsOf("2026-11-01", "01:30", DENVER), [
    "2026-11-01T01:30:00-06:00",
    "2026-11-01T01:30:00-07:00",
  ]);
  assertEquals(instantsOf("2026-11-01", "02:00", DENVER), ["2026-11-01T02:00:00-07:00"]);
  assertEquals(instantsOf("2026-10-25", "01:00", "Europe/London"), [
    "2026-10-25T01:00:00+01:00",
    "2026-10-25T01:00:00+00:00",
  ]);
});

Deno.test("local_time/what_is_skipped_lies_after_the_change", () => {
  assertEquals(instantsOf("2026-03-08", "02:30", DENVER), ["2026-03-08T03:30:00-06:00"]);
  assertEquals(instantsOf("2026-03-08", "01:59", DENVER), ["2026-03-08T01:59:00-07:00"]);
  assertEquals(instantsOf("2026-03-08", "03:00", DENVER), ["2026-03-08T03:00:00-06:00"]);
});

Deno.test("local_time/a_night_has_the_hours_that_passed_in_it", () => {
  const hoursOf = (evening: string, morning: string) => {
    const [from = ""] = instantsOf(evening, "19:00", DENVER);
    const [to = ""] = instantsOf(morning, "07:30", DENVER);
    return minutesBetween(from, to) / 60;
  };
  assertEquals(hoursOf("2026-06-08", "2026-06-09"), 12.5);
  assertEquals(hoursOf("2026-03-07", "2026-03-08"), 11.5);
  assertEquals(hoursOf("2026-10-31", "2026-11-01"), 13.5);
});

Deno.test("local_time/every_minute_around_a_change_comes_back_as_it_was", () => {
  for (
    const [zone, from] of [
      [DENVER, "2026-03-08T06:00Z"],
      [DENVER, "2026-11-01T05:00Z"],
      ["Europe/London", "2026-03-28T22:00Z"],
      ["Australia/Lord_Howe", "2026-04-04T12:00Z"], // by half an hour
      ["America/Los_Angeles", "2026-11-01T06:00Z"],
    ] as const
  ) {
    for (let minute = 0; minute < 6 * 60; minute++) {
      const instant = Date.parse(from) + minute * 60_000;
      const [day = "", time = ""] = localTime(instant, zone).split("T");
      const found = instantsOf(day, time, zone).map((one) => Date.parse(one));
      assert(found.includes(instant), `${zone} ${day} ${time}`);
    }
  }
});

Deno.test("local_time/what_is_no_time_is_no_instant", () => {
  assertEquals(instantsOf("", "19:00", DENVER), []);
  assertEquals(instantsOf("2026-06-08", "", DENVER), []);
});
