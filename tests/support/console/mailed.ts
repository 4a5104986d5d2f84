// The links of sign-in mails: read in the mail, opened in a browser, and left out of its history.
import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { AUTH_MAILS } from "../../../stack/auth_mails.ts";
import { mailbox } from "../delivery/mailbox.ts";
import { startSmtpServer } from "../delivery/smtp_server.ts";
import { type ConsoleFirm, type FirmSetup, hasChromium, withFirm } from "./firm.ts";
import { type Person, visit } from "./person.ts";

/** Templates of the mails: those of `supabase/templates/`, or those that Auth has of its own. */
export type Templates = "our" | "Auth's own";

/** A firm whose sign-in mails go to a server. */
export interface MailedFirm extends ConsoleFirm {
  /** The newest mail to somebody that was not read yet. */
  mail(to: string): Promise<string>;
  /** The link in the newest mail to somebody that was not read yet. */
  link(to: string): Promise<string>;
}

const isReal = Boolean(Deno.env.get("AUTH_BIN"));
const NO_TEMPLATE = Object.fromEntries(
  AUTH_MAILS.map((kind) => kind.toUpperCase()).flatMap((kind) => [
    [`GOTRUE_MAILER_TEMPLATES_${kind}`, ""],
    [`GOTRUE_MAILER_SUBJECTS_${kind}`, ""],
  ]),
);
/** A test asks for a second mail quicker than people do, whom Auth makes wait for a second. */
const AT_ONCE = { GOTRUE_SMTP_MAX_FREQUENCY: "1ms" };

/**
 * A test with a real Auth that really mails: skipped by name where there is none.
 *
 * @param settings of Auth, on top of the stack's
 */
export function mailedTest(
  name: string,
  { templates = "our", settings = {} }: {
    readonly templates?: Templates;
    readonly settings?: FirmSetup["authEnvironment"];
  },
  test: (t: Deno.TestContext, firm: MailedFirm) => Promise<void>,
): void {
  const missing = hasChromium ? "AUTH_BIN names no Supabase Auth" : "chromium is not installed";
  const isSkipped = !isReal || !hasChromium;
  Deno.test({
    name: isSkipped ? `${name}: ${missing}` : name,
    ignore: isSkipped,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (t) => {
      const server = await startSmtpServer();
      const authEnvironment = {
        ...AT_ONCE,
        ...templates === "our" ? {} : NO_TEMPLATE,
        ...settings,
      };
      const mail = mailbox(server);
      try {
        await withFirm(
          { mail: { SMTP_URL: server.url }, authEnvironment },
          (firm) => test(t, { ...firm, mail, link: async (to) => linkIn(await mail(to), to) }),
        );
      } finally {
        await server.close();
      }
    },
  });
}

function linkIn(mail: string, to: string): string {
  const link = /href="([^"]+)"/.exec(mail)?.[1]?.replaceAll("&amp;", "&") ?? "";
  assertNotStrictEquals(link, "", `no link in the mail to ${to}`);
  return link;
}

/** Opens a link as a mail program does. Nothing of it is left in the address, nor behind it. */
export async function openLink(person: Person, link: string): Promise<void> {
  const { page } = person;
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await person.settle();
  assertEquals(await traces(person), []);
}

/** Opens a link in a browser in which nobody ever was. */
export async function openElsewhere(firm: ConsoleFirm, link: string): Promise<Person> {
  const person = await visit(firm);
  await openLink(person, link);
  return person;
}

/** Addresses of the browser's history that have something of a link in them. */
async function traces({ page }: Person): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  await devtools.detach();
  return entries.map(({ url }) => url).filter((url) => /token|code|error|message|type=/.test(url));
}

/** Address of whoever is signed in in a browser; null: nobody is. */
export async function signedInAs({ page }: Person): Promise<string | null> {
  return await page.evaluate(
    `JSON.parse(localStorage.getItem("staffing-console-session"))?.user.email ?? null`,
  );
}
