/** The mails that sign-ins bring, by the embedded auth and by the real one. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import { z } from "zod";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Kinds of mail that lead into the console, as Supabase names them. */
export const AUTH_MAILS = [
  "recovery",
  "invite",
  "confirmation",
  "magic_link",
  "email_change",
] as const;
export type AuthMailKind = typeof AUTH_MAILS[number];

/** Subject and file of a mail's template. */
export interface AuthTemplate {
  readonly subject: string;
  /** From the project's folder on in `supabase/config.toml`, whole here. */
  readonly content_path: string;
}
export type AuthTemplates = Readonly<Record<AuthMailKind, AuthTemplate>>;

const Config = z.object({
  auth: z.object({
    email: z.object({
      template: z.record(
        z.enum(AUTH_MAILS),
        z.object({ subject: z.string(), content_path: z.string() }),
      ),
    }),
  }),
});

/** The templates that `supabase/config.toml` names. */
export async function readAuthTemplates(): Promise<AuthTemplates> {
  const text = await Deno.readTextFile(join(ROOT, "supabase", "config.toml"));
  const { template } = Config.parse(parse(text)).auth.email;
  const whole = Object.entries(template).map(([kind, { subject, content_path }]) =>
    [kind, { subject, content_path: join(ROOT, content_path) }] as const
  );
  return Object.fromEntries(whole) as AuthTemplates;
}

/** A mail, as far as one line tells it. */
export interface AuthMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
}

/** Tells a mail and the links in it, a line each, in place of sending it. */
export function printMail({ to, subject, html }: AuthMail, log: (line: string) => void): void {
  log(`[mail] to ${to}: ${subject}`);
  for (const [, link = ""] of html.matchAll(/href="([^"]+)"/g)) {
    log(`[mail] ${link.replaceAll("&amp;", "&")}`);
  }
}

/** The variables by which Auth finds the templates, each under its kind below an address. */
export function templateEnvironment(
  templates: AuthTemplates,
  address: string,
): Record<string, string> {
  const entries = AUTH_MAILS.flatMap((kind) => {
    const name = kind.toUpperCase();
    return [
      [`GOTRUE_MAILER_TEMPLATES_${name}`, `${address}/${kind}`],
      [`GOTRUE_MAILER_SUBJECTS_${name}`, templates[kind].subject],
    ];
  });
  return Object.fromEntries(entries);
}

/** Serves the templates on this machine, as Auth wants them, and says where they are. */
export async function serveAuthTemplates(): Promise<
  AsyncDisposable & { readonly environment: Readonly<Record<string, string>> }
> {
  const templates = await readAuthTemplates();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (asked) => {
      const path = new URL(asked.url).pathname;
      const kind = AUTH_MAILS.find((kind) => path === `/${kind}`);
      if (kind === undefined) return new Response(null, { status: 404 });
      return new Response(await Deno.readTextFile(templates[kind].content_path));
    },
  );
  return {
    environment: templateEnvironment(templates, `http://127.0.0.1:${server.addr.port}`),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
