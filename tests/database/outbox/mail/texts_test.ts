// What the database says of a mail is all that its text needs, also where nobody entered more than must be.
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import {
  MAIL_KINDS,
  type MailKind,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  type MailData,
  mailText,
} from "../../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { settle, switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { addCredential, addKind, contractorOf } from "../../../support/people/credentials.ts";
import { invite } from "../../../support/people/invitations.ts";
import { billTo } from "../../../support/receivables/programs.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("mail/of_every_kind_reads_without_gaps_where_little_is_known", () =>
  withDatabase(async ({ sql }) => {
    for (const kind of MAIL_KINDS) await switchOn(sql, kind);
    const firm = await Firm.create(sql);
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    await sql`insert into staff_members (user_id, email, roles)
              values (gen_random_uuid(), 'ada@mesa.example', '{recruiting}'),
                     (gen_random_uuid(), 'mara@mesa.example', '{admin}')`;
    const [contact] = await sql<[{ id: string }]>`
      insert into facility_contacts (facility_id, user_id, email)
      values (${firm.facilityId}, gen_random_uuid(), 'lee@mercy.example') returning id`;
    const assignment = await firm.assignment();
    await firm.entry(assignment, "submitted", "2026-05-03");
    await firm.renewal(assignment, "2026-06-01");
    await addCredential(
      sql,
      { contractor_id: await contractorOf(sql, assignment) },
      await addKind(sql, "License"),
      { expires_on: "2026-06-01" },
    );
    await firm.sentInvoice("2026-05-01");
    const mailed = [await draft(firm), await draft(firm)] as const;
    await send(sql, mailed);
    await settle(sql, "sent");
    await credit(sql, mailed[0]);
    await voidInvoice(sql, mailed[1]);
    await send(sql, [await draft(firm)]);
    const program = await Firm.create(sql, "Summit Program");
    await sql`update facilities set billing_email = 'pay@summit.example' where id = ${program.facilityId}`;
    const hospital = await Firm.create(sql, "Aspen Clinic");
    await billTo(hospital, program);
    await send(sql, [await draft(hospital)]);
    assertEquals(await writeDue(sql), 5);
    await sql`update facility_contacts set user_id = null, name = 'Lee'`;
    await invite(sql, { kind: "facility_contact", id: contact.id });
    await sql`update facility_contacts set user_id = gen_random_uuid()`;

    const [contractor] = await sql<[{ contractor_id: string }]>`
      select contractor_id from assignments where id = ${assignment}`;
    await sql`
      update contractors set user_id = gen_random_uuid() where id = ${contractor.contractor_id}`;
    await adjustment(
      sql,
      contractor.contractor_id,
      "2026-04-27",
      "bonus",
      "10",
    );
    await close(sql, await prepare(sql, "2026-04-27"));

    const rows = await sql<{ kind: MailKind; data: MailData[MailKind] }[]>`
      select kind, private.mail_data(outbox) as data from private.outbox where status = 'waiting'`;
    assertEquals(rows.map(({ kind }) => kind).sort(), MAIL_KINDS.toSorted());
    for (const { kind, data } of rows) {
      assert("to" in data, `${kind}: ${JSON.stringify(data)}`);
      const { subject, text, html } = mailText(kind, data);
      assertNotMatch(`${subject}${text}${html}`, /undefined|null|NaN|\[object|Invalid/);
      assertMatch(text, /^[^\n]+\n\n[^]+\n$/);
    }
  }, { clock: "2026-05-04 18:00:00+00" }));
