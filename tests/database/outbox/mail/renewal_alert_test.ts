// Renewal alerts are mailed to recruiting while there is something to decide.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import type { RenewalAlert } from "../../../../supabase/functions/_shared/delivery/texts/renewal_alert.ts";
import type { Firm } from "../../../support/firm.ts";
import { dataOfOnly, messages, steps, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";

const TODAY = "2026-06-01";

/** Somebody of the staff, with an e-mail of their name. */
async function member(
  { sql }: Firm,
  name: string,
  roles: string,
  values: { email?: null; is_active?: false } = {},
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into staff_members ${
    sql({ name, roles: `{${roles}}`, email: `${name.toLowerCase()}@mesa.example`, ...values })
  } returning id`;
  return row.id;
}

/** A renewal that was entered long ago. */
async function renewal(firm: Firm, renewalDate: string): Promise<string> {
  const id = await firm.renewal(await firm.assignment(renewalDate), renewalDate);
  await firm
    .sql`update contract_alerts set created_at = '2025-11-01' where contract_renewal_id = ${id}`;
  return id;
}

const alertsDueOn = async (sql: postgres.Sql): Promise<string[]> =>
  (await sql<{ told: string }[]>`
    select concat_ws(' ', alert.days_before, member.name) as told from private.outbox as message
      join contract_alerts as alert on alert.id = message.subject_id
      join staff_members as member on member.id::text = split_part(message.step, ' ', 2)
     order by told`).map(({ told }) => told);

Deno.test(
  "mail/renewal_alerts_go_to_each_of_recruiting_who_is_active_and_has_an_e_mail",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await member(firm, "Ada", "recruiting,billing");
    await member(firm, "Bea", "recruiting");
    await member(firm, "Cy", "recruiting", { is_active: false });
    await member(firm, "Di", "recruiting", { email: null });
    await member(firm, "Ed", "admin");
    await renewal(firm, "2026-07-01");
    await switchOn(sql, "renewal_alert");
    assertEquals(await writeDue(sql), 2);
    assertEquals(await alertsDueOn(sql), ["30 Ada", "30 Bea"]);
  }),
);

Deno.test(
  "mail/renewal_alerts_go_to_admins_where_nobody_is_recruiting",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await member(firm, "Cy", "recruiting", { is_active: false });
    await member(firm, "Ed", "admin");
    await member(firm, "Flo", "billing");
    await renewal(firm, "2026-07-01");
    await switchOn(sql, "renewal_alert");
    assertEquals(await writeDue(sql), 1);
    assertEquals(await alertsDueOn(sql), ["30 Ed"]);
    // Where recruiting comes back it is theirs.
    await sql`update staff_members set is_active = true`;
    assertEquals(await dataOfOnly(sql), {
      drop: "Its recipient no longer gets renewal alerts.",
    });
  }),
);

Deno.test(
  "mail/renewal_alerts_are_of_each_renewal_the_nearest_and_each_is_mailed_once",
  withMovingClock("2026-04-01", async (firm, setClock) => {
    const { sql } = firm;
    await member(firm, "Ada", "recruiting");
    await switchOn(sql, "renewal_alert");
    await renewal(firm, "2026-07-01");
    const written: Record<string, number> = {};
    for (
      const day of ["2026-04-01", "2026-04-02", "2026-04-03", "2026-05-01", "2026-05-02"]
        .concat(["2026-05-03", "2026-06-02", "2026-07-15"])
    ) {
      await setClock(noon(day));
      written[day] = await writeDue(sql);
      assertStrictEquals(await writeDue(sql), 0, `${day} again`);
    }
    assertEquals(written, {
      "2026-04-01": 0,
      "2026-04-02": 1, // 90 days before
      "2026-04-03": 0,
      "2026-05-01": 0,
      "2026-05-02": 1,
      "2026-05-03": 0,
      "2026-06-02": 1, // a day late
      "2026-07-15": 0,
    });
    assertEquals(await alertsDueOn(sql), ["30 Ada", "60 Ada", "90 Ada"]);
  }),
);

Deno.test(
  "mail/renewal_alerts_that_were_due_before_they_were_switched_on_are_not_mailed_unless_entered_since",
  withMovingClock(TODAY, async (firm, setClock) => {
    const { sql } = firm;
    await member(firm, "Ada", "recruiting");
    await renewal(firm, "2026-06-30"); // due on 2026-05-31
    await renewal(firm, "2026-07-01"); // due today
    await switchOn(sql, "renewal_alert", noon(TODAY));
    const enteredToday = await renewal(firm, "2026-06-10");
    await sql`update contract_alerts set created_at = (private.clock()).at
               where contract_renewal_id = ${enteredToday}`;
    assertEquals(await writeDue(sql), 2);
    assertEquals((await steps(sql)).map((step) => step.slice(0, 10)).sort(), [
      "2026-05-11",
      "2026-06-01",
    ]);
    await setClock(noon("2026-06-02"));
    assertStrictEquals(await writeDue(sql), 0);
  }),
);

Deno.test(
  "mail/renewal_alerts_are_not_mailed_once_nothing_is_to_be_decided",
  withMovingClock(TODAY, async (firm) => {
    const { sql } = firm;
    await member(firm, "Ada", "recruiting");
    await switchOn(sql, "renewal_alert");
    const decided = await renewal(firm, "2026-07-01");
    await sql`update contract_renewals set status = 'declined' where id = ${decided}`;
    const acknowledged = await renewal(firm, "2026-07-01");
    await sql`update contract_alerts set acknowledged_at = now()
               where contract_renewal_id = ${acknowledged} and days_before = 30`;
    await renewal(firm, "2026-09-01"); // its first alert is due in two days
    assertStrictEquals(await writeDue(sql), 0);
    assertEquals(await messages(sql), []);
  }),
);

const DROPPED: Record<string, { because: string; statement: string; day?: string }> = {
  acknowledged: {
    because: "Somebody acknowledged the alert.",
    statement: "update contract_alerts set acknowledged_at = now() where days_before = 60",
  },
  declined: {
    because: "The renewal is declined.",
    statement: "update contract_renewals set status = 'declined'",
  },
  extended: {
    because: "The renewal is renewed.",
    statement: "update assignments set end_date = '2027-01-31'",
  },
  without_an_end: {
    because: "The renewal is renewed.",
    statement: "update assignments set end_date = null",
  },
  moved: {
    because: "The renewal was moved.",
    statement: "update contract_renewals set renewal_date = '2026-07-20'",
  },
  moved_with_its_assignment: {
    because: "The renewal was moved.",
    statement: "update assignments set end_date = '2026-07-20'",
  },
  deleted: { because: "The renewal was deleted.", statement: "delete from contract_renewals" },
  overtaken: {
    because: "The next alert of the renewal is due.",
    statement: "select 1",
    day: "2026-07-01",
  },
  to_somebody_who_left: {
    because: "Its recipient no longer gets renewal alerts.",
    statement: "update staff_members set is_active = false where name = 'Ada'",
  },
  to_somebody_with_another_role: {
    because: "Its recipient no longer gets renewal alerts.",
    statement: "update staff_members set roles = '{billing}' where name = 'Ada'",
  },
  to_somebody_without_an_e_mail: {
    because: "Its recipient no longer gets renewal alerts.",
    statement: "update staff_members set email = null where name = 'Ada'",
  },
};

for (const [what, { because, statement, day = TODAY }] of Object.entries(DROPPED)) {
  Deno.test(
    `mail/renewal_alerts_are_dropped_that_were_meanwhile_${what}`,
    withMovingClock(TODAY, async (firm, setClock) => {
      const { sql } = firm;
      await member(firm, "Ada", "recruiting");
      await switchOn(sql, "renewal_alert");
      await renewal(firm, "2026-07-30");
      assertEquals(await writeDue(sql), 1);
      assertEquals("to" in await dataOfOnly(sql), true);
      await sql.unsafe(statement);
      await setClock(noon(day));
      assertEquals(await dataOfOnly(sql), { drop: because });
    }),
  );
}

Deno.test(
  "mail/renewal_alerts_that_moved_are_mailed_on_their_new_day",
  withMovingClock(TODAY, async (firm, setClock) => {
    const { sql } = firm;
    await member(firm, "Ada", "recruiting");
    await switchOn(sql, "renewal_alert");
    const id = await renewal(firm, "2026-07-30");
    await writeDue(sql);
    await sql`update contract_renewals set renewal_date = '2026-08-02' where id = ${id}`;
    await setClock(noon("2026-06-03"));
    assertEquals(await writeDue(sql), 1);
    assertEquals((await steps(sql)).map((step) => step.slice(0, 10)), [
      "2026-05-31",
      "2026-06-03",
    ]);
  }),
);

Deno.test(
  "mail/renewal_alerts_say_whose_contract_ends_where_and_when",
  withMovingClock(TODAY, async (firm, setClock) => {
    const { sql } = firm;
    await sql`update organization_settings set legal_name = 'Mesa Staffing'`;
    await sql`update mail_settings set console_url = 'https://office.mesa.example'`;
    await member(firm, "Ada", "recruiting");
    await switchOn(sql, "renewal_alert");
    await renewal(firm, "2026-07-01");
    await writeDue(sql);
    const said: Omit<RenewalAlert, "days_left"> = {
      to: "ada@mesa.example",
      firm: "Mesa Staffing",
      name: "Ada",
      console_url: "https://office.mesa.example",
      contractor_name: "Ada Nurse",
      facility_name: "Mercy Hospital",
      renewal_date: "2026-07-01",
      end_date: "2026-07-01",
    };
    assertEquals(await dataOfOnly(sql), { ...said, days_left: 30 });
    await setClock(noon("2026-07-03"));
    assertEquals(await dataOfOnly(sql), { ...said, days_left: -2 });
    await sql`update staff_members set email = 'ada@mesa.example, bea@mesa.example'`;
    assertEquals(await dataOfOnly(sql), {
      fail:
        "'ada@mesa.example, bea@mesa.example' is not one e-mail address. Correct it for Ada, and send this again.",
    });
  }),
);
