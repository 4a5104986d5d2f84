// `deno task invite-admin --email … --name …`: a code by which somebody becomes an admin. The code alone on stdout.
import { parseArgs } from "node:util";
import { connect } from "../supabase/functions/_shared/database.ts";
import { databaseOf, parsed, UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";
import { type Invitation, inviteAdmin, NotInvitedError } from "./admin_invitation.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task invite-admin --help` prints. */
const USAGE = `Invites an admin: the first one, or one more. Prints the code.

deno task invite-admin --email ADDRESS --name NAME [options]

  --email ADDRESS      of the staff member, who is added where there is none
  --name NAME          of whoever is added
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

Who has the code and is signed in becomes the admin, whatever their e-mail
address: hand it to that person alone. Inviting again voids the former code.

Exit code 0: done. 1: it failed. 2: the command was not understood.`;

/** Instructions about a code, for whoever was handed it. */
function whatNext({ name, expiresAt }: Invitation): string {
  return `
The code above makes whoever gives it the admin ${name}: once, until ${expiresAt}.
It is kept nowhere. Hand it to ${name} alone, who then

  1. signs up, or signs in (with sign-ups off: you add the user in the dashboard first)
  2. calls accept_invitation with the code, signed in:

     POST /rest/v1/rpc/accept_invitation  {"code": "…"}

docs/people.md has both with supabase-js, and how the admin invites everybody else.`;
}

async function main(): Promise<number> {
  const { values } = parsed("invite-admin", () =>
    parseArgs({
      args: [...Deno.args],
      options: {
        "email": { type: "string" },
        "name": { type: "string" },
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
  const databaseUrl = databaseOf(values["database-url"], {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  });
  const sql = connect(databaseUrl);
  try {
    const invitation = await inviteAdmin(sql, { email, name });
    console.log(invitation.code);
    console.error(whatNext(invitation));
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
