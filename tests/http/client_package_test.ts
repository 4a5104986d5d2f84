// packages/client as npm packs it, in a program of its own: compiled strictly, and run against the project under test.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { CLIENT as PACKAGE } from "../../tools/client_package.ts";
import { createInvoice } from "../support/billing/billed_time.ts";
import { Firm } from "../support/firm.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { installPackage, MODULES, run } from "../support/http/installed_package.ts";
import { project } from "../support/http/project.ts";
import { billableFacility } from "./api_example_rows.ts";

const CLIENT = join(MODULES, "..", PACKAGE.folder);
const TSC = join(MODULES, "typescript/bin/tsc");

/** The package's page, block by block, and what the types have to refuse. */
const CONSUMER = `
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
${blocksOf(await Deno.readTextFile(join(CLIENT, "README.md")))}

export async function typed(): Promise<void> {
  const { data: health } = await supabase.from("job_health").select("job, last_error").limit(1);
  const job: string | undefined = health?.[0]?.job;
  const error: string | null | undefined = health?.[0]?.last_error;
  const { data: aging } = await supabase.from("ar_aging").select("balance").single();
  const balance: number | undefined = aging?.balance;
  await supabase.from("checks").insert({ facility_id: "", amount: "1.00", received_on: "2026-03-02" });
  // @ts-expect-error: a job may have no error
  const told: string | undefined = health?.[0]?.last_error;
  // @ts-expect-error: nobody writes to a view
  await supabase.from("ar_aging").insert({ balance: 1 });
  // @ts-expect-error: there is no such kind of file
  await supabase.rpc("import_rows", { kind: "invoices", rows: rowsToImport("") });
  const refusal = refusalOf(null);
  if (refusal?.slug === "invoice_not_found") {
    const status: 404 = refusal.status;
    void status;
  }
  // @ts-expect-error: there is no such slug
  if (refusal?.slug === "invoice_not_foudn") return;
  // @ts-expect-error: there is no such document
  await documentOf(supabase, "letter", "");
  const { event } = await verifyWebhook("", {}, "");
  if (event.type === "contractor.hired") {
    const ids: string[] = [event.data.contractor_id, event.data.assignment_id];
    void ids;
  }
  void [job, error, balance, told];
}
`;

const OPTIONS = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    noUnusedLocals: true,
    // The package's declarations are compiled too; those of supabase-js name types of React Native.
    skipLibCheck: true,
    types: [],
  },
  files: ["consumer.ts"],
};

/** The program that runs them. Its quotes are not those by which a test finds the imports of sources. */
const RUN = `
import { refusalOf } from 'staffing-client';
import { invoicePdf, linesOf, owed, tryFile, voidInvoice } from './consumer.js';

const { INVOICE = "", DRAFT = "", MISSING = "", FILE = "" } = process.env;
const paper = await invoicePdf(INVOICE);
const none = await invoicePdf(MISSING);
console.log(JSON.stringify({
  missing: await voidInvoice(MISSING),
  voided: await voidInvoice(INVOICE),
  owed: (await owed()).length,
  errors: await tryFile(FILE),
  lines: await linesOf(DRAFT),
  paper: [paper.data?.name, paper.data?.type, paper.data?.size > 1000],
  none: refusalOf(none.error),
}));
`;

/** The ts blocks of a page as one module. */
function blocksOf(page: string): string {
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, block]) => block).join("\n");
}

/** Hands over the folder of a program that has installed the package, and nothing else but supabase-js. */
async function withConsumer(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "staffing-consumer-" });
  try {
    await installPackage(PACKAGE, folder);
    await Deno.writeTextFile(
      join(folder, "package.json"),
      JSON.stringify({ type: "module", dependencies: { "staffing-client": "*" } }),
    );
    await Deno.writeTextFile(join(folder, "tsconfig.json"), JSON.stringify(OPTIONS));
    await Deno.writeTextFile(join(folder, "consumer.ts"), CONSUMER);
    await Deno.writeTextFile(join(folder, "run.js"), RUN);
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("client/is_packed_whole_and_does_what_its_page_says_in_a_strict_program", (t) =>
  withConsumer(async (folder) => {
    await t.step("it has its declarations, and one dependency", () => assertWhole(folder));
    await t.step("a strict program compiles with it", async () => {
      await run(folder, "node", [TSC]);
    });
    await t.step("its page does what it says", () => assertWorks(folder));
  }));

async function assertWhole(folder: string): Promise<void> {
  const installed = join(folder, "node_modules/staffing-client");
  const { dependencies } = JSON.parse(await Deno.readTextFile(join(installed, "package.json")));
  const { imports } = JSON.parse(
    await Deno.readTextFile(new URL("../../import_map.json", import.meta.url)),
  );
  const [, version] = /@([\d.]+)$/.exec(imports["@supabase/supabase-js"]) ?? [];
  assertEquals(dependencies, { "@supabase/supabase-js": version });
  const modules = [...Deno.readDirSync(join(CLIENT, "src"))]
    .map(({ name }) => name.replace(/\.ts$/, "")).concat("database.types");
  assertEquals(
    [...Deno.readDirSync(join(installed, "dist"))].map(({ name }) => name).sort(),
    modules.flatMap((name) => [`${name}.d.ts`, `${name}.js`]).sort(),
  );
}

async function assertWorks(folder: string): Promise<void> {
  const { baseUrl, secretKey } = project();
  await withProjectDatabase(async (sql) => {
    const invoice = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    const draft = await createInvoice(sql, await billableFacility(sql));
    const number = crypto.randomUUID();
    const file =
      `external_number,name,work_state\r\n${number},"Mercy, Denver",CO\r\n,Nameless,ZZ\r\n`;
    const args = ["run", "--no-config", "--no-check", "--allow-all", "--node-modules-dir=manual"];
    const output = await run(folder, Deno.execPath(), [...args, "run.js"], {
      SUPABASE_URL: baseUrl,
      SUPABASE_SECRET_KEY: secretKey,
      INVOICE: invoice,
      DRAFT: draft.id,
      MISSING: crypto.randomUUID(),
      FILE: file,
    });
    const said = JSON.parse(output);
    assertStrictEquals(said.missing, "There is no such invoice.");
    assertStrictEquals(said.voided, "void");
    assert(said.owed > 0);
    assertEquals([...new Set(said.errors.map(({ line }: { line: number }) => line))], [3]);
    assert(said.lines.length > 0 && "amount" in said.lines[0]);
    assertEquals(said.paper.slice(1), ["application/pdf", true]);
    assertEquals([said.none.slug, said.none.status], ["invoice_not_found", 404]);
  });
}
