import type { PreparedRows, Values } from "../prepared_rows.ts";
import type { Placements } from "./placements.ts";

/** The letter of the move into each state, and what it takes. */
const MOVES: Readonly<Record<string, readonly [letter: string, values: Values]>> = {
  draft: ["b", { status: "draft", sent_back_reason: "The break is missing." }],
  submitted: ["s", { status: "submitted" }],
  pending_approval: ["p", { status: "pending_approval" }],
  approved: ["a", { status: "approved" }],
  locked: ["l", { status: "locked" }],
};

/** Time in every state, of both contractors, at both facilities. */
export async function prepareTime(rows: PreparedRows, placements: Placements): Promise<void> {
  const { adaNorth, adaSouth, benSouth } = placements;
  const add = async (whose: string, assignmentId: string, status: string, also: Values = {}) => {
    const moves = Object.entries(MOVES).filter(([to]) => to !== status).map(([, move]) => move);
    const label = [whose, status, ...Object.keys(also)].join(" ");
    const id = await rows.add("time_entries", label, {
      assignment_id: assignmentId,
      work_date: "2026-01-05",
      hours: "1.00",
      status,
      notes: "ward 3",
      ...also,
    }, { touch: "notes", moves: Object.fromEntries(moves) });
    for (const view of ["facility_time", "my_time"]) {
      rows.know(view, label, { time_entry_id: id, hours: "1.00" }, {
        key: ["time_entry_id"],
        touch: "hours",
      });
    }
    if (status !== "approved" && !("approved_at" in also)) {
      rows.know("unapproved_time", label, { time_entry_id: id, hours: "1.00" }, {
        key: ["time_entry_id"],
        touch: "hours",
      });
    }
    if (status === "approved" || "approved_at" in also) {
      rows.know("unbilled_time", label, { time_entry_id: id, hours: "1.00" }, {
        key: ["time_entry_id"],
        touch: "hours",
      });
    }
  };
  for (const status of Object.keys(MOVES)) {
    await add("ada at north", adaNorth, status);
    await add("ben at south", benSouth, status);
  }
  const shift = await rows.add("planned_shifts", "ada at north", {
    assignment_id: adaNorth,
    starts_at: "2026-01-06T15:00:00Z",
    ends_at: "2026-01-06T19:00:00Z",
    break_minutes: "0",
  }, { touch: "reason" });
  for (const view of ["my_shifts", "facility_shifts", "planned_days"]) {
    rows.know(view, "ada at north", { planned_shift_id: shift, hours: "4.00" }, {
      key: ["planned_shift_id"],
      touch: "hours",
    });
  }
  await rows.add("client_time", "ada at north", {
    system: "Mercy's program",
    line_id: crypto.randomUUID().slice(0, 8),
    assignment_id: adaNorth,
    work_date: "2026-01-08",
    hours: "1.00",
    received_at: "2026-01-12T00:00:00Z",
  }, { touch: "cost_centre" });
  await add("ada at north", adaNorth, "locked", { approved_at: "2026-01-12T00:00:00Z" });
  await add("ada at north", adaNorth, "draft", { sent_back_at: "2026-01-12T00:00:00Z" });
  await add("ada at south", adaSouth, "draft");
  await add("ada at south", adaSouth, "submitted");
}
