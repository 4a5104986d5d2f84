// `deno task job`, as an operator types it.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { runJob } from "../../../cli/job_runner.ts";
import { Firm } from "../../support/firm.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";

async function job(args: string[], env: Record<string, string> = {}) {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", new URL("../../../cli/job.ts", import.meta.url).pathname, ...args],
    env: { NO_COLOR: "1", SUPABASE_DB_URL: "", ...env },
    stdin: "null",
  });
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("job_command/prints_the_counts_as_json_and_nothing_else", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "draft");

    const address = new URL(url);
    const PGPASSWORD = decodeURIComponent(address.password);
    address.password = "";
    const { code, stdout, stderr } = await job(
      ["lock-ended", "--today", "2026-03-01", "--database-url", address.href],
      { PGPASSWORD },
    );

    assertEquals(stderr, "");
    assertStrictEquals(code, 0);
    assertEquals(JSON.parse(stdout), {
      locked: 1,
      draft: 1,
      submitted: 0,
      approved: 0,
      unapproved: 1,
      assignments: 1,
      pending_approval: 0,
      remaining: 0,
    });
  }));

Deno.test("job_command/with_all_repeats_until_nothing_remains_and_adds_the_counts_up", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoices(1001, "2026-04-01");
    const accrue = ["accrue-interest", "--today", "2026-04-11", "--all"];

    const dry = await job([...accrue, "--dry-run"], { SUPABASE_DB_URL: url });
    assertEquals(JSON.parse(dry.stdout), {
      scanned: 1000,
      updated: 1000,
      unchanged: 0,
      remaining: 1,
    });

    const { stdout } = await job(accrue, { SUPABASE_DB_URL: url });
    assertEquals(JSON.parse(stdout), {
      scanned: 1001,
      updated: 1001,
      unchanged: 0,
      remaining: 0,
    });
    assertEquals((await sql`select from job_runs where not dry_run`).length, 2);
  }));

Deno.test("job_command/with_all_gives_up_on_what_another_transaction_keeps", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const held = await firm.entry(await firm.assignment("2026-02-28"), "draft");
    const other = connectTo(url);
    await other.begin(async (transaction) => {
      await transaction`select from time_entries where id = ${held} for update`;
      const run = { job: "lock-ended", today: "2026-03-01", dryRun: false, all: true } as const;
      await assertRejects(
        () => runJob(sql, run, () => {}, () => Promise.resolve()),
        Error,
        "1 remain, held by another transaction",
      );
    });
    await other.end();
  }));

Deno.test("job_command/finds_the_database_of_the_stack_that_ran_on_data_dir", () =>
  withDatabase(async ({ url }) => {
    const dataDir = await Deno.makeTempDir();
    await Deno.writeTextFile(`${dataDir}/stack.env`, `SUPABASE_DB_URL='${url}'\n`);
    const { code, stderr } = await job(["lock-ended"], { DATA_DIR: dataDir });
    assertStrictEquals(code, 0, stderr);
    await Deno.remove(dataDir, { recursive: true });
  }));

Deno.test("job_command/says_in_one_line_what_is_wrong_and_what_to_do", async () => {
  const WRONG_USE = 2;
  const FAILED = 1;
  const nowhere = "postgres://postgres@127.0.0.1:1/postgres";
  const cases: [args: string[], code: number, message: RegExp][] = [
    [[], WRONG_USE, /No job named: name lock-ended or accrue-interest or maintain/],
    [["lock"], WRONG_USE, /No job is called lock/],
    [["lock-ended", "accrue-interest"], WRONG_USE, /One job at a time/],
    [["lock-ended", "--today"], WRONG_USE, /--today/],
    [["lock-ended", "--bogus"], WRONG_USE, /Unknown option '--bogus'/],
    [
      ["lock-ended", "--today", "2026-02-30", "--database-url", nowhere],
      WRONG_USE,
      /today must be/,
    ],
    [["lock-ended"], WRONG_USE, /pass --database-url, set SUPABASE_DB_URL, or start the stack/],
    [
      ["lock-ended", "--database-url", nowhere],
      FAILED,
      /lock-ended failed \(run .*\): .*ECONNREFUSED/,
    ],
  ];
  for (const [args, code, message] of cases) {
    const outcome = await job(args, { DATA_DIR: "/nonexistent" });
    assertMatch(outcome.stderr, message);
    assertStrictEquals(outcome.code, code, args.join(" "));
    assertEquals(outcome.stderr.split("\n").length, 1);
    assertEquals(outcome.stdout, "");
  }
  assertMatch((await job(["--help"])).stdout, /--dry-run/);
});

Deno.test("job_command/never_shows_a_password_and_takes_none_from_where_it_is_shown", async () => {
  const typed = [
    "postgres://postgres:s3cret@127.0.0.1:1/postgres",
    "postgres://:s3cret@127.0.0.1:1/postgres",
    "postgres://postgres@127.0.0.1:1/postgres?password=s3cret",
  ];
  for (const url of typed) {
    const { code, stdout, stderr } = await job(["lock-ended", "--database-url", url]);
    assertEquals(code, 2, stderr);
    assertMatch(stderr, /set SUPABASE_DB_URL .* PGPASSWORD/);
    assert(!(stdout + stderr).includes("s3cret"), stderr);
  }
  const set = ["postgres://postgres:s3cret@127.0.0.1:1/x", "postgres://postgres:s3cret@h:x/y"];
  for (const SUPABASE_DB_URL of set) {
    const { code, stdout, stderr } = await job(["lock-ended"], { SUPABASE_DB_URL });
    assertEquals(code, 1, stderr);
    assert(!(stdout + stderr).includes("s3cret"), stderr);
  }
});
