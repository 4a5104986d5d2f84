// Names come from people and files: whatever they hold, a mail keeps its form.
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import fc from "fast-check";
import type { MailText } from "../../../supabase/functions/_shared/delivery/texts/layout.ts";
import {
  MAIL_KINDS,
  type MailKind,
} from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import {
  mailExample,
  mailText,
} from "../../../supabase/functions/_shared/delivery/texts/mail_text.ts";
import { inPlain, tagsOf } from "./html.ts";

const NAMES = new Set(["name", "firm", "contractor_name", "facility_name", "group_name"]
  .concat(["purchase_order", "number", "code"]));

/** The data with another text for everything that somebody may have named. */
function renamed<Data>(data: Data, name: string): Data {
  if (Array.isArray(data)) return data.map((one) => renamed(one, name)) as Data;
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      NAMES.has(key) && value !== null ? name : renamed(value, name),
    ]),
  ) as Data;
}

function textOf(kind: MailKind, name: string): MailText {
  return mailText(kind, renamed(mailExample(kind), name));
}

/** Pattern of a mail of that kind, whatever the names; its link has the code, in characters of an address. */
function form({ text, html }: MailText): unknown {
  const tags = tagsOf(html).map((tag) =>
    tag.replace(/\?code=(?:[\w.!~*()-]|%[\dA-F]{2}|&#39;)*">$/, '?code=…">')
  );
  return { lines: text.split("\n").length, tags };
}

const HOSTILE = [
  `"><script>alert("x")</script>`,
  "O'Neil & Sons <ops@oneil.example>",
  "Mercy\r\nBcc: everybody@example.org\r\n\r\nOwed in all: $0.00",
  "Mercy\u2028Owed in all: $0.00\u2029\u0085\u0000\u001b[2J",
  "Mercy \u202elatipsoH\u2066 \u202c",
  "&lt;b&gt; &amp;amp; $& $1 ${name}",
  "--><!--",
  "x".repeat(5000),
];

for (const kind of MAIL_KINDS) {
  Deno.test(`mail_texts/keep_their_form_with_hostile_names_in_${kind}`, () => {
    const known = form(textOf(kind, "Ada"));
    for (const name of HOSTILE) {
      const mail = textOf(kind, name);
      assertEquals(form(mail), known, name);
      assertNotMatch(mail.subject, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      assert([...mail.subject].length <= 150, mail.subject);
      assertNotMatch(mail.text, /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }
  });
}

Deno.test("mail_texts/show_markup_in_names_as_it_was_written", () => {
  for (const name of [`"><script>alert("x")</script>`, "&lt;b&gt; &amp;amp; $& $1", "O'Neil <b>"]) {
    for (const kind of MAIL_KINDS) {
      const { subject, text, html } = textOf(kind, name);
      assert(text.includes(name), `${kind}: ${text}`);
      assert(inPlain(html).includes(name), `${kind}: ${html}`);
      assertEquals(inPlain(html).startsWith(subject), true, subject);
    }
  }
});

Deno.test("mail_texts/keep_their_form_whatever_the_names", () => {
  const known = new Map(MAIL_KINDS.map((kind) => [kind, form(textOf(kind, "Ada"))]));
  fc.assert(
    fc.property(
      fc.constantFrom(...MAIL_KINDS),
      fc.string({ unit: "binary" }),
      (kind, name) => assertEquals(form(textOf(kind, name)), known.get(kind)),
    ),
    { numRuns: 500 },
  );
});

Deno.test("mail_texts/keep_the_lines_of_where_to_pay_and_nothing_else_of_them", () => {
  const { text, html } = mailText("invoice", {
    ...mailExample("invoice"),
    remit_to: "First <Bank>\r\n\r\n \tAccount\u00007 & Co\n",
  });
  assert(text.includes("\n\nRemit to:\nFirst <Bank>\nAccount 7 & Co\n\n"), text);
  assert(html.includes("<p>Remit to:<br>\nFirst &lt;Bank&gt;<br>\nAccount 7 &amp; Co</p>"), html);
});

Deno.test("mail_texts/link_to_the_console_wherever_it_is_and_to_nothing_else", () => {
  const console_url = `https://office.example/"onclick='x'/<b>&`;
  const { html } = mailText("renewal_alert", { ...mailExample("renewal_alert"), console_url });
  const url = "https://office.example/&quot;onclick=&#39;x&#39;/&lt;b&gt;&amp;";
  assert(html.includes(`<p><a href="${url}">${url}</a></p>`), html);
});

Deno.test("mail_texts/cut_a_subject_that_is_too_long_between_characters", () => {
  const { subject } = textOf("renewal_alert", "🏥".repeat(200));
  assertEquals([...subject].length, 150);
  assertMatch(subject, /^Renewal in 30 days: 🏥+…$/u);
});
