// Alerts of credentials are mailed to recruiting 60, 30 and 7 days ahead, while they are true.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { CredentialAlert } from "../../../../supabase/functions/_shared/delivery/texts/credential_alert.ts";
import type { Firm } from "../../../support/firm.ts";
import { dataOfOnly, settle, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { addCredential, addKind, contractorOf } from "../../../support/people/credentials.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";

/** A recruiter, and a credential of somebody placed that expires on June 30. */
async function prepare(firm: Firm, isConfidential = false): Promise<string> {
  const { sql } = firm;
  await sql`
    insert into staff_members (name, roles, email) values ('Ada', '{recruiting}', 'ada@mesa.example'),
           ('Ed', '{admin}', 'ed@mesa.example')`;
  const kind = await addKind(sql, "RN license", { is_confidential: isConfidential });
  const holder = { contractor_id: await contractorOf(sql, await firm.assignment()) };
  const id = await addCredential(sql, holder, kind, { expires_on: "2026-06-30" });
  await sql`alter table credentials disable trigger user`;
  await sql`update credentials set created_at = '2025-11-01'`;
  await sql`alter table credentials enable trigger user`;
  await switchOn(sql, "credential_alert");
  return id;
}

Deno.test(
  "mail/credential_alerts_are_written_once_60_30_and_7_days_ahead",
  withMovingClock("2026-04-30", async (firm, setClock) => {
    const { sql } = firm;
    await prepare(firm);
    const written: Record<string, number> = {};
    for (
      const day of [
        "2026-04-30",
        "2026-05-01",
        "2026-05-02",
        "2026-05-30",
        "2026-05-31",
        "2026-06-01",
      ]
        .concat(["2026-06-22", "2026-06-23", "2026-06-24", "2026-06-30", "2026-07-01"])
    ) {
      await setClock(noon(day));
      written[day] = await writeDue(sql);
      assertStrictEquals(await writeDue(sql), 0, `${day} again`);
    }
    assertEquals(Object.entries(written).filter(([, count]) => count > 0), [
      ["2026-05-01", 1],
      ["2026-05-31", 1],
      ["2026-06-23", 1],
    ]);
    const recipients = await sql`
      select distinct member.name from private.outbox as message
        join staff_members as member on member.id::text = split_part(message.step, ' ', 3)`;
    assertEquals(recipients.map(({ name }) => name), ["Ada"]);
  }),
);

Deno.test(
  "mail/credential_alerts_say_what_is_true_when_they_are_sent",
  withMovingClock("2026-06-01", async (firm, setClock) => {
    const { sql } = firm;
    const id = await prepare(firm);
    assertStrictEquals(await writeDue(sql), 1);
    const data = await dataOfOnly(sql) as unknown as CredentialAlert;
    assertEquals([
      data.to,
      data.contractor_name,
      data.credential_kind,
      data.expires_on,
      data.days_left,
    ], [
      "ada@mesa.example",
      "Ada Nurse",
      "RN license",
      "2026-06-30",
      29,
    ]);
    const dropped = async () => (await dataOfOnly(sql))["drop"];
    await setClock(noon("2026-06-23"));
    assertEquals(await dropped(), "The next alert of the credential is due.");
    await setClock(noon("2026-07-01"));
    assertEquals(await dropped(), "The credential has expired.");
    await setClock(noon("2026-06-01"));
    await sql`update credentials set expires_on = '2026-06-29'`;
    assertEquals(await dropped(), "The credential has another last day.");
    await sql`update credentials set expires_on = '2026-06-30'`;
    await sql`update assignments set end_date = '2026-05-31'`;
    assertEquals(await dropped(), "It was renewed, or the person is placed no more.");
    await sql`update assignments set end_date = null`;
    await sql`
      insert into credentials (contractor_id, credential_kind_id, expires_on)
      select contractor_id, credential_kind_id, '2028-06-30' from credentials`;
    assertEquals(await dropped(), "It was renewed, or the person is placed no more.");
    await sql`update credentials set issued_on = '2026-07-02' where expires_on = '2028-06-30'`;
    assertEquals(await dropped(), undefined); // a day without one comes before
    await sql`update credentials set issued_on = '2026-07-01' where expires_on = '2028-06-30'`;
    assertEquals(await dropped(), "It was renewed, or the person is placed no more.");
    await sql`delete from credentials where expires_on = '2028-06-30'`;
    await sql`update staff_members set is_active = false where name = 'Ada'`;
    assertEquals(await dropped(), "Its recipient no longer gets these alerts.");
    await sql`delete from credentials where id = ${id}`;
    assertEquals(await dropped(), "The credential was removed.");
    await settle(sql, "dropped");
  }),
);

Deno.test(
  "mail/credential_alerts_name_no_confidential_kind",
  withMovingClock("2026-06-01", async (firm) => {
    await prepare(firm, true);
    await writeDue(firm.sql);
    assertStrictEquals((await dataOfOnly(firm.sql))["credential_kind"], null);
  }),
);
