// The programs of examples/: installed from their lock files, compiled, and run by Node and in Chromium on one stack.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { parse } from "csv-parse/sync";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import postgres from "postgres";
import { Webhook } from "standardwebhooks";
import { freePort, lines } from "../../stack/processes.ts";
import type { Stack } from "../../stack/stack.ts";
import { withCaFile } from "../support/delivery/certificate.ts";
import { type ReceivedRequest, startHttpServer } from "../support/delivery/http_server.ts";
import { installExamples, nodeProgram, run, succeed } from "../support/examples/programs.ts";
import { startDemoStack } from "../support/http/demo_stack.ts";
import { clientOf, done } from "../support/http/newcomers.ts";

const CHROMIUM = "/usr/bin/chromium";
const hasChromium = await Deno.stat(CHROMIUM).then(({ isFile }) => isFile, () => false);
const PASSWORD = "demo-password";

/** Stack and folder that the programs run on. */
interface Place {
  readonly stack: Stack;
  readonly sql: postgres.Sql;
  readonly node: string;
  /** Folder of the installed copies. */
  readonly copies: string;
}

/** Variables of a program that signs in. */
const environmentOf = ({ stack }: Place, name: string) => ({
  SUPABASE_URL: stack.url,
  SUPABASE_PUBLISHABLE_KEY: stack.keys.publishableKey,
  EMAIL: `${name}@demo.example`,
  PASSWORD,
});

Deno.test("examples/are_installed_compiled_and_do_what_they_say", (t) =>
  withCaFile(async (caFile) => {
    await using parts = new AsyncDisposableStack();
    const directory = await Deno.makeTempDir({ prefix: "staffing-examples-" });
    parts.defer(() => Deno.remove(directory, { recursive: true }));
    const [stack, copies, node] = await Promise.all([
      startDemoStack(parts, {
        mail: { WEBHOOK_PRIVATE_ADDRESSES: "allow" },
        runtimeEnvironment: { ...Deno.env.toObject(), DENO_CERT: caFile },
      }),
      installExamples(directory),
      nodeProgram(),
    ]);
    const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
    parts.defer(() => sql.end({ timeout: 1 }));
    const place: Place = { stack, sql, node, copies };

    await t.step("a script bills a week", () => billsAWeek(place));
    await t.step({
      name: hasChromium
        ? "a contractor enters and submits a week on a phone"
        : "phone_week: chromium is not installed; .ci/run installs it",
      ignore: !hasChromium,
      fn: () => submitsAWeek(place),
    });
    await t.step("a receiver keeps each event once", () => receivesEvents(place));
    await t.step("an export has every row, to the cent", () => exportsTables(place));
  }));

async function billsAWeek(place: Place): Promise<void> {
  const { sql, node, copies } = place;
  const folder = join(copies, "bill_week");
  const script = [node, "bill_week.ts"];
  const billing = environmentOf(place, "billing");
  const runs = async () => [
    ...await sql`select dry_run, entries_billed, amount from billing_runs order by created_at`,
  ];
  const before = (await runs()).length;

  const tried = await succeed(folder, [...script, "--dry-run"], billing);
  assertMatch(
    tried,
    /^Not billed yet:\n(?: {2}\S.*: [\d.]+ hours, 2026-\d\d-\d\d to 2026-06-\d\d\n)+/,
  );
  assertMatch(
    tried,
    /\nWould be billed, 2026-06-01 to 2026-06-07:\n(?: {2}.*: (?:(?:created|existing) [\d.]+|skipped .*)\n)+$/,
  );
  const billed = await succeed(folder, [...script, "--week", "2026-06-01"], billing);
  assertMatch(billed, /\nBilled, 2026-06-01 to 2026-06-07:\n {2}/);
  const made = (await runs()).slice(before);
  assertEquals(made.map(({ dry_run }) => dry_run), [true, false]);
  assert(Number(made[1]?.entries_billed) > 0);
  assertEquals(made[0]?.amount, made[1]?.amount);

  const refused = await run(folder, script, environmentOf(place, "viewer"));
  assertStrictEquals(refused.code, 1);
  assertMatch(refused.stderr, /^This takes the role billing or admin\. Ask an admin/);
  const mistyped = await run(folder, [...script, "--weak", "2026-06-01"], billing);
  assertEquals([mistyped.code, mistyped.stderr.trim().split("\n").length], [1, 1], mistyped.stderr);
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** The demo contractor's newest assignment, with no time in the present week. */
async function assignmentWithoutTime(sql: postgres.Sql) {
  const [assignment] = await sql<[{ id: string; name: string }]>`
    select assignment.id, facility.name
      from assignments as assignment
      join contractors as contractor on contractor.id = assignment.contractor_id
      join facilities as facility on facility.id = assignment.facility_id
      join auth.users as person on person.id = contractor.user_id
     where person.email = 'contractor@demo.example'
       and assignment.start_date <= '2026-06-08' and coalesce(assignment.end_date, 'infinity') >= '2026-06-14'
     order by assignment.start_date desc limit 1`;
  const ofWeek =
    sql`assignment_id = ${assignment.id} and work_date between '2026-06-08' and '2026-06-14'`;
  await sql`update time_entries set status = 'draft' where ${ofWeek} and status <> 'draft'`;
  await sql`delete from time_entries where ${ofWeek}`;
  const week = async () => [
    ...await sql`
      select work_date::text as day, hours::text, status from time_entries where ${ofWeek} order by work_date`,
  ];
  return { ...assignment, week };
}

async function submitsAWeek({ stack, sql, copies }: Place): Promise<void> {
  const folder = join(copies, "phone_week");
  await succeed(folder, ["npm", "run", "build"], {
    VITE_SUPABASE_URL: stack.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: stack.keys.publishableKey,
  });
  const { name, week } = await assignmentWithoutTime(sql);
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const path = pathname === "/" ? "/index.html" : pathname;
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      return new Response(await Deno.readFile(join(folder, "dist", path)), {
        headers: { "content-type": type },
      });
    },
  );
  await using browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  const page = await browser.newPage({ viewport: { width: 375, height: 700 } });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`http://127.0.0.1:${server.addr.port}/`);
  await page.getByLabel("E-mail").fill("contractor@demo.example");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Invalid login credentials").waitFor();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();

  await page.getByText("Mon, Jun 8 – Sun, Jun 14").waitFor();
  const form = page.locator("form", { hasText: name });
  await form.getByLabel("Mon, Jun 8").fill("8");
  await form.getByLabel("Tue, Jun 9").fill("25");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("alert").getByText("2026-06-09 cannot have 25 hours.").waitFor();
  assertEquals(await week(), []);
  await form.getByLabel("Tue, Jun 9").fill("7,5");
  await form.getByRole("button", { name: "Submit the week" }).click();
  await page.getByRole("status").getByText("Saved.").waitFor();
  assertEquals(await week(), [
    { day: "2026-06-08", hours: "8.00", status: "submitted" },
    { day: "2026-06-09", hours: "7.50", status: "submitted" },
  ]);
  assert(await form.getByLabel("Mon, Jun 8").isDisabled());
  await page.reload();
  await form.getByText("submitted").first().waitFor();
  const [inner, outer] = await page.evaluate("[document.body.scrollWidth, innerWidth]") as number[];
  assert((inner ?? Infinity) <= (outer ?? 0), "nothing is beyond the edge of a phone");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("E-mail").waitFor();
  assertEquals(errors, []);
}

async function receivesEvents(place: Place): Promise<void> {
  const { stack, sql, node, copies } = place;
  const folder = join(copies, "webhook_receiver");
  const port = freePort();
  const passedOn: ReceivedRequest[] = [];
  /** Calls the receiver, as the proxy with TLS before it does. */
  const tell = async ({ headers, body }: ReceivedRequest) => {
    const signed = Object.entries(headers).filter(([name]) => name.startsWith("webhook-"));
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: Object.fromEntries(signed),
      body,
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const proxy = await startHttpServer(true, async (request) => {
    passedOn.push(request);
    return { status: await tell(request) };
  });
  const admin = clientOf(stack.url, stack.keys.publishableKey);
  await admin.auth.signInWithPassword({ email: "admin@demo.example", password: PASSWORD });
  const { secret } = await done(
    admin.rpc("add_webhook", {
      url: `https://localhost:${proxy.port}/hook`,
      events: ["invoice.sent"],
    }),
  );
  const earlier = '{"id":"earlier"}\n';
  const events = join(folder, "events.jsonl");
  await Deno.writeTextFile(events, `${earlier}{"id":"half`); // as power that fails leaves it
  const receiver = new Deno.Command(node, {
    args: ["receiver.ts"],
    cwd: folder,
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  try {
    const output = lines(receiver.stdout)[Symbol.asyncIterator]();
    assertStrictEquals((await output.next()).value, `listening on ${port}`);
    const [draft] = await sql<[{ id: string }]>`
      select id from invoices where status = 'draft' and total > 0 order by id limit 1`;
    await done(admin.rpc("send_invoices", { invoice_ids: [draft.id] }));
    const job = await fetch(`${stack.url}/api/cron/deliver`, {
      method: "POST",
      headers: { authorization: `Bearer ${stack.keys.cronSharedSecret}` },
    });
    const counts = await job.json();
    assertEquals([job.status, counts.failed, counts.sent], [200, 0, 1], JSON.stringify(counts));

    const [call] = passedOn;
    assert(call);
    assertStrictEquals(await tell(call), 204);
    assertStrictEquals(await tell({ ...call, body: call.body.replace("}", " }") }), 401);
    const at = new Date();
    const unreadable = {
      "webhook-id": "m-1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("m-1", at, "no JSON"),
    };
    assertStrictEquals(await tell({ ...call, headers: unreadable, body: "no JSON" }), 400);
    const get = await fetch(`http://127.0.0.1:${port}/`);
    await get.body?.cancel();
    assertStrictEquals(get.status, 405);
    const text = await Deno.readTextFile(events);
    assert(text.startsWith(earlier), text);
    const kept = text.slice(earlier.length).trim().split("\n");
    assertStrictEquals(kept.length, 1);
    const { id, event } = JSON.parse(kept[0] ?? "");
    assertEquals(
      [id, event.type, event.data.invoice_id],
      [call.headers["webhook-id"], "invoice.sent", draft.id],
    );
  } finally {
    receiver.kill("SIGTERM");
    await receiver.status;
    await proxy.close();
  }
}

/** Reads the Parquet files back with the reader of the writer's authors, and adds amounts up in cents. */
const READ_BACK = `
import { readFile } from 'node:fs/promises';
import { parquetReadObjects, parquetMetadata } from 'hyparquet';
const { buffer } = new Uint8Array(await readFile(process.argv[1]));
const rows = await parquetReadObjects({ file: buffer });
const kinds = Object.fromEntries(parquetMetadata(buffer).schema.slice(1)
  .map(({ name, type, converted_type }) => [name, converted_type ?? type]));
console.log(JSON.stringify({ kinds, rows }));
`;

async function exportsTables(place: Place): Promise<void> {
  const { sql, node, copies } = place;
  const folder = join(copies, "nightly_export");
  await succeed(folder, [node, "export.ts", "out"], environmentOf(place, "viewer"));
  const tables: Readonly<Record<string, string>> = {
    facilities: "name",
    invoices: "total",
    invoice_lines: "amount",
    payments: "amount",
  };
  assertEquals(
    [...Deno.readDirSync(join(folder, "out"))].map(({ name }) => name).sort(),
    Object.keys(tables).flatMap((name) => [`${name}.csv`, `${name}.parquet`]).sort(),
  );
  for (const [table, column] of Object.entries(tables)) {
    const own = await sql.unsafe(`select id, ${column}::text as value from ${table} order by id`);
    const csv = parse<Record<string, string>>(
      await Deno.readTextFile(join(folder, `out/${table}.csv`)),
      { columns: true },
    );
    assertEquals(csv.map((row) => [row.id, row[column]]), own.map((row) => [row.id, row.value]));
    const { kinds, rows } = JSON.parse(
      await succeed(folder, [
        node,
        ...["--input-type=module", "--eval", READ_BACK, `out/${table}.parquet`],
      ]),
    );
    const text = (value: string | number) => typeof value === "number" ? value.toFixed(2) : value;
    assertEquals(
      rows.map((row: Record<string, string | number>) => [row.id, text(row[column] ?? "")]),
      own.map((row) => [row.id, row.value]),
    );
    if (table === "invoices") {
      assertEquals([kinds.total, kinds.issue_date, kinds.sent_at], [
        "DECIMAL",
        "DATE",
        "TIMESTAMP_MILLIS",
      ]);
      assert(own.length > 200);
    }
    // More than a page.
    if (table === "invoice_lines") assert(own.length > 2000);
  }
  // Who may read nothing gets no rows: last night's files stay.
  const before = await Deno.readTextFile(join(folder, "out/invoices.csv"));
  const nobody = await run(folder, [node, "export.ts", "out"], environmentOf(place, "contractor"));
  assertEquals([nobody.code, nobody.stdout], [1, ""]);
  assertEquals(await Deno.readTextFile(join(folder, "out/invoices.csv")), before);
}
