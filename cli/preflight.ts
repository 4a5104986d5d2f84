// `deno task preflight`: all that the next migrations would meet in a database, before anything is written.
import { parseArgs } from "node:util";
import { connect } from "../supabase/functions/_shared/database.ts";
import { databaseOf, parsed, UsageError } from "./database_argument.ts";
import { migrationsIn } from "./preflight/plan.ts";
import { preflight } from "./preflight/preflight.ts";

const IN_THE_WAY = 1;
const WRONG_USE = 2;

const MIGRATIONS = new URL("../supabase/migrations/", import.meta.url);

/** Text that `deno task preflight --help` prints. */
const USAGE = `Looks for all that the migrations of this clone would meet in a database.
Reads only: run it before an installation into a project that has more in it,
and before each upgrade.

deno task preflight [options]

  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

Connect as whoever applies the migrations: at Supabase, postgres.

Exit code 0: nothing is in the way. 1: something is, or the database could not
be read. 2: the command was not understood.`;

async function main(): Promise<number> {
  const { values } = parsed("preflight", () =>
    parseArgs({
      args: [...Deno.args],
      options: {
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const sql = connect(databaseOf(values["database-url"], {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  }));
  try {
    const { text, isClear } = await preflight(sql, migrationsIn(MIGRATIONS));
    console.log(text);
    return isClear ? 0 : IN_THE_WAY;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  Deno.exit(error instanceof UsageError ? WRONG_USE : IN_THE_WAY);
}
