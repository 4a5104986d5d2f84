// Notes of staff: whoever is staff writes and reads them, and they stay as they were written.
import { assertEquals } from "@std/assert";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { runAs } from "../../../support/access/acting.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("notes/say_who_wrote_them_and_when_whoever_says_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("facilities", "north");
    const [row] = await runAs(
      sql,
      firm,
      "viewer",
      `insert into notes (about, about_id, text, promised_on, promised_amount)
       values ('facility', '${id}', 'Lee pays by wire.', '2026-04-24', 400) returning written_at, written_by`,
    );
    assertEquals(row, {
      written_at: new Date("2026-04-20T18:00:00Z"),
      written_by: firm.users.viewer,
    });
    const [by_hand] = await sql`
      insert into notes (about, about_id, text, written_at, written_by)
      values ('facility', ${id}, 'Backdated.', '2020-01-01', ${firm.users.admin}) returning written_at, written_by`;
    assertEquals({ ...by_hand }, {
      written_at: new Date("2026-04-20T18:00:00Z"),
      written_by: null,
    });
  }, NOW));

Deno.test("notes/are_about_a_row_that_is_there_and_promise_only_what_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const note = (about: string, id: string, more = "null, null", text = "Called.") =>
      runAs(
        sql,
        firm,
        "recruiting",
        `insert into notes (about, about_id, text, promised_on, promised_amount)
         values ('${about}', '${id}', '${text}', ${more})`,
      );
    const contractor = firm.id("contractors", "ada");
    await note("contractor", contractor);
    await assertRefused(note("invoice", contractor), 404, "note_about_nothing");
    await assertRefused(note("time_entry", contractor), 400, "note_about_is_known");
    await assertRefused(
      note("contractor", contractor, "null, null", " "),
      400,
      "note_is_not_blank",
    );
    await assertRefused(
      note("contractor", contractor, "null, null", "a".repeat(2001)),
      400,
      "text_too_long",
    );
    await assertRefused(
      note("contractor", contractor, "'2026-04-24', null"),
      400,
      "only_debtors_promise",
    );
    const facility = firm.id("facilities", "north");
    await assertRefused(note("facility", facility, "null, 5"), 400, "promise_has_a_day");
    await assertRefused(
      note("facility", facility, "'2026-04-24', 0"),
      400,
      "promised_amount_is_positive",
    );
    await assertRefused(note("facility", facility, "'0026-04-24', 1"), 400, "day_out_of_range");
  }));

Deno.test("notes/change_for_nobody", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("notes", "about north");
    await assertRefused(
      sql`update notes set text = 'Other.' where id = ${id}`,
      409,
      "note_is_kept",
    );
    await assertRefused(sql`delete from notes where id = ${id}`, 409, "note_is_kept");
  }));
