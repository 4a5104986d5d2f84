// A week at a time: entered, submitted, approved or sent back by one request, in whole or not at all.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { Caller } from "../../support/access/callers.ts";
import { type ProjectFirm, withProjectFirm } from "../../support/access/project.ts";

const [MONDAY, TUESDAY, FRIDAY, SUNDAY] = ["2026-02-02", "2026-02-03", "2026-02-06", "2026-02-08"];
const DAYS = [MONDAY, TUESDAY, "2026-02-04", "2026-02-05", FRIDAY];

/** Puts all time of the week that is in one of the states, and that the caller may write, to another. */
function putWeek({ clients }: ProjectFirm, caller: Caller, from: string[], to: string) {
  const reason = to === "draft" ? { sent_back_reason: "The breaks are missing." } : {};
  return clients[caller].from("time_entries").update({ status: to, ...reason }).in("status", from)
    .gte("work_date", MONDAY).lte("work_date", SUNDAY).select("id, status, approved_by");
}

/** Every entry of the firm's by its id, as text. */
async function allTime({ sql, firm }: ProjectFirm): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; entry: string }[]>`
    select id, entry::text from time_entries as entry
     where assignment_id = any (${Object.values(firm.placements)}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.entry]));
}

/** A week at North in all states, and around it time that is not to be touched; gives what is to be approved. */
async function prepareWeek({ sql, firm }: ProjectFirm): Promise<string[]> {
  const { adaNorth, adaSouth, benSouth } = firm.placements;
  const add = async (assignment: string, day: string, status: string) => {
    const [row] = await sql<[{ id: string }]>`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignment}, ${day}, 2, ${status}) returning id`;
    return row.id;
  };
  for (const day of ["2026-02-01", "2026-02-09"]) await add(adaNorth, day, "submitted");
  for (const place of [adaSouth, benSouth]) await add(place, MONDAY, "submitted");
  for (const status of ["draft", "approved", "locked"]) await add(adaNorth, TUESDAY, status);
  return [
    await add(adaNorth, MONDAY, "submitted"),
    await add(adaNorth, FRIDAY, "submitted"),
    await add(adaNorth, SUNDAY, "pending_approval"),
  ].sort();
}

for (const caller of ["north", "billing"] as const) {
  for (const to of ["approved", "draft"] as const) {
    const move = to === "approved" ? "approves" : "sends_back";
    Deno.test(`time_entries/${caller}_${move}_a_facilitys_week_by_one_request_and_touches_nothing_else`, () =>
      withProjectFirm(async (project) => {
        const { firm } = project;
        const open = await prepareWeek(project);
        const before = await allTime(project);

        let request = putWeek(project, caller, ["submitted", "pending_approval"], to);
        // Contacts reach their own facility only; staff name it.
        if (caller === "billing") request = request.eq("assignment_id", firm.placements.adaNorth);
        const { data, error, status } = await request;

        assertEquals(error, null);
        assertEquals(status, 200);
        assertEquals(data?.map((row) => row.id).sort(), open);
        const by = to === "approved" ? firm.users[caller] : null;
        assert(data?.every((row) => row.status === to && row.approved_by === by));
        const after = await allTime(project);
        const changed = [...before.keys()].filter((id) => before.get(id) !== after.get(id));
        assertEquals(changed.sort(), open);
        assertStrictEquals(after.size, before.size);
      }));
  }
}

Deno.test("time_entries/of_a_week_are_approved_all_or_none", () =>
  withProjectFirm(async (project) => {
    await prepareWeek(project);
    const before = await allTime(project);
    const states = ["draft", "submitted", "pending_approval"];
    const { error, status } = await putWeek(project, "billing", states, "approved")
      .eq("assignment_id", project.firm.placements.adaNorth);
    assertEquals([status, error?.details], [409, "time_entry_move_not_legal"]);
    assertEquals(
      error?.message,
      `The time entry of ${TUESDAY} cannot go from draft to approved.`,
    );
    assertEquals(await allTime(project), before);
  }));

Deno.test("time_entries/of_a_week_are_entered_and_submitted_by_one_request_each", () =>
  withProjectFirm(async (project) => {
    const { clients, firm } = project;
    const before = await allTime(project);
    const week = DAYS.map((work_date) => (
      { assignment_id: firm.placements.adaNorth, work_date, hours: 8 }
    ));
    const entered = await clients.ada.from("time_entries").insert(week).select("id, status");
    assertEquals(entered.status, 201);
    assertEquals(entered.data?.map((row) => row.status), DAYS.map(() => "draft"));

    const submitted = await putWeek(project, "ada", ["draft"], "submitted");
    const ids = entered.data?.map((row) => row.id).sort();
    assertEquals(submitted.data?.map((row) => row.id).sort(), ids);
    const others = [...await allTime(project)].filter(([id]) => !ids?.includes(id));
    assertEquals(new Map(others), before);
  }));

Deno.test("time_entries/of_a_week_with_one_bad_day_are_not_entered_and_the_day_is_named", async (t) => {
  const bad: readonly (readonly [slug: string, day: Record<string, unknown>, message: RegExp])[] = [
    ["hours_out_of_range", { hours: 0 }, /0\.00 hours, as the one of 2026-02-06/],
    ["hours_exceed_day", { work_date: MONDAY, hours: 16.5 }, /24\.50 hours on 2026-02-02/],
    ["work_date_outside_assignment", { work_date: "2025-02-06" }, /^2025-02-06 is outside/],
  ];
  await withProjectFirm(async (project) => {
    const before = await allTime(project);
    for (const [slug, day, message] of bad) {
      await t.step(slug, async () => {
        const week = DAYS.map((work_date) => ({
          assignment_id: project.firm.placements.adaNorth,
          work_date,
          hours: 8,
          ...(work_date === FRIDAY ? day : {}),
        }));
        const { error } = await project.clients.ada.from("time_entries").insert(week);
        assertStrictEquals(error?.details, slug);
        assertMatch(error.message, message);
        assertEquals(await allTime(project), before);
      });
    }
  });
});
