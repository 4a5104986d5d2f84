// `deno task group firms.json`: reports of several firms of one owner, a CSV file each. Counts as JSON on stdout.
import { join } from "node:path";
import { UsageError } from "./database_argument.ts";
import { readGroupArguments } from "./group/arguments.ts";
import { csvFile } from "./group/csv.ts";
import { readFirms } from "./group/firms.ts";
import { askFirm, REPORTS } from "./group/reports.ts";
import { today } from "./group/today.ts";

const FAILED = 1;
const WRONG_USE = 2;

/** Text that `deno task group --help` prints. */
const USAGE = `Asks several firms for their reports at once, and writes one file of each
report, with the firm's name in the first column.

deno task group FIRMS.json [aging] [journal] [profit] [flash] [options]

  aging            what each facility owes at the end of the last day, by age:
                   aging.csv; any staff member reads it, a viewer too
  journal          the books of the days, in double entry: journal.csv; it takes
                   staff with the roles billing and payroll, or an admin
  profit           gross profit of the days by customer: profit.csv; any staff
                   member reads it
  flash            the Monday page of the last workweek that was over on the
                   last day, or is over now: flash.csv; as the journal

  --from, --to DAY the first and the last day (default: the month before this)
  --out FOLDER     where the files are written (default: here)
  --timeout N      seconds within which a firm answers a request (default: 90)
  --help           this text

FIRMS.json is a list. Passwords stand in the environment, under the names that
the file gives:

  [
    {
      "firm": "Mesa",
      "url": "https://abcdefghijklmnopqrst.supabase.co",
      "publishable_key": "sb_publishable_…",
      "email": "group@example.com",
      "password_variable": "MESA_PASSWORD"
    }
  ]

Prints counts as JSON. Whoever did not answer is named on stderr, a line each;
the files have the rows of all others.

Exit code 0: all answered. 1: somebody did not, or the files could not be
written. 2: the command, or the file of firms, was not understood; nobody was
asked.`;

async function readFile(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function main(): Promise<number> {
  const args = readGroupArguments(Deno.args, today());
  if (args === "help") {
    console.log(USAGE);
    return 0;
  }
  const text = await readFile(args.path);
  const firms = readFirms(args.path, text, (name) => Deno.env.get(name));
  const answers = await Promise.all(
    firms.map((firm) => askFirm(firm, args.reports, args.days, args.seconds)),
  );
  await Deno.mkdir(args.out, { recursive: true });
  const counts: Record<string, number> = {};
  for (const name of args.reports) {
    const rows = answers.flatMap(({ firm, rows }) =>
      (rows[name] ?? []).map((row) => ({ ...row, firm }))
    );
    const columns = { firm: "text", ...REPORTS[name].columns } as const;
    await Deno.writeTextFile(join(args.out, `${name}.csv`), csvFile(columns, rows));
    counts[name] = rows.length;
  }
  for (const { firm, failures } of answers) {
    for (const failure of failures) console.error(`${firm} ${failure}`);
  }
  const answered = answers.filter(({ failures }) => failures.length === 0).length;
  console.log(JSON.stringify({ ...args.days, firms: firms.length, answered, ...counts }));
  return answered === firms.length ? 0 : FAILED;
}

try {
  Deno.exit(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  Deno.exit(error instanceof UsageError ? WRONG_USE : FAILED);
}
