// `deno task auth-mails`: prints what the Management API takes to give a hosted project the templates of the sign-in
// mails, and nothing else of supabase/config.toml. docs/operations.md says what to do with it.
import { AUTH_MAILS, type AuthTemplates, readAuthTemplates } from "../stack/auth_mails.ts";

/** Subjects and contents by the Management API's names for them. */
export function bodyOf(
  templates: AuthTemplates,
  read: (path: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(AUTH_MAILS.flatMap((kind) => [
    [`mailer_subjects_${kind}`, templates[kind].subject],
    [`mailer_templates_${kind}_content`, read(templates[kind].content_path)],
  ]));
}

if (import.meta.main) {
  const body = bodyOf(await readAuthTemplates(), Deno.readTextFileSync);
  console.log(JSON.stringify(body, null, 2));
}
