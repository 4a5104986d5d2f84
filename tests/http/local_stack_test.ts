// Each function as the Supabase CLI's local stack runs it: it starts, and no call takes more CPU than a worker has.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { startHttpProvider } from "../support/delivery/http_provider.ts";
import { LOGO, setLetterhead } from "../support/documents/documents.ts";
import { invoiceOfManyLines } from "../support/documents/many_lines.ts";
import { drafts } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import {
  cliEnvironment,
  type LocalFunction,
  withLocalFunction,
} from "../support/http/local_stack.ts";
import { BACKLOG_CLOCK, entriesToLock } from "../support/jobs/backlog.ts";
import { switchMailOn } from "../support/outbox/messages.ts";
import { withDatabase } from "../support/server/database.ts";
import { runCommands } from "../support/server/printed_commands.ts";

const SECRET = "a-secret-of-the-local-stack";
/** A worker is warned at one second and ended at two. */
const MOST_CPU_MS = 2_000;

/** Long invoices that are printed; the cheapest print is the one that nothing disturbed. */
const LONG_ONES = 2;

/** Answers that each function gives to whoever is nobody, without a database. */
const ANSWERS = {
  "cron-lock-ended": { method: "POST", status: 401 },
  "cron-accrue-interest": { method: "POST", status: 401 },
  "cron-maintain": { method: "POST", status: 401 },
  "cron-deliver": { method: "POST", status: 401 },
  "mail-events": { method: "POST", status: 401 },
  "documents": { method: "GET", path: `/invoice/${crypto.randomUUID()}`, status: 401 },
  "health": { method: "GET", status: 503 },
} as const;

Deno.test("local_stack/each_function_starts_with_what_the_cli_gives_it_in_containers", async (t) => {
  for (const [name, { method, status, ...rest }] of Object.entries(ANSWERS)) {
    await t.step(name, () => {
      const environment = cliEnvironment({
        name,
        projectUrl: "http://kong:8000",
        databaseUrl: "postgresql://postgres:postgres@db:5432/postgres",
      });
      return withLocalFunction(name, environment, async ({ url, output }) => {
        const answer = await fetch(`${url}${"path" in rest ? rest.path : ""}`, { method });
        await answer.body?.cancel();
        assertEquals(answer.status, status, output.join("\n"));
      });
    });
  }
});

const PSQL = "/usr/lib/postgresql/15/bin/psql";

Deno.test({
  name: "local_stack/the_demo_firm_is_loaded_by_the_command_of_its_page",
  ignore: !await Deno.stat(PSQL).then(() => true, () => false), // Debian's postgresql-15; .ci/run installs it.
  fn: () =>
    withDatabase(async ({ sql, url }) => {
      const page = await Deno.readTextFile(new URL("../../docs/local.md", import.meta.url));
      const [command = ""] = /^psql "\$DB_URL" .* supabase\/seed\.sql/m.exec(page) ?? [];
      await runCommands(command, fileURLToPath(new URL("../..", import.meta.url)), url, {
        DB_URL: url,
      });
      const [firm] = await sql`select count(*)::int as invoices from invoices`;
      assert(Number(firm?.invoices) > 200);
    }),
});

/** Runs a job of the local stack. Gives its counts, and the CPU that it took. */
async function run(fn: LocalFunction): Promise<{ counts: Record<string, number>; cpu: number }> {
  const before = await fn.cpu();
  const answer = await fetch(fn.url, {
    method: "POST",
    headers: { Authorization: `Bearer ${SECRET}` },
  });
  const counts = await answer.json();
  assertEquals(answer.status, 200, fn.output.join("\n"));
  return { counts, cpu: await fn.cpu() - before };
}

function assertLittle(cpu: number): void {
  assert(cpu < MOST_CPU_MS, `it took ${cpu} ms of CPU`);
}

/** Variables for a job on a database of a test's own, whose host has no dot. */
function jobEnvironment(name: string, url: string): Record<string, string> {
  const databaseUrl = new URL(url);
  databaseUrl.hostname = "localhost";
  return {
    ...cliEnvironment({ name, projectUrl: "http://kong:8000", databaseUrl: databaseUrl.href }),
    CRON_SHARED_SECRET: SECRET,
  };
}

Deno.test("local_stack/a_run_of_lock_ended_takes_less_cpu_than_a_worker_has", () =>
  withDatabase(async ({ sql, url }) => {
    const due = await entriesToLock(sql, 20_000);
    const name = "cron-lock-ended";
    await withLocalFunction(name, jobEnvironment(name, url), async (fn) => {
      const { counts, cpu } = await run(fn);
      assertEquals(counts.locked, due);
      assertLittle(cpu);
    });
  }, { clock: BACKLOG_CLOCK }));

Deno.test("local_stack/a_run_of_accrue_interest_takes_less_cpu_than_a_worker_has", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoices(1_001, "2025-04-01");
    const name = "cron-accrue-interest";
    await withLocalFunction(name, jobEnvironment(name, url), async (fn) => {
      const { counts: { scanned, remaining }, cpu } = await run(fn);
      assertEquals([scanned, remaining], [1_000, 1]);
      assertLittle(cpu);
    });
  }, { clock: BACKLOG_CLOCK }));

Deno.test("local_stack/a_run_of_deliver_prints_less_than_a_worker_may_compute", async () => {
  const provider = await startHttpProvider();
  const name = "cron-deliver";
  try {
    await withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await setLetterhead(sql, { legal_name: "Mesa Staffing", logo: LOGO });
      await switchMailOn(sql, "http", ["invoice"]);
      // One of the most lines that are printed singly; such an invoice is a run's first, and its last.
      for (let nth = 0; nth < LONG_ONES; nth++) {
        await invoiceOfManyLines(sql, { contractors: 300, days: 5 });
      }
      await sql`update facilities set billing_email = 'pay@mercy.example'`;
      await send(sql, await drafts(firm, 30));
      const environment = {
        ...jobEnvironment(name, url),
        MAIL_API_URL: provider.url,
        MAIL_API_KEY: provider.key,
      };
      const used: number[] = [];
      for (let nth = 0; nth < LONG_ONES + 1; nth++) {
        // A worker for each call, as where the one before was ended for its CPU.
        await withLocalFunction(name, environment, async (fn) => {
          const { counts: { sent = 0, failed }, cpu } = await run(fn);
          assertEquals([sent > 0, failed], [true, 0]);
          used.push(cpu);
        });
      }
      // Whatever else the machine does makes it more, and never less.
      assertLittle(Math.min(...used.slice(0, LONG_ONES)));
      assertLittle(used.at(-1) ?? Infinity);
    }, { clock: BACKLOG_CLOCK });
  } finally {
    await provider.close();
  }
});
