// `deno task migration <name>`: writes what an installed database needs to follow the source tree.
import { parseArgs } from "node:util";
import { StackError } from "../stack/stack_error.ts";
import { MigrationRefused, writeMigration } from "./migrations/write_migration.ts";
import { ROOT, withScratchServer } from "./scratch_server.ts";

const HELP = `deno task migration <name> [--drop <thing>]… [--retype <column>]…

Writes supabase/migrations/<instant>_<name>.sql: what leads from the released migrations to the source
tree in supabase/schemas/. The name is the version's, such as 0_10_0. A version adds one file; until it
is released, run this again after each change of the tree, and the same file is written anew. (Released
is what has a dump in tests/upgrade/releases/.) While nothing is released the file is the tree itself.

The Supabase CLI drafts the difference, and the task tries it: on the demo firm of the last release,
compared with the tree twice, by the CLI and by a catalog query of our own. Read the file before you
commit it.

--drop <thing>      Something may go. The task lists what would, with the option for each:
                    --drop facilities.billing_email   --drop invoices   --drop 'bill(uuid, date)'
                    --drop private.helper              --drop checks.amount_is_finite
                    What belongs to a table goes with it.
--retype <column>   A column may change its type: --retype invoices.total

What the draft cannot know is written into the file by hand, between two marks. It stays where it is
when the file is written anew; all else in the file is the task's.

    -- data move: the region of a facility is that of its state
    update public.facilities set region = private.region_of(state);
    -- end of data move

To put something in place of drafted statements, name each of them, on one line:

    -- data move: billing_email is called invoice_email now
    -- in place of: ALTER TABLE "public"."facilities" DROP COLUMN "billing_email";
    -- in place of: ALTER TABLE "public"."facilities" ADD COLUMN "invoice_email" text;
    alter table public.facilities rename column billing_email to invoice_email;
    -- end of data move

Where a guard forbids the move, switch it off by its name and on again in the same file:

    alter table public.invoices disable trigger sent_invoice_is_final;

A file is one transaction: no begin, commit or concurrently. It begins with set local lock_timeout.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      drop: { type: "string", multiple: true },
      retype: { type: "string", multiple: true },
    },
  });
  const [name, ...more] = positionals;
  if (values.help || name === undefined || more.length > 0 || !/^[a-z0-9_]+$/.test(name)) {
    console.log(HELP);
    return values.help ? 0 : 1;
  }
  const allowed = [
    ...(values.drop ?? []).map((name) => ({ action: "drop" as const, name })),
    ...(values.retype ?? []).map((name) => ({ action: "retype" as const, name })),
  ];
  const path = await withScratchServer((serverUrl) =>
    writeMigration({ root: ROOT, serverUrl, name, allowed, report: console.log })
  );
  console.log(path ? "It leads to the tree. Read it." : "The migrations say what the tree says.");
  return 0;
}

let code: number;
try {
  code = await main();
} catch (error) {
  const isForPeople = error instanceof MigrationRefused || error instanceof StackError ||
    error instanceof TypeError && "code" in error; // Of parseArgs.
  if (!isForPeople) throw error;
  console.error(error.message);
  code = 1;
}
Deno.exit(code);
