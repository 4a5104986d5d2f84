// `deno task invite-admin --email … --name …`: a code by which somebody becomes an admin, and the link that has it. They
// alone are on stdout.
import { parseArgs } from "node:util";
import { connect } from "../supabase/functions/_shared/database.ts";
import { consoleOfStack, databaseOf, parsed, UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";
import { type Invitation, inviteAdmin, NotInvitedError } from "./admin_invitation.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task invite-admin --help` prints. */
const USAGE = `Invites an admin: the first one, or one more. Prints the code,
and below it the link that has it, where the console's address is known.

deno task invite-admin --email ADDRESS --name NAME [options]

  --email ADDRESS      of the staff member, who is added where there is none
  --name NAME          of whoever is added
  --console URL        the console's address (default: the one in the settings of
                       mail, else that of the stack on DATA_DIR)
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

Who has the code and is signed in becomes the admin, whatever their e-mail
address: hand it to that person alone. Inviting again voids the former code.

Exit code 0: done. 1: it failed. 2: the command was not understood.`;

/** Instructions about a code, for whoever was handed it. */
function whatNext({ name, expiresAt }: Invitation, hasLink: boolean): string {
  if (hasLink) {
    return `
Whoever opens the link above and accepts becomes the admin ${name}: once, until ${expiresAt}.
It is kept nowhere. Send it to ${name} alone, who signs in with it, or chooses a password
(with sign-ups off: you add the user in the dashboard first).`;
  }
  return `
The code above makes whoever gives it the admin ${name}: once, until ${expiresAt}.
It is kept nowhere. Hand it to ${name} alone, who then

  1. signs up, or signs in (with sign-ups off: you add the user in the dashboard first)
  2. calls accept_invitation with the code, signed in:

     POST /rest/v1/rpc/accept_invitation  {"code": "…"}

docs/people.md has both with supabase-js, and how the admin invites everybody else.`;
}

async function consoleInSettings(sql: ReturnType<typeof connect>): Promise<string | null> {
  const [settings] = await sql<[{ url: string | null }?]>`
    select console_url as url from public.mail_settings`;
  return settings?.url ?? null;
}

async function main(): Promise<number> {
  const { values } = parsed("invite-admin", () =>
    parseArgs({
      args: [...Deno.args],
      options: {
        "email": { type: "string" },
        "name": { type: "string" },
        "console": { type: "string" },
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [email, name] = [values.email?.trim(), values.name?.trim()];
  if (!email || !name) {
    throw new UsageError("Give --email and --name. See deno task invite-admin --help.");
  }
  const environment = {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  };
  const databaseUrl = databaseOf(values["database-url"], environment);
  const typed = values.console?.trim();
  if (typed !== undefined && !(/^https?:\/\/[^\s?#]+$/.test(typed) && URL.canParse(typed))) {
    throw new UsageError("The console's address is not an http:// or https:// URL.");
  }
  const sql = connect(databaseUrl);
  try {
    const invitation = await inviteAdmin(sql, { email, name });
    console.log(invitation.code);
    const page = typed ?? await consoleInSettings(sql) ??
      consoleOfStack(values["database-url"], environment);
    if (page !== null) console.log(new URL(`#/invitation?code=${invitation.code}`, page).href);
    console.error(whatNext(invitation, page !== null));
    return 0;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  const said = error instanceof NotInvitedError ? error.message : `Not invited: ${explain(error)}`;
  console.error(error instanceof UsageError ? error.message : said);
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
