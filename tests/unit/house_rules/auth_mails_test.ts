// Each mail of a sign-in has a template that leads to its end in the console, and a hosted project gets all of them.
import { assertEquals, assertMatch } from "@std/assert";
import { AUTH_MAILS, readAuthTemplates } from "../../../stack/auth_mails.ts";
import { bodyOf } from "../../../tools/auth_mails.ts";
import { arrivalOf } from "../../../console/src/auth/arrival.ts";
import { filesIn, readFile } from "./files.ts";

/** The word for each mail's link that `verifyOtp` takes. */
const KINDS = {
  recovery: "recovery",
  invite: "invite",
  confirmation: "email",
  magic_link: "magiclink",
  email_change: "email_change",
} as const;

Deno.test("house_rules/each_template_of_a_sign_in_mail_is_named_and_leads_to_its_own_end", async () => {
  const templates = await readAuthTemplates();
  const files = await filesIn("supabase/templates", ".html");
  assertEquals(files, AUTH_MAILS.map((kind) => `supabase/templates/${kind}.html`).sort());
  for (const kind of AUTH_MAILS) {
    const html = await Deno.readTextFile(templates[kind].content_path);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
    const [link = ""] = links.map((link) =>
      link.replace("{{ .SiteURL }}", "https://console.example.com")
        .replace("{{ .TokenHash }}", "1")
    );
    assertEquals(links.length, 1, kind);
    assertEquals(arrivalOf(new URL(link)), { by: "token", kind: KINDS[kind], token: "1" });
    assertMatch(html, /\{\{ \.Email \}\}/, kind);
  }
});

Deno.test("house_rules/the_printed_command_gives_a_project_each_template_and_nothing_else", async () => {
  const body = bodyOf(await readAuthTemplates(), (path) => Deno.readTextFileSync(path));
  const files = await filesIn("supabase/templates", ".html");
  const kinds = files.map((path) => path.replace(/.*\/|\.html$/g, ""));
  assertEquals(
    Object.keys(body).sort(),
    kinds.flatMap((kind) => [`mailer_subjects_${kind}`, `mailer_templates_${kind}_content`]).sort(),
  );
  for (const path of files) {
    const kind = path.replace(/.*\/|\.html$/g, "");
    assertEquals(body[`mailer_templates_${kind}_content`], await readFile(path));
  }
  const printed = /task auth-mails \|\s+curl [^`]*?-X PATCH [^`]*?\/config\/auth"?[^`]*?--data @-/;
  assertMatch(await readFile("docs/operations.md"), printed);
});
