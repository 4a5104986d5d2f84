// `deno task migration [name]`: compiles what an installed database needs to follow the source tree.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileName } from "../stack/schema/migrations.ts";
import { StackError } from "../stack/stack_error.ts";
import { MigrationRefused } from "./migrations/compile.ts";
import { writePending } from "./migrations/pending.ts";
import { tryOut } from "./migrations/try_out.ts";
import { ROOT, withScratchServer } from "./scratch_server.ts";

/** The folder that the migration is compiled into, below the root; git passes it by. */
const FOLDER = "supabase/.temp/pending";

const HELP = `deno task migration [name]

Compiles the migration of the version that is being worked on, from the released files to the source
tree in supabase/schemas/, and tries it on the demo firm of the last release: what that becomes is
compared with the tree twice, by the Supabase CLI and by a query of the catalog. The file is written to
${FOLDER}/supabase/migrations/, behind copies of the released ones, to be read; the CLI takes
the folder as its --workdir. Nothing else changes: \`deno task release\` seals it.

The Supabase CLI drafts the difference. What it cannot know stands in supabase/changes/<version>.sql
(the version is that of deno.json, without -dev).

Something may go, or change its type. The task lists what would, with the line for each:

    -- drop: facilities.billing_email
    -- drop: invoices
    -- drop: bill(uuid, date)
    -- drop: checks.amount_is_finite
    -- retype: invoices.total

What belongs to a table goes with it.

Data moves stand between two marks, each with its place in the line below the first:

    -- data move: the region of a facility is that of its state
    -- after columns are added
    update public.facilities set region = private.region_of(state);
    -- end of data move

    -- before                       before everything
    -- after columns are added      behind the new tables and columns, before functions and rules
    -- after all                    at the end
    -- in place of: <statement>     in place of a drafted statement, on one line; may come again:

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
    options: { help: { type: "boolean" } },
  });
  const [name, ...more] = positionals;
  if (values.help || more.length > 0 || name !== undefined && !/^[a-z0-9_.]+$/.test(name)) {
    console.log(HELP);
    return values.help ? 0 : 1;
  }
  await withScratchServer(async (serverUrl) => {
    const ground = { root: ROOT, serverUrl };
    const { migration } = await writePending(
      ground,
      join(ROOT, FOLDER),
      name?.replaceAll(".", "_"),
    );
    if (migration === null) return console.log("The released migrations say what the tree says.");
    console.log(`${FOLDER}/supabase/migrations/${fileName(migration)} is written; trying it`);
    await tryOut(ground, migration);
    console.log("It leads to the tree. Read it.");
  });
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
