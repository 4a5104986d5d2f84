// A shift as a client app enters it.
import { assertEquals, assertMatch } from "@std/assert";
import { withProjectFirm } from "../../support/access/project.ts";

Deno.test("http/enter_shift_answers_its_entries_again_and_another_one_in_words", () =>
  withProjectFirm(async ({ clients, firm }) => {
    const { adaNorth, adaSouth } = firm.placements;
    const night = {
      started_at: "2026-02-02T19:00:00-07:00",
      ended_at: "2026-02-03T07:20:00-07:00",
      break_minutes: 30,
    };
    const entering = () => clients.ada.rpc("enter_shift", { assignment_id: adaNorth, ...night });
    const first = await entering();
    assertEquals(first.error, null);
    const said = first.data.map((row: Record<string, unknown>) => [
      row.work_date,
      row.hours,
      row.break_minutes,
      row.status,
    ]);
    assertEquals(said, [["2026-02-02", 5, 0, "draft"], ["2026-02-03", 6.83, 30, "draft"]]);
    assertEquals((await entering()).data, first.data);

    const second = await clients.ada.rpc("enter_shift", { assignment_id: adaSouth, ...night });
    assertEquals(second.status, 409);
    assertEquals(second.error?.details, "shift_overlaps");
    assertMatch(
      second.error?.message ?? "",
      /^The contractor has another shift .* from 2026-02-02 19:00 /,
    );
    const missing = await clients.ada.rpc("enter_shift", { ...night, assignment_id: null });
    assertEquals([missing.status, missing.error?.details], [400, "argument_missing"]);
  }));
