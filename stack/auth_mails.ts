/** The mails that sign-ins bring, by the embedded auth and by the real one. */
import { fileURLToPath } from "node:url";

const FOLDER = new URL("../supabase/templates/", import.meta.url);
/** The kinds of mail that lead into the console. */
const KINDS = ["invite", "recovery"] as const;

/** The file of each kind's template. */
export const MAIL_TEMPLATES: Readonly<Record<typeof KINDS[number], string>> = {
  invite: fileURLToPath(new URL("invite.html", FOLDER)),
  recovery: fileURLToPath(new URL("recovery.html", FOLDER)),
};

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

/** Serves the templates on this machine, as Auth wants them, and says where they are. */
export function serveMailTemplates(): AsyncDisposable & {
  readonly environment: Readonly<Record<string, string>>;
} {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (asked) => {
      const kind = KINDS.find((kind) => new URL(asked.url).pathname === `/${kind}`);
      if (kind === undefined) return new Response(null, { status: 404 });
      return new Response(await Deno.readTextFile(MAIL_TEMPLATES[kind]));
    },
  );
  const entries = KINDS.map((kind) => [
    `GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}`,
    `http://127.0.0.1:${server.addr.port}/${kind}`,
  ]);
  return {
    environment: Object.fromEntries(entries),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
