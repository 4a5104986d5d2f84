// Invitations are mailed, and their code is kept no longer than that takes.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import type { InvitationMail } from "../../../../supabase/functions/_shared/delivery/texts/invitation.ts";
import type { InvitationCode } from "../../../../tools/json_shapes.ts";
import { dataOfOnly, messages, settle, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import {
  acceptAs,
  invite,
  newcomer,
  type Person,
  TABLE_OF,
  testEachKind,
  withdraw,
} from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-01 12:00:00+00" };

async function invitation(sql: postgres.Sql, { kind, id }: Person): Promise<InvitationCode> {
  const [row] = await sql<[{ answer: InvitationCode }]>`
    select public.invite(${kind}, ${id}) as answer`;
  return row.answer;
}

testEachKind("are_mailed_to_the_address_of_the_row_and_the_answer_says_so", async (sql, person) => {
  await switchOn(sql, "invitation");
  const { code, mailed_to } = await invitation(sql, person);
  const [row] = await sql`select email, to_jsonb(person) from ${
    sql(TABLE_OF[person.kind])
  } as person`;
  assertStrictEquals(mailed_to, row?.email);
  const [message] = await messages(sql);
  assertEquals([message?.kind, message?.step, message?.code], ["invitation", "", code]);

  const { name, facility_name, ...said } = await dataOfOnly(sql);
  const same: Omit<InvitationMail, "name" | "facility_name"> = {
    to: mailed_to ?? "",
    firm: null,
    console_url: null,
    kind: person.kind,
    code,
    expires_on: "2026-03-15",
    expires_at: "06:00", // summer has begun
    timezone: "America/Denver",
  };
  assertEquals(said, same);
  assertEquals(
    [name, facility_name],
    {
      staff_member: ["Ada Okafor", null],
      contractor: ["Ben Nurse", null],
      facility_contact: ["Lee Park", "Mercy"],
    }[person.kind],
  );
});

testEachKind("are_mailed_nowhere_while_such_mail_is_off", async (sql, person) => {
  assertEquals((await invitation(sql, person)).mailed_to, null);
  await switchOn(sql, "invoice");
  assertEquals((await invitation(sql, person)).mailed_to, null);
  assertEquals(await messages(sql), []);
});

Deno.test("mail/invitations_of_somebody_without_one_address_are_handed_over_by_hand", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    const person = await newcomer(sql, "staff_member");
    for (const email of [null, "ada", "ada@mesa.example, bea@mesa.example"]) {
      await sql`update staff_members set email = ${email}`;
      assertEquals((await invitation(sql, person)).mailed_to, null, String(email));
    }
    assertEquals(await messages(sql), []);
  }, CLOCK));

const ENDS: Record<
  string,
  [because: string, end: (sql: postgres.Sql, person: Person, code: string) => Promise<unknown>]
> = {
  accepted: [
    "The invitation was accepted.",
    (sql, _, code) => acceptAs(sql, crypto.randomUUID(), code),
  ],
  withdrawn: ["The invitation was withdrawn.", (sql, person) => withdraw(sql, person)],
  changed: [
    "The invitation is void: who was invited was changed.",
    (sql, { kind }) => sql`update ${sql(TABLE_OF[kind])} set email = 'new@example.org'`,
  ],
  deactivated: [
    "The invitation is void: who was invited was changed.",
    (sql, { kind }) => sql`update ${sql(TABLE_OF[kind])} set is_active = false`,
  ],
};

for (const [what, [because, end]] of Object.entries(ENDS)) {
  for (const status of ["waiting", "failed"] as const) {
    testEachKind(
      `that_are_${what}_drop_their_mail_that_is_${status}_and_erase_the_code`,
      async (sql, person) => {
        await switchOn(sql, "invitation");
        const code = await invite(sql, person);
        if (status === "failed") await settle(sql, "failed");
        await end(sql, person, code);
        const [message] = await messages(sql);
        assertEquals([message?.status, message?.error, message?.code], [
          "dropped",
          because,
          null,
        ]);
      },
    );
  }
}

testEachKind("that_end_leave_the_mail_of_others_alone", async (sql, person) => {
  await switchOn(sql, "invitation");
  const other = await invite(sql, await newcomer(sql, "contractor"));
  await invite(sql, person);
  await withdraw(sql, person);
  assertEquals((await messages(sql)).map(({ status, code }) => [status, code]), [
    ["waiting", other],
    ["dropped", null],
  ]);
});

testEachKind("made_again_drop_the_mail_of_the_former_one", async (sql, person) => {
  await switchOn(sql, "invitation");
  await invite(sql, person);
  const code = await invite(sql, person);
  assertEquals(
    (await messages(sql)).map((message) => [message.status, message.error, message.code]),
    [["dropped", "They were invited again.", null], ["waiting", null, code]],
  );
});

Deno.test("mail/invitations_that_were_sent_or_are_being_sent_stay_as_they_are_when_they_end", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    for (const status of ["sent", "sending"]) {
      const person = await newcomer(sql, "contractor");
      const code = await invite(sql, person);
      await sql`
        update private.outbox set status = ${status}, next_try_at = null,
               code = case ${status} when 'sending' then code end,
               sending_at = case ${status} when 'sending' then now() end,
               sent_at = case ${status} when 'sent' then now() end
         where status = 'waiting'`;
      await acceptAs(sql, crypto.randomUUID(), code);
    }
    assertEquals((await messages(sql)).map(({ status }) => status), ["sent", "sending"]);
  }, CLOCK));

Deno.test("mail/invitations_that_have_expired_are_dropped_and_the_codes_of_failed_ones_erased", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    await invite(sql, await newcomer(sql, "contractor"));
    await settle(sql, "failed");
    await invite(sql, await newcomer(sql, "contractor"));
    assertStrictEquals(await writeDue(sql), 0);
    assertEquals((await messages(sql)).map(({ status }) => status), ["failed", "waiting"]);
    await sql`update private.invitations set expires_at = (private.clock()).at`;
    assertEquals(await dataOfOnly(sql), { drop: "The invitation has expired." });
    assertStrictEquals(await writeDue(sql), 0);
    const [failed] = await messages(sql);
    assertEquals(
      [failed?.status, failed?.error, failed?.code],
      ["dropped", "The invitation has expired.", null],
    );
  }, CLOCK));

Deno.test("mail/invitations_that_came_back_after_they_were_accepted_need_no_decision", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    const code = await invite(sql, await newcomer(sql, "contractor"));
    await settle(sql, "sent");
    await acceptAs(sql, crypto.randomUUID(), code);
    await sql`update private.outbox set status = 'failed', failed_at = now(), error = 'bounced'`;
    await writeDue(sql);
    const [message] = await messages(sql);
    assertEquals([message?.status, message?.error], [
      "dropped",
      "The invitation was accepted.",
    ]);
  }, CLOCK));

Deno.test("mail/invitations_that_are_not_made_after_all_leave_no_code", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    const person = await newcomer(sql, "contractor");
    await sql.begin(async (transaction) => {
      await invite(transaction, person);
      throw new Error("undone");
    }).catch((error) => assertEquals(error.message, "undone"));
    assertEquals(await messages(sql), []);
  }, CLOCK));
