// `deno task own-views <down|up>`: takes a firm's own views out of an upgrade's way, and makes them again.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { readMigrations } from "../stack/schema/migrations.ts";
import { namesMadeBy, ownViewsDown, ownViewsUp } from "../stack/schema/own_views.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import { databaseOf, parsed, UsageError } from "./database_argument.ts";
import { explain } from "./explain.ts";

const MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));
const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task own-views --help` prints. */
const USAGE = `Takes views of your own out of an upgrade's way, and makes them again.

deno task own-views down [options]   before migrations up to 0.14.0
deno task own-views up [options]     after them

  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

Down notes your views over ours in the database and drops them; up makes them
again. Both may be repeated. What no longer fits stays noted as text. Later
migrations do both themselves. docs/own_objects.md says more.

Exit code 0: done. 1: it failed, or a view does not fit. 2: the command was not
understood.`;

/** The migrations that a database has; all of them where it has no history. */
async function appliedTo(sql: postgres.Sql) {
  const files = await readMigrations(MIGRATIONS);
  const [{ kept }] = await sql<[{ kept: boolean }]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as kept`;
  if (!kept) return files;
  const history = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const applied = files.filter((file) => history.some(({ version }) => version === file.version));
  return applied.length > 0 ? applied : files;
}

async function notedIn(sql: postgres.Sql): Promise<string[]> {
  const [{ kept }] = await sql<[{ kept: boolean }]>`
    select to_regclass('staffing_upgrade.own_views') is not null as kept`;
  if (!kept) return [];
  const rows = await sql<{ name: string }[]>`
    select name from staffing_upgrade.own_views order by place, name`;
  return rows.map(({ name }) => name);
}

async function main(): Promise<number> {
  const { values, positionals } = parsed("own-views", () =>
    parseArgs({
      args: [...Deno.args],
      allowPositionals: true,
      options: {
        "database-url": { type: "string" },
        "help": { type: "boolean", short: "h", default: false },
      },
    }));
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [way, ...more] = positionals;
  if (way !== "down" && way !== "up" || more.length > 0) {
    throw new UsageError("Say down or up. See deno task own-views --help.");
  }
  const databaseUrl = databaseOf(values["database-url"], {
    databaseUrl: Deno.env.get("SUPABASE_DB_URL"),
    dataDir: Deno.env.get("DATA_DIR"),
  });
  const sql = connect(databaseUrl, ({ severity, message }) => {
    if (severity === "WARNING") console.error(message);
  });
  try {
    const before = await notedIn(sql);
    const text = way === "down"
      ? await ownViewsDown(namesMadeBy(await appliedTo(sql)))
      : await ownViewsUp();
    await sql.begin((transaction) => transaction.unsafe(text));
    const noted = await notedIn(sql);
    if (way === "down") {
      console.log(`noted and dropped: ${noted.join(", ") || "none"}`);
      return 0;
    }
    const made = before.filter((name) => !noted.includes(name));
    console.log(`made again: ${made.join(", ") || "none"}`);
    return noted.length === 0 ? 0 : FAILED;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error(explain(error));
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
