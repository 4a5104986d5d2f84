// `deno task group`: two firms, each on a stack of its own, and some that do not answer.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Decimal } from "decimal.js";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import postgres from "postgres";
import { freePort } from "../../stack/processes.ts";
import type { Stack } from "../../stack/stack.ts";
import { startHttpServer } from "../support/delivery/http_server.ts";
import { startDemoStack } from "../support/http/demo_stack.ts";
import { clientOf, done } from "../support/http/newcomers.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const DAYS = { from: "2026-06-01", to: "2026-06-10" };
/** First day of the last workweek that was over by then, a Wednesday. */
const LAST_WEEK = "2026-06-01";
const PASSWORD = "demo-password";

type Row = Record<string, string>;

/** A firm as firms.json has it. */
const entryOf = (firm: string, url: string, publishable_key: string, name: string) => ({
  firm,
  url,
  publishable_key,
  email: `${name}@demo.example`,
  password_variable: firm === "Wrong" ? "WRONG_PASSWORD" : "DEMO_PASSWORD",
});

/** Runs the task, as an operator types it. */
async function runGroup(directory: string, firms: readonly unknown[], ...args: string[]) {
  const file = join(directory, "firms.json");
  await Deno.writeTextFile(file, JSON.stringify(firms));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-check", "--allow-all", join(ROOT, "cli/group.ts"), file],
      ...["--from", DAYS.from, "--to", DAYS.to, "--out", directory, ...args],
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1", DEMO_PASSWORD: PASSWORD, WRONG_PASSWORD: "guessed" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return {
    code,
    counts: JSON.parse(text(stdout)) as Record<string, number | string>,
    said: text(stderr).split("\n"),
  };
}

/** Rows of a file, by firm. */
async function rowsIn(directory: string, name: string): Promise<Map<string, Row[]>> {
  const text = await Deno.readTextFile(join(directory, `${name}.csv`));
  return Map.groupBy(parse<Row>(text, { columns: true }), ({ firm = "" }) => firm);
}

const total = (rows: readonly Row[] | undefined, name: string) =>
  (rows ?? []).reduce((sum, row) => sum.plus(row[name] ?? ""), new Decimal(0)).toFixed(2);

/** The firm's own reports, as its admin reads them. */
async function ownReports({ url, keys }: Stack) {
  const client = clientOf(url, keys.publishableKey);
  const signedIn = await client.auth.signInWithPassword({
    email: "admin@demo.example",
    password: PASSWORD,
  });
  assertEquals(signedIn.error, null);
  const aging = await done(
    client.rpc("ar_aging_as_of", { as_of: DAYS.to }).order("facility_name"),
  );
  const journal = await done(
    client.rpc("journal_file", { from_day: DAYS.from, to_day: DAYS.to }),
  );
  const profit = await done(
    client.rpc("gross_profit", { from_day: DAYS.from, to_day: DAYS.to, by: "customer" })
      .order("place"),
  );
  const flash = await done(
    client.rpc("weekly_flash", { week_start: LAST_WEEK }).order("place"),
  );
  return { aging, journal: parse<Row>(journal, { columns: true }), profit, flash };
}

/** Makes a firm unlike another: a name that files must quote, and money that is written off. */
async function changeFirm({ dbUrl }: Stack): Promise<void> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => {} });
  try {
    const [owed] = await sql<[{ id: string; facility_id: string }]>`
      select id, facility_id from invoices where status = 'sent' and balance > 100 order by id limit 1`;
    await sql`select from public.write_off_invoice(${owed.id}, 34.56, 'Agreed')`;
    await sql`update facilities set name = '=Harbor "North", Ltd' where id = ${owed.facility_id}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

Deno.test("group/adds_up_what_each_firm_says_itself_and_names_who_did_not_answer", async (t) => {
  await using parts = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "staffing-group-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const [mesa, harbor] = await Promise.all([startDemoStack(parts), startDemoStack(parts)]);
  await changeFirm(harbor);
  const of = (firm: string, { url, keys }: Stack, name = "admin") =>
    entryOf(firm, url, keys.publishableKey, name);

  await t.step("all reports of both firms, to the cent", async () => {
    const { code, counts, said } = await runGroup(directory, [
      of("Mesa", mesa),
      of("Harbor", harbor),
    ]);
    assertEquals([code, said], [0, [""]]);
    const [aging, journal] = [await rowsIn(directory, "aging"), await rowsIn(directory, "journal")];
    const [profit, flash] = [await rowsIn(directory, "profit"), await rowsIn(directory, "flash")];
    const rows = { aging: 0, journal: 0, profit: 0, flash: 0 };
    for (const [firm, stack] of [["Mesa", mesa], ["Harbor", harbor]] as const) {
      const own = await ownReports(stack);
      assert(own.aging.length > 3 && own.journal.length > 3, firm);
      rows.aging += own.aging.length;
      rows.journal += own.journal.length;
      rows.profit += own.profit.length;
      rows.flash += own.flash.length;
      assertEquals(
        profit.get(firm)?.map(({ row_id, billed, profit }) => [row_id, billed, profit]) ?? [],
        own.profit.map(({ row_id, billed, profit }) => [
          row_id ?? "",
          new Decimal(billed).toFixed(2),
          new Decimal(profit).toFixed(2),
        ]),
      );
      assertEquals(
        flash.get(firm)?.map(({ week, figure, value }) => [week, figure, Number(value)]),
        own.flash.map(({ week, figure, value }) => [week, figure, value ?? 0]),
      );
      assertEquals(
        aging.get(firm)?.map((row) => [row.facility_id, row.balance, row.net, row.days_91_plus]),
        own.aging.map((row) =>
          [row.facility_id].concat(
            [row.balance, row.net, row.days_91_plus].map((amount) =>
              new Decimal(amount).toFixed(2)
            ),
          )
        ),
      );
      assertEquals(journal.get(firm), own.journal.map((row) => ({ firm, ...row })));
      assertEquals(total(journal.get(firm), "debit"), total(journal.get(firm), "credit"));
    }
    assertEquals(counts, { ...DAYS, firms: 2, answered: 2, ...rows });
    const owed = (firm: string) => total(aging.get(firm), "balance");
    assertEquals(new Decimal(owed("Mesa")).minus(owed("Harbor")).toFixed(2), "34.56");
    const text = await Deno.readTextFile(join(directory, "aging.csv"));
    assertMatch(text, /^Harbor,"'=Harbor ""North"", Ltd",/m);
  });

  await t.step("whoever does not answer is named, and the others' rows are there", async () => {
    const silent = await startHttpServer(false, () => "silent");
    try {
      const { code, counts, said } = await runGroup(
        directory,
        [
          entryOf("Gone", `http://127.0.0.1:${freePort()}`, "key", "admin"),
          entryOf("Silent", `http://127.0.0.1:${silent.port}`, "key", "admin"),
          of("Wrong", mesa),
          of("Viewer", mesa, "viewer"),
          of("Harbor", harbor),
        ],
        "--timeout",
        "10",
      );
      assertEquals([code, counts.firms, counts.answered], [1, 5, 1]);
      assertEquals(said.length, 5);
      assertMatch(said[0] ?? "", /^Gone did not answer: /);
      assertEquals(said[1], "Silent did not answer: no answer within 10 seconds");
      assertMatch(said[2] ?? "", /^Wrong did not let us in: Invalid login credentials/);
      assertMatch(
        said[3] ?? "",
        /^Viewer has no journal for us: This takes the role billing or admin\. Ask an admin/,
      );
      assertMatch(said[4] ?? "", /^Viewer has no flash for us: This takes the role billing/);
      const firms = async (name: string) => [...(await rowsIn(directory, name)).keys()];
      assertEquals(await firms("aging"), ["Viewer", "Harbor"]);
      assertEquals(await firms("journal"), ["Harbor"]);
      assertEquals(await firms("flash"), ["Harbor"]);
    } finally {
      await silent.close();
    }
  });

  await t.step("a last day to come means the last week that is over", async () => {
    const { code, said } = await runGroup(
      directory,
      [of("Mesa", mesa)],
      "flash",
      "--to",
      "2099-12-31",
    );
    assertEquals([code, said], [0, [""]]);
    const client = clientOf(mesa.url, mesa.keys.publishableKey);
    await client.auth.signInWithPassword({ email: "admin@demo.example", password: PASSWORD });
    const own = await done(client.rpc("weekly_flash").order("place"));
    assertEquals(
      (await rowsIn(directory, "flash")).get("Mesa")?.map(({ week, figure }) => [week, figure]),
      own.map(({ week, figure }) => [week, figure]),
    );
  });

  await t.step("a viewer's sign-in is enough for aging, of any day", async () => {
    const { code, counts } = await runGroup(
      directory,
      [of("Viewer", mesa, "viewer")],
      "aging",
      "--to",
      "2026-06-09",
    );
    assertEquals([code, counts.to, counts.journal], [0, "2026-06-09", undefined]);
  });
});
