// Each refusal of a time entry as a client app gets it: status, slug in `details`, message and hint.
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Caller } from "../../support/access/callers.ts";
import { type ProjectFirm, withProjectFirm } from "../../support/access/project.ts";

type Table = ReturnType<SupabaseClient["from"]>;
type Values = Record<string, unknown>;

/** Request of a caller, and the answer's status, slug and message. */
type Case = readonly [
  caller: Caller,
  send: (table: Table) => PromiseLike<{
    status: number;
    error: { code: string; details: string; message: string; hint: string } | null;
  }>,
  status: number,
  slug: string,
  message: string,
];

/** Prepares, beside the firm, time in a payroll batch and days before the first rate; gives the cases. */
async function prepareCases({ sql, firm }: ProjectFirm): Promise<Case[]> {
  const { adaNorth } = firm.placements;
  await sql`update assignments set start_date = '2025-12-01' where id = ${adaNorth}`;
  const time = (label: string) => firm.id("time_entries", `ada at north ${label}`);
  const billed = async (line: string) => {
    const id = firm.id("invoice_lines", `north ${line}, time`);
    const [row] = await sql`select time_entry_id from invoice_lines where id = ${id}`;
    return String(row?.time_entry_id);
  };
  const paid = time("approved");
  await sql`
    update payroll_item_lines set kind = 'straight', pay_kind = null, time_entry_id = ${paid}
     where id = ${firm.id("payroll_item_lines", "ada, draft")}`;

  const insert = (values: Values) => (table: Table) =>
    table.insert({ assignment_id: adaNorth, work_date: "2026-01-07", hours: 8, ...values });
  const update = (id: string, values: Values) => (table: Table) =>
    table.update(values).eq("id", id);
  const isOutOfRange = "A time entry cannot have 24.50 hours, as the one of 2026-01-07 would.";
  const doesNotGo = (from: string, to: string) =>
    `The time entry of 2026-01-05 cannot go from ${from} to ${to}.`;
  const isFixed = (state: string, what: string) =>
    `The time entry of 2026-01-05 is ${state}. Its ${what} only as a draft.`;
  const figures = "hours, day, assignment and code change";
  const isOnInvoice = "The time entry of 2026-01-06 is on an invoice.";
  const outside =
    "2025-11-30 is outside the assignment, which runs from 2025-12-01 to further notice.";
  const day = "A time entry belongs to a calendar day, which infinity is not.";
  const lacks = "A time entry needs an assignment, a day and hours.";
  // deno-fmt-ignore
  return [
    ["ada", insert({ hours: 24.5 }), 400, "hours_out_of_range", isOutOfRange],
    ["ada", insert({ hours: null }), 400, "time_entry_incomplete", lacks],
    ["ada", insert({ work_date: "infinity" }), 400, "work_date_not_finite", day],
    ["ada", insert({ status: "paid" }), 400, "time_entry_status_unknown", "The time entry of 2026-01-07 cannot be 'paid'."],
    ["ada", insert({ hours: 24, work_date: "2026-01-05" }), 409, "hours_exceed_day", "The contractor would have 33.00 hours on 2026-01-05."],
    ["ada", insert({ code: "float" }), 400, "time_code_unknown", "There is no code 'float'."],
    ["ada", insert({ code: "mileage" }), 400, "time_code_unit_not_right", "Mileage is counted by the mile, and the entry of 2026-01-07 has hours."],
    ["ada", insert({ code: "mileage", hours: 0 }), 400, "quantity_out_of_range", "Mileage is counted by the mile, and the entry of 2026-01-07 has no quantity."],
    ["ada", insert({ code: "on_call" }), 409, "code_without_rate", "The assignment has no rate to bill and pay for on_call on 2026-01-07."],
    ["ada", insert({ work_date: "2025-11-30" }), 409, "work_date_outside_assignment", outside],
    ["ada", insert({ work_date: "2025-12-31" }), 409, "work_date_without_rate", "The assignment has no rate on 2025-12-31."],
    ["ada", update(time("draft"), { status: "approved" }), 409, "time_entry_move_not_legal", doesNotGo("draft", "approved")],
    ["north", update(time("submitted"), { hours: 2 }), 409, "time_entry_not_draft", isFixed("submitted", figures)],
    ["north", update(time("submitted"), { notes: "left early", status: "approved" }), 409, "time_entry_not_draft", isFixed("submitted", "notes change")],
    ["north", update(time("pending_approval"), { status: "submitted" }), 409, "time_entry_move_not_legal", doesNotGo("pending_approval", "submitted")],
    ["ada", update(time("locked"), { status: "submitted" }), 409, "time_entry_locked", "The time entry of 2026-01-05 is locked and no longer changes."],
    ["ada", update(time("submitted"), { status: "draft" }), 409, "time_entry_not_draft", "The time entry of 2026-01-05 is submitted. It changes only as a draft."],
    ["ada", insert({ assignment_id: firm.placements.benSouth }), 403, "row_not_allowed", "Contractors enter time on their own assignments."],
    ["north", update(time("locked"), { status: "approved" }), 409, "time_entry_locked", "The time entry of 2026-01-05 is locked and no longer changes."],
    ["north", update(time("approved"), { status: "draft" }), 409, "time_entry_approved", "The time entry of 2026-01-05 is approved."],
    ["viewer", update(crypto.randomUUID(), { hours: 1 }), 403, "role_required", "This takes the role billing or payroll or recruiting or admin."],
    ["billing", insert({ hours: 24.5 }), 400, "hours_out_of_range", isOutOfRange],
    ["billing", update(time("draft"), { hours: 0.004 }), 400, "hours_out_of_range", "A time entry cannot have 0.00 hours, as the one of 2026-01-05 would."],
    ["billing", update(time("draft"), { work_date: "2025-11-30" }), 409, "work_date_outside_assignment", outside],
    ["billing", update(time("approved"), { hours: 2 }), 409, "time_entry_not_draft", isFixed("approved", figures)],
    ["billing", update(await billed("draft"), { status: "draft" }), 409, "time_entry_on_live_invoice", isOnInvoice],
    ["recruiting", update(await billed("sent"), { status: "draft" }), 409, "time_entry_on_live_invoice", isOnInvoice],
    ["payroll", update(paid, { status: "draft" }), 409, "time_entry_on_live_batch", "The time entry of 2026-01-05 is in a payroll batch."],
    ["payroll", update(time("locked"), { status: "approved" }), 409, "time_entry_locked", "The time entry of 2026-01-05 is locked and no longer changes."],
    ["service", update(time("approved"), { approved_by: firm.users.ada }), 409, "time_entry_approval_is_kept", "The approval of the time entry of 2026-01-05 does not change."],
    ["service", (table) => table.delete().eq("id", time("submitted")), 409, "time_entry_not_draft", "The time entry of 2026-01-05 is submitted and can no longer be deleted."],
  ];
}

Deno.test("time_entries/say_over_http_what_is_wrong_and_what_to_do", (t) =>
  withProjectFirm(async (project) => {
    const cases = await prepareCases(project);
    const placements = Object.values(project.firm.placements);
    const all = () =>
      project.sql`
        select *, xmin::text from time_entries
         where assignment_id = any (${placements}::uuid[]) order by id`;
    const before = await all();
    for (const [caller, send, status, slug, message] of cases) {
      await t.step(`${slug}, to ${caller}`, async () => {
        const { error, ...answer } = await send(project.clients[caller].from("time_entries"));
        assert(error !== null, "not refused");
        const { code, details } = error;
        const expected = { status, code: `PT${status}`, details: slug, message };
        assertEquals(
          { status: answer.status, code, details, message: error.message },
          expected,
        );
        assertMatch(error.hint, /^[A-Z].*\.$/);
        assertEquals(await all(), before);
      });
    }
  }));

Deno.test("time_entries/of_an_assignment_that_there_is_not_are_refused_by_a_constraint_that_says_so", () =>
  withProjectFirm(async ({ clients }) => {
    const entry = { assignment_id: crypto.randomUUID(), work_date: "2026-01-07", hours: 8 };
    const { error, status } = await clients.billing.from("time_entries").insert(entry);
    assertEquals([status, error?.code], [409, "23503"]);
    assertMatch(error?.message ?? "", /time_entry_is_of_a_known_assignment/);
    // Who may not see assignments does not learn whether there is one.
    const byAda = await clients.ada.from("time_entries").insert(entry);
    assertEquals(byAda.error?.details, "row_not_allowed"); // it is not hers
  }));
