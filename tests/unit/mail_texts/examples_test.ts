// What each kind of mail says of its example, word by word.
import { assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import {
  MAIL_KINDS,
  type MailKind,
} from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  mailExample,
  mailText,
} from "../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import { inPlain } from "./html.ts";

const SAID: Readonly<Record<MailKind, string>> = {
  renewal_alert: `
Renewal in 30 days: Ben Carter at Mercy Hospital

Dear Ada Okafor,

The assignment of Ben Carter at Mercy Hospital comes up for renewal on Dec 23, 2026, in 30 days. It ends on Dec 23, 2026.

Please decide it: give the assignment a later end date, or decline the renewal. If somebody is already taking care of it, acknowledge the alert.

https://office.mesa.example/

Mesa Staffing LLC
`,
  credential_alert: `
RN license, Colorado of Ben Carter expires in 30 days

Dear Ada Okafor,

RN license, Colorado of Ben Carter is good through Dec 23, 2026: it expires in 30 days.

Please have it renewed, and enter the new one beside it. Days that are worked without it are marked where time is approved, if it is required there.

https://office.mesa.example/

Mesa Staffing LLC
`,
  overdue_reminder: `
Reminder: 2 invoices are overdue, $13,944.07 is owed

Hello,

As of Nov 23, 2026, 2 invoices for Mercy Hospital are overdue:

- Invoice INV-2026-000187
  Due Oct 24, 2026, 30 days late
  Balance $4,480.00 of $12,480.00
  Late-payment interest $104.07 through Nov 22, 2026 (18% a year for 29 days, a fee of $40.00)
- Invoice INV-2026-000203
  Due Nov 20, 2026, 3 days late
  Amount $9,360.00

Owed in all: $13,944.07

Please pay this amount now. If it is on its way, nothing more is needed: thank you. If you do not agree with an invoice, please answer this mail.

Remit to:
Mesa Staffing LLC
First Bank of Denver
Account 0042 1187, routing 102000021

Mesa Staffing LLC
`,
  invoice: `
Invoice INV-2026-000221: $10,240.00, due Dec 23, 2026

Hello,

Attached is invoice INV-2026-000221 for Mercy Hospital.

Period: Nov 16, 2026 – Nov 22, 2026
Department: Intensive care
Purchase order: PO-4471
Issued: Nov 23, 2026
Due: Dec 23, 2026
Total: $10,240.00

Please pay by Dec 23, 2026.

Remit to:
Mesa Staffing LLC
First Bank of Denver
Account 0042 1187, routing 102000021

If something on it is not right, please answer this mail.

Mesa Staffing LLC
`,
  invoice_bundle: `
14 invoices of Nov 23, 2026: $118,240.00

Hello,

Attached are 14 invoices for Summit Staffing Program, and each line of them as a CSV file.

Facilities: 9
Issued: Nov 23, 2026
Due: Dec 23, 2026
Total: $118,240.00

Please pay each invoice by its day.

Remit to:
Mesa Staffing LLC
First Bank of Denver
Account 0042 1187, routing 102000021

If something is not right, please answer this mail.

Mesa Staffing LLC
`,
  invoice_credited: `
Credit note INV-2026-000230: $640.00 of invoice INV-2026-000221

Hello,

Attached is credit note INV-2026-000230 for Mercy Hospital, over $640.00 of invoice INV-2026-000221.

Issued: Nov 30, 2026
Reason: Billed at the rate of the year before
Credited: $640.00

$9,600.00 is left to pay of invoice INV-2026-000221.

Mesa Staffing LLC
`,
  invoice_voided: `
Invoice INV-2026-000221 is void: please do not pay it

Hello,

Invoice INV-2026-000221 for Mercy Hospital, issued Nov 23, 2026 over $10,240.00, is void. Please do not pay it.

If something is billed in its place, it comes as an invoice of its own. If you have paid this one already, please answer this mail.

Mesa Staffing LLC
`,
  time_to_approve: `
60.00 hours at Mercy Hospital wait for your approval

Dear Lee Park,

60.00 hours of 2 people at Mercy Hospital wait for your approval, the oldest since Nov 16, 2026:

- Ben Carter
  36.00 hours on 4 days, from Nov 16, 2026
  On call: 12.00 hours
- Dana Reyes
  24.00 hours on 3 days, from Nov 19, 2026

Please approve the time, or send back, with a reason, what is not right.

https://office.mesa.example/

Mesa Staffing LLC
`,
  earnings_statement: `
Your earnings statement, pay date Nov 20, 2026

Dear Ben Carter,

Your earnings statement for Nov 9, 2026 – Nov 15, 2026 is ready. The pay date is Nov 20, 2026.

Open this link, and sign in:

https://office.mesa.example/#/my-pay/6c2d5e0e-2e0f-4a5e-8bb0-4b8d0a4b2f11

We never ask for your password by mail.

Mesa Staffing LLC
`,
  invitation: `
Your invitation to sign in at Mesa Staffing LLC

Dear Lee Park,

You are invited by Mesa Staffing LLC to sign in as a contact of Mercy Hospital.

Open this link, and sign in or choose a password there. Then accept the invitation:

https://office.mesa.example/#/invitation?code=0f8e2c1a-5b7d-4e3f-9a61-2d4c6b8e0f135c7a9e1d-3b5f-4d82-8c04-6e1f3a5b7d90

Or enter this code there, when you are asked for it:

0f8e2c1a-5b7d-4e3f-9a61-2d4c6b8e0f135c7a9e1d-3b5f-4d82-8c04-6e1f3a5b7d90

The invitation is good once, until Dec 7, 2026, 09:05 (America/Denver). Whoever has the link or the code can sign in as you: give it to nobody.

If you do not know what this is about, you need not do anything.

Mesa Staffing LLC
`,
  weekly_flash: `
The week of Nov 16, 2026: gross profit $48,210.55

Dear Mara Ellis,

The week of Nov 16, 2026, beside the week before and the same week a year ago:

- People at work: 104
  Week before 101, a year ago 86
- Gross profit: $48,210.55
  Week before $46,980.10, a year ago $38,115.00
- Days sales outstanding: 41.5
  Week before 42.0, a year ago –

What is not billed or paid yet is estimated, and counts as it will be.

https://office.mesa.example/

Mesa Staffing LLC
`,
};

for (const kind of MAIL_KINDS) {
  Deno.test(`mail_texts/say_this_of_the_example_of_${kind}`, () => {
    const { subject, text } = mailText(kind, mailExample(kind));
    assertEquals(`\n${subject}\n\n${text}`, SAID[kind]);
  });

  Deno.test(`mail_texts/say_the_same_plain_and_in_html_of_${kind}`, () => {
    const { subject, text, html } = mailText(kind, mailExample(kind));
    assertStrictEquals(
      inPlain(html),
      `${subject} ${text.replace(/^- /gm, "").replace(/\s+/g, " ")}`.trim(),
    );
  });

  Deno.test(`mail_texts/load_nothing_and_link_to_the_console_alone_of_${kind}`, () => {
    const { html } = mailText(kind, mailExample(kind));
    const addresses = html.match(/\b(href|src|action|background|url)\b[=(][^ >]*/gi) ?? [];
    const example = mailExample(kind);
    const page = "code" in example
      ? `#/invitation?code=${example.code}`
      : "payroll_item_id" in example
      ? `#/my-pay/${example.payroll_item_id}`
      : "";
    const known = `href="https://office.mesa.example/${page}"`;
    assertEquals(addresses, "console_url" in example ? [known] : []);
    assertNotMatch(html, /<(table|img|script|style|form|iframe|link)\b/i);
  });
}

Deno.test("mail_texts/are_html_that_is_read_by_day_and_by_night", () => {
  assertEquals(
    mailText("renewal_alert", mailExample("renewal_alert")).html,
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Renewal in 30 days: Ben Carter at Mercy Hospital</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">
<p>Dear Ada Okafor,</p>
<p>The assignment of Ben Carter at Mercy Hospital comes up for renewal on Dec 23, 2026, in 30 days. It ends on Dec 23, 2026.</p>
<p>Please decide it: give the assignment a later end date, or decline the renewal. If somebody is already taking care of it, acknowledge the alert.</p>
<p><a href="https://office.mesa.example/">https://office.mesa.example/</a></p>
<p>Mesa Staffing LLC</p>
</body></html>
`,
  );
});
