// The Monday page is mailed to admins, once a week.
import { assertEquals } from "@std/assert";
import type { WeeklyFlash } from "../../../../supabase/functions/_shared/delivery/texts/weekly_flash.ts";
import { mailText } from "../../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import type { Firm } from "../../../support/firm.ts";
import { dataOfOnly, steps, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";

/** A Monday. */
const TODAY = "2026-06-01";

const member = async ({ sql }: Firm, name: string, role: string, email: string | null) => {
  await sql`insert into staff_members ${sql({ name, roles: `{${role}}`, email })}`;
};

Deno.test(
  "mail/monday_pages_go_to_admins_with_an_e_mail_once_a_week",
  withMovingClock(TODAY, async (firm, setClock) => {
    const { sql } = firm;
    await member(firm, "Ada", "admin", "ada@mesa.example");
    await member(firm, "Bea", "billing", "bea@mesa.example");
    await member(firm, "Cy", "admin", null);
    assertEquals(await writeDue(sql), 0, "it is off");
    await switchOn(sql, "weekly_flash");
    assertEquals(await writeDue(sql), 1);
    assertEquals(await steps(sql), ["2026-05-25"]);
    await setClock(noon("2026-06-03"));
    assertEquals(await writeDue(sql), 0, "the same week");
    await setClock(noon("2026-06-09"));
    assertEquals(await writeDue(sql), 1, "nobody ran on the Monday");
    assertEquals(await steps(sql), ["2026-05-25", "2026-06-01"]);
  }),
);

Deno.test(
  "mail/monday_pages_of_weeks_before_they_were_switched_on_are_not_mailed",
  withMovingClock("2026-06-03", async (firm) => {
    const { sql } = firm;
    await member(firm, "Ada", "admin", "ada@mesa.example");
    await switchOn(sql, "weekly_flash", noon("2026-06-03"));
    assertEquals(await writeDue(sql), 0);
    assertEquals(await writeDue(sql, "2026-06-08"), 1);
  }),
);

Deno.test(
  "mail/monday_pages_have_the_figures_of_the_week_and_are_dropped_once_their_recipient_is_no_admin",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await member(firm, "Ada", "admin", "ada@mesa.example");
    await firm.assignment();
    await switchOn(sql, "weekly_flash");
    await writeDue(sql);
    const data = await dataOfOnly(sql) as unknown as WeeklyFlash;
    assertEquals(data.week_start, "2026-05-25");
    assertEquals(data.figures.length, 13);
    assertEquals(data.figures[0], {
      figure: "heads",
      measure: "people",
      value: "1",
      week_before: "1",
      year_before: "0",
    });
    assertEquals(
      mailText("weekly_flash", data).subject,
      "The week of May 25, 2026: gross profit $0.00",
    );
    await sql`update staff_members set roles = '{billing}'`;
    assertEquals(await dataOfOnly(sql), { drop: "Its recipient is no admin any more." });
  }),
);
