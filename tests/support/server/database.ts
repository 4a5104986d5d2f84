import postgres from "postgres";
import { noteCalledFunctions } from "./called_functions.ts";
import { readSlate, type Slate, wipe } from "./slate.ts";

/** A database of a test's own. */
export interface TestDatabase {
  /** As the superuser `postgres`. */
  readonly sql: postgres.Sql;
  readonly url: string;
}

/** The database that holds nothing but the source tree of the schema; tests clone it, and `prepareTemplate` makes it. */
export const TEMPLATE = "staffing_template";

const NOT_SET = "TEST_SERVER_URL is not set: run the tests with `deno task test`.";

/** A clone of a template. */
interface Clone extends TestDatabase {
  readonly name: string;
  readonly clock: string | undefined;
  /** Null where it serves one test only. */
  readonly slate: Slate | null;
  readonly uses: number;
}

/** So many clones wait for the next test that asks for their clock; each takes memory. */
const KEPT = 2;
/** Tests that a clone serves: what is taken back leaves room that is not used again, as nothing vacuums. */
const USES = 30;

let server: postgres.Sql | undefined;
let kept: readonly Clone[] = [];
let slateOfTemplate: Slate | undefined;

Deno.test.afterAll(async () => {
  for (const clone of kept) await drop(clone);
  await server?.end();
  kept = [];
  server = undefined;
});

/**
 * Runs a test on a clone of the template on which nobody has worked: a new one, or one that an earlier test of the
 * same worker had and that is as it was before (slate.ts).
 *
 * @param test gets the clone; throwing fails the test
 * @param clock what `private.clock()` says in it, such as `"2026-03-01 23:59:00+00"`
 * @param fresh asks for a new one: for what depends on plans and on the room that tables take
 * @param template another database to clone, to which nobody is connected
 */
export async function withDatabase(
  test: (database: TestDatabase) => Promise<void>,
  { clock, fresh = false, template = TEMPLATE }: {
    clock?: string;
    fresh?: boolean;
    template?: string;
  } = {},
): Promise<void> {
  const isKept = !fresh && template === TEMPLATE;
  const clone = (isKept && takeKept(clock)) || await makeClone(clock, template, isKept);
  const { sql, url } = clone;
  let slate: Slate | null = null;
  try {
    await test({ sql, url });
    if (clone.slate !== null) slate = await wiped(sql, clone.slate, clock);
  } finally {
    if (slate === null || clone.uses + 1 === USES) await drop(clone);
    else await keep({ ...clone, slate, uses: clone.uses + 1 });
  }
}

/** Null too where the test ended its connection, or dropped what every database has. */
async function wiped(
  sql: postgres.Sql,
  slate: Slate,
  clock: string | undefined,
): Promise<Slate | null> {
  try {
    return await wipe(sql, slate, clock);
  } catch (error) {
    const { code = "" } = error as { code?: string };
    if (/^(CONNECTION_|42P01$|3F000$)/.test(code)) return null;
    throw error;
  }
}

function takeKept(clock: string | undefined): Clone | undefined {
  const found = kept.find((clone) => clone.clock === clock);
  kept = kept.filter((clone) => clone !== found);
  return found;
}

async function keep(clone: Clone): Promise<void> {
  const waiting = [...kept, clone];
  kept = waiting.slice(-KEPT);
  for (const oldest of waiting.slice(0, -KEPT)) await drop(oldest);
}

function connectedServer(): postgres.Sql {
  return server ??= postgres(serverUrl(), { max: 1, onnotice: () => {} });
}

function serverUrl(): string {
  const url = Deno.env.get("TEST_SERVER_URL");
  if (url === undefined) throw new Error(NOT_SET);
  return url;
}

async function makeClone(
  clock: string | undefined,
  template: string,
  isKept: boolean,
): Promise<Clone> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await cloneTemplate(connectedServer(), name, template);
  if (clock !== undefined) await setClock(connectedServer(), name, clock);
  const url = new URL(serverUrl());
  url.pathname = name;
  const sql = connectTo(url.href);
  const slate = isKept ? slateOfTemplate ??= await readSlate(sql) : null;
  return { name, clock, url: url.href, sql, slate, uses: 0 };
}

async function drop({ name, url, sql }: Clone): Promise<void> {
  await sql.end({ timeout: 1 });
  await noteCalledFunctions(url);
  await connectedServer()`drop database ${connectedServer()(name)} with (force)`;
}

/** A further connection to a test's database, with settings of its own; the test ends it. */
export function connectTo(url: string, settings: Record<string, string> = {}): postgres.Sql {
  return postgres(url, { max: 4, onnotice: () => {}, connection: settings });
}

/** Sets what `private.clock()` says to everyone who connects to the database from now on. */
export async function setClock(sql: postgres.Sql, database: string, clock: string): Promise<void> {
  await sql.unsafe(`alter database "${database}" set app.clock = '${clock}'`);
}

async function cloneTemplate(server: postgres.Sql, name: string, template: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      // Copied file by file, it costs a third less than through the log of changes.
      await server`create database ${server(name)} template ${server(template)} strategy file_copy`;
      return;
    } catch (error) {
      // Another test file is cloning at this moment.
      const isBusy = error instanceof postgres.PostgresError && error.code === "55006";
      if (!isBusy || attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}
