/** Hours of the month that is played: from the program's system, and on paper. */
import { assertEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../../supabase/functions/_shared/database.types.ts";
import type { FileRow } from "../../moving_in/imports.ts";
import { money } from "../closing.ts";
import { done } from "../newcomers.ts";
import { importFile, type PlayedFirm } from "../played_firm.ts";
import type { Place } from "./place.ts";

type Client = SupabaseClient<Database>;

/** A line of the program's system, approved there. */
const line = (worker: string, day: number, hours: string): FileRow => ({
  system: "SAP Fieldglass",
  line_id: `${worker}/${day}`,
  worker_number: worker,
  work_date: `2026-03-${String(day).padStart(2, "0")}`,
  hours,
  approved_by: "Ruth Lee",
});
/** Lines of some days of March. */
export const lines = (worker: string, hours: string, ...days: number[]): FileRow[] =>
  days.map((day) => line(worker, day, hours));

/** Brings lines in; counts those that are new, are changed, say the same. */
export async function bring(client: Client, rows: readonly FileRow[]): Promise<number[]> {
  const { inserted = 0, changed = 0, skipped } = await importFile(client, "time", rows);
  return [inserted, changed, skipped];
}

/** Rows of the first week of March that do not agree. */
async function variances(client: Client, facility: string): Promise<string[]> {
  const rows = await done(client.rpc("time_variances", { week_start: "2026-03-02", facility }));
  return rows.filter(({ outcome }) => outcome !== "agrees").map((row) =>
    [
      row.work_date,
      row.contractor_name,
      money(row.hours),
      "beside",
      `${money(row.client_hours)}:`,
      row.outcome,
      ...row.dispute_reason === null ? [] : [row.dispute_reason],
    ].join(" ")
  );
}

/** Hours of the first week: by the program's system, by paper, and what is done where they differ. */
export async function firstWeek(
  { payroll, billing }: PlayedFirm,
  { P1, clerk }: Place,
): Promise<void> {
  const assignments = await done(
    payroll.from("assignments").select("id, external_number"),
  );
  const assignment = (number: string) =>
    assignments.find(({ external_number }) => external_number === number)?.id ?? "";
  const dee = assignment("A4");
  // Dee's sheet came on paper.
  const paper = await done(
    payroll.from("time_entries").insert([
      { assignment_id: dee, work_date: "2026-03-03", hours: 10 },
      { assignment_id: dee, work_date: "2026-03-04", hours: 8 },
      { assignment_id: dee, work_date: "2026-03-06", hours: 2 },
    ]).select("id, work_date"),
  );
  await done(
    payroll.from("time_entries").update({ status: "submitted" })
      .in("id", paper.map(({ id }) => id)).select(),
  );
  const theirs = [
    ...lines("C1", "8.4", 2, 3, 4, 5),
    ...lines("C2", "8.4", 2, 3, 4, 5),
    ...lines("C3", "8.4", 3, 4, 5),
    ...lines("C4", "10", 2, 4, 5),
    line("C4", 3, "9"),
    ...lines("C5", "8", 2, 3, 4, 5, 6),
  ];
  assertEquals(await bring(payroll, [...theirs, line("C3", 2, "8")]), [21, 0, 0]);
  const corrected = [line("C3", 2, "8.4"), ...theirs]; // of which twenty are known
  assertEquals(await bring(payroll, corrected), [0, 1, 20]);
  assertEquals(await bring(payroll, corrected.slice(3, 9).toReversed()), [0, 0, 6]);

  const [lost] = await done(
    payroll.from("time_entries").select("id").eq("work_date", "2026-03-05")
      .eq("assignment_id", assignment("A1")),
  );
  await done(
    payroll.rpc("set_aside_time", {
      time_entry_ids: [lost?.id ?? ""],
      reason: "Taken for a second entry",
    }),
  );
  assertEquals(await variances(billing, P1), [
    "2026-03-03 Dee Lund 10.00 beside 9.00: differs",
    "2026-03-04 Dee Lund 8.00 beside 10.00: differs",
    "2026-03-05 Ada Okafor 0.00 beside 8.40: theirs_alone",
    "2026-03-06 Dee Lund 2.00 beside 0.00: ours_alone",
  ]);
  const said = await done(payroll.from("client_time").select("id, line_id"));
  const ids = (...wanted: string[]) =>
    said.filter(({ line_id }) => wanted.includes(line_id)).map(({ id }) => id);
  const denied = await billing.rpc("take_client_time", { client_time_ids: ids("C4/4") });
  assertEquals([denied.status, denied.error?.details], [403, "role_required"]);
  await done(payroll.rpc("take_client_time", { client_time_ids: ids("C4/4", "C1/5") }));
  const reason = "The badge shows ten hours.";
  await done(billing.rpc("dispute_client_time", { client_time_ids: ids("C4/3"), reason }));
  assertEquals(await variances(payroll, P1), [
    `2026-03-03 Dee Lund 10.00 beside 9.00: differs ${reason}`,
    "2026-03-06 Dee Lund 2.00 beside 0.00: ours_alone",
  ]);

  // Hours are the hospital's to approve, not its program's.
  assertEquals(await done(clerk.from("time_entries").select("id")), []);
  assertEquals(await done(clerk.from("unapproved_time").select("hours")), []);
  const friday = paper.find(({ work_date }) => work_date === "2026-03-06")?.id ?? "";
  const approving = await clerk.from("time_entries").update({ status: "approved" }).eq(
    "id",
    friday,
  );
  assertEquals([approving.status, approving.error?.details], [403, "role_required"]);
  const compared = await clerk.rpc("time_variances", { week_start: "2026-03-02", facility: P1 });
  assertEquals([compared.status, compared.error?.details], [403, "staff_only"]);
  await done( // payroll entered it
    billing.from("time_entries").update({ status: "approved" }).eq("work_date", "2026-03-03")
      .eq("status", "submitted").select(),
  );
}
