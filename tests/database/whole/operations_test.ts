// docs/operations.md on Debian's PostgreSQL 15: its commands as they stand there, and what is served afterwards.
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../../support/firm.ts";
import { pendingProject } from "../../support/schema/pending.ts";
import { hasDebianLibrary, startDebianPostgres } from "../../support/server/debian.ts";
import { commandsBelow, runCommands } from "../../support/server/printed_commands.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

const hasCron = await hasDebianLibrary(15, "pg_cron");
const debian = await startDebianPostgres(
  15,
  hasCron ? { name: "pg_cron", settings: { "cron.database_name": "staffing" } } : undefined,
);
const options = { ignore: debian === null }; // Debian's package postgresql-15 is not installed; .ci/run installs it.

/** Runs the commands of the page below a heading. */
async function run(directory: string, heading: string): Promise<void> {
  const commands = await commandsBelow(heading, "tests/database/whole/operations_test.ts");
  await runCommands(commands, directory, debian?.url ?? "");
}

function connect(database: string, user = "postgres"): postgres.Sql {
  const url = new URL(debian?.url ?? "");
  url.pathname = database;
  url.username = user;
  return postgres(url.href, { max: 1, onnotice: () => {} });
}

Deno.test(
  "operations/the_page_makes_a_database_that_postgrest_can_serve_restores_it_and_takes_all_out",
  options,
  async () => {
    const directory = await Deno.makeTempDir({ prefix: "operations-" });
    // The CLI among them, in the version that is printed.
    for (const folder of ["stack", "node_modules"]) {
      await Deno.symlink(join(ROOT, folder), join(directory, folder));
    }
    // Copied: the CLI takes no templates from outside of the project.
    const copying = ["-r", join(await pendingProject(), "supabase"), directory];
    assert((await new Deno.Command("cp", { args: copying }).output()).success);
    try {
      await run(directory, "Self-hosting");
      const owner = connect("staffing");
      const firm = await Firm.create(owner);
      await firm.terms();
      const invoice = await firm.sentInvoice("2026-04-01");
      await firm.entry(await firm.assignment("2026-01-31"), "submitted");
      if (hasCron) {
        await owner`create extension pg_cron`;
        await owner`grant usage on schema cron to service_role`;
        await owner`select cron.schedule('own', '0 0 1 1 *', 'select 1')`;
      }
      await owner.end();

      // As PostgREST does it: signed in as authenticator, in the role of the request, with its claims.
      const authenticator = connect("staffing", "authenticator");
      const writtenOff = await authenticator.begin(async (request) => {
        await request`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
        await request`set local role service_role`;
        const [row] =
          await request`select * from public.write_off_invoice(${invoice}, 400, 'Disputed')`;
        return row;
      });
      assertEquals(writtenOff?.status, "partially_paid");
      await assertRejectsWith(
        () =>
          authenticator.begin(async (request) => {
            await request`set local role anon`;
            await request`select from public.invoices`;
          }),
        { code: "42501" },
      );
      await authenticator.end();

      await run(directory, "Backups and restoring");
      const restored = connect("restored");
      assertEquals((await lockEndedAssignments(restored, { today: "2026-05-01" })).locked, 1);
      assertEquals((await accrueOverdueInterest(restored, { today: "2026-05-01" })).updated, 1);
      const [paid] = await restored`select amount_paid from invoices`;
      assertEquals(paid?.amount_paid, "400.00");
      await assertRejectsWith(() => Promise.resolve(restored`delete from audit_log`), {
        detail: "audit_log_is_append_only",
      });
      await restored.end();

      await run(directory, "Taking everything out");
      const exported = await Deno.readTextFile(join(directory, "export/public.invoices.csv"));
      const [header, row] = parse(exported) as [string[], string[]];
      assertEquals(row[header.indexOf("amount_paid")], "400.00");
      const source = connect("staffing");
      const [tables] = await source`
        select count(*)::int as count from pg_class
         where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           and relkind in ('r', 'p') and not relispartition`;
      await source.end();
      assertEquals([...Deno.readDirSync(join(directory, "export"))].length, tables?.count);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
);

Deno.test.afterAll(async () => await debian?.stop());
