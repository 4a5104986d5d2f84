// A facility's contacts are told of time that waits for them: when some of it is new, and every three days.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { TimeToApprove } from "../../../../supabase/functions/_shared/delivery/texts/time_to_approve.ts";
import { Firm } from "../../../support/firm.ts";
import { addCoded, addCodeRate } from "../../../support/time/codes.ts";
import {
  dataOfOnly,
  messages,
  settle,
  steps,
  switchOn,
  writeDue,
} from "../../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";

const TODAY = "2026-03-02";

/** A contact of the facility who signs in. */
async function contact(
  { sql, facilityId }: Firm,
  name = "Lee",
  values: { email?: null; is_active?: false; user_id?: null } = {},
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into facility_contacts ${
    sql({
      facility_id: facilityId,
      name,
      email: `${name.toLowerCase()}@mercy.example`,
      user_id: crypto.randomUUID(),
      ...values,
    })
  } returning id`;
  return row.id;
}

Deno.test(
  "mail/time_to_approve_goes_to_each_contact_who_may_approve_it_and_has_an_e_mail",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    const told = [await contact(firm, "Lee"), await contact(firm, "Kim")];
    await contact(firm, "Ida", { is_active: false });
    await contact(firm, "Jo", { email: null });
    await contact(firm, "Max", { user_id: null });
    const elsewhere = await Firm.create(sql, "Lakeside");
    await contact(elsewhere, "Ned");
    await firm.entry(await firm.assignment(), "submitted", "2026-03-01");
    await switchOn(sql, "time_to_approve");
    assertEquals(await writeDue(sql), 2);
    assertEquals((await messages(sql)).map(({ subject_id }) => subject_id).sort(), told.sort());
    assertEquals(await steps(sql), [TODAY, TODAY]);
    assertStrictEquals(await writeDue(sql), 0);
  }),
);

Deno.test(
  "mail/time_to_approve_is_what_was_submitted_or_is_pending_by_the_day",
  withMovingClock(TODAY, async ({ sql }) => {
    for (const status of ["draft", "submitted", "pending_approval", "approved", "locked"]) {
      const firm = await Firm.create(sql, status);
      await contact(firm, status);
      await firm.entry(await firm.assignment(), status, TODAY);
    }
    await switchOn(sql, "time_to_approve");
    assertStrictEquals(await writeDue(sql, "2026-03-01"), 0);
    assertEquals(await writeDue(sql), 2);
    const told = await sql`
      select name from facility_contacts join private.outbox on subject_id = facility_contacts.id
       order by name`;
    assertEquals(told.map(({ name }) => name), ["pending_approval", "submitted"]);
  }),
);

Deno.test(
  "mail/time_to_approve_is_mailed_again_when_some_is_new_or_after_three_days",
  withMovingClock(TODAY, async (firm, setClock) => {
    const { sql } = firm;
    await contact(firm);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "submitted", "2026-03-01");
    await switchOn(sql, "time_to_approve");
    const written: string[] = [];
    const day = async (date: string) => {
      await setClock(noon(date));
      if (await writeDue(sql) > 0) written.push(date);
    };
    await day(TODAY);
    await settle(sql, "sent");
    await setClock("2026-03-02 13:00 America/Denver");
    await firm.entry(assignment, "submitted", TODAY);
    for (const date of ["2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"]) {
      await day(date);
      await settle(sql, "sent");
    }
    assertEquals(written, [TODAY, "2026-03-03", "2026-03-06"]);
    // One that waits says it anyway; one that was not true was none.
    await day("2026-03-09");
    await day("2026-03-10");
    assertEquals(written.slice(3), ["2026-03-09"]);
    await settle(sql, "dropped");
    await day("2026-03-11");
    await settle(sql, "failed");
    await day("2026-03-12");
    assertEquals(written.slice(4), ["2026-03-11"]);
  }),
);

const DROPPED: Record<string, [because: string, statement: string]> = {
  approved: [
    "No time waits for approval any more.",
    "update time_entries set status = 'approved'",
  ],
  sent_back: ["No time waits for approval any more.", "update time_entries set status = 'draft'"],
  set_aside: [
    "No time waits for approval any more.",
    "update time_entries set set_aside_at = now(), set_aside_reason = 'Twice.'",
  ],
  to_somebody_who_left: [
    "Its recipient no longer approves time.",
    "update facility_contacts set is_active = false",
  ],
  to_somebody_unlinked: [
    "Its recipient no longer approves time.",
    "update facility_contacts set user_id = null",
  ],
  to_somebody_deleted: [
    "Its recipient no longer approves time.",
    "delete from facility_contacts",
  ],
};

for (const [what, [because, statement]] of Object.entries(DROPPED)) {
  Deno.test(
    `mail/time_to_approve_is_dropped_that_was_meanwhile_${what}`,
    withMovingClock(TODAY, async (firm) => {
      const { sql } = firm;
      await contact(firm);
      await firm.entry(await firm.assignment(), "submitted", "2026-03-01");
      await switchOn(sql, "time_to_approve");
      await writeDue(sql);
      assertEquals("to" in await dataOfOnly(sql), true);
      await sql.unsafe(statement);
      assertEquals(await dataOfOnly(sql), { drop: because });
    }),
  );
}

Deno.test(
  "mail/time_to_approve_says_whose_hours_wait_at_the_facility_since_when",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await sql`update organization_settings set legal_name = 'Mesa Staffing'`;
    await sql`update mail_settings set console_url = 'https://office.mesa.example'`;
    await contact(firm);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    await sql`update contractors set first_name = 'Ben'
               where id = (select contractor_id from assignments where id = ${other})`;
    await firm.entry(one, "submitted", "2026-02-27", "7.5");
    await firm.entry(one, "pending_approval", "2026-02-27", "1.25");
    await firm.entry(one, "submitted", TODAY, "8");
    await firm.entry(other, "submitted", "2026-02-26", "12");
    await firm.entry(other, "approved", "2026-02-25", "12");
    for (const code of ["on_call", "mileage"]) await addCodeRate(sql, one, code);
    await addCoded(sql, one, "on_call", { hours: "10" }, { day: TODAY, status: "submitted" });
    await addCoded(sql, one, "on_call", { hours: "2" }, { day: TODAY, status: "submitted" });
    await addCoded(sql, one, "mileage", { quantity: "34.5" }, { day: TODAY, status: "submitted" });
    await addCoded(sql, one, "call_back", { hours: "2" }, { day: TODAY, status: "submitted" });
    const elsewhere = await Firm.create(sql, "Lakeside");
    await elsewhere.entry(await elsewhere.assignment(), "submitted", "2026-02-20");
    await switchOn(sql, "time_to_approve");
    await writeDue(sql);
    const said: TimeToApprove = {
      to: "lee@mercy.example",
      firm: "Mesa Staffing",
      name: "Lee",
      console_url: "https://office.mesa.example",
      facility_name: "Mercy Hospital",
      entries: 8,
      hours: "30.75",
      people: 2,
      oldest_on: "2026-02-26",
      contractors: [
        { name: "Ben Nurse", hours: "12.00", days: 1, oldest_on: "2026-02-26", not_worked: [] },
        {
          name: "Ada Nurse",
          hours: "18.75",
          days: 2,
          oldest_on: "2026-02-27",
          not_worked: [
            { code_title: "Mileage", unit: "mile", quantity: "34.50" },
            { code_title: "On call", unit: "hour", quantity: "12.00" },
          ],
        },
      ],
      left_out: null,
    };
    assertEquals<unknown>(await dataOfOnly(sql), said);
  }),
);

Deno.test(
  "mail/time_to_approve_of_many_people_names_fifty_and_sums_the_rest",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await contact(firm);
    for (let n = 0; n < 52; n++) {
      await firm.entry(await firm.assignment(), "submitted", n < 50 ? "2026-02-26" : "2026-02-27");
    }
    await switchOn(sql, "time_to_approve");
    await writeDue(sql);
    const { contractors, left_out, hours, people } = await dataOfOnly(sql);
    assertEquals(
      [(contractors as unknown[]).length, left_out, hours, people],
      [50, { people: 2, hours: "8.00" }, "208.00", 52],
    );
  }),
);
