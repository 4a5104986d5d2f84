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

/** A clone of a template, on the server of the tests. */
interface Clone extends TestDatabase {
  readonly name: string;
  readonly clock: string | undefined;
  readonly server: postgres.Sql;
  /** Null where it serves one test only. */
  readonly slate: Slate | null;
}

/** So many clones wait for the next test that asks for their clock; each takes memory. */
const KEPT = 4;
let kept: readonly Clone[] = [];
/** Clones of the template begin alike, so one of them is read. */
let first: Promise<Slate> | undefined;

Deno.test.afterAll(async () => {
  await Promise.all(kept.map(drop));
  kept = [];
});

/**
 * Runs a test on a clone of the template on which nobody has worked: a new one, or one that an earlier test of these
 * files worked on and that is as it was before (slate.ts).
 *
 * @param test gets the clone; throwing fails the test
 * @param clock what `private.clock()` says in it, such as `"2026-03-01 23:59:00+00"`
 * @param template another database to clone, to which nobody is connected
 */
export async function withDatabase(
  test: (database: TestDatabase) => Promise<void>,
  { clock, template = TEMPLATE }: { clock?: string; template?: string } = {},
): Promise<void> {
  const clone = takeKept(clock, template) ?? await makeClone(clock, template);
  const { sql, url } = clone;
  let slate: Slate | null = null;
  try {
    await test({ sql, url });
    // A test may end its connection, or drop what every database has.
    slate = clone.slate && await wipe(sql, clone.slate, clock).catch(() => null);
  } finally {
    if (slate === null) await drop(clone);
    else await keep({ ...clone, slate });
  }
}

function takeKept(clock: string | undefined, template: string): Clone | undefined {
  if (template !== TEMPLATE) return undefined;
  const found = kept.find((clone) => clone.clock === clock);
  kept = kept.filter((clone) => clone !== found);
  return found;
}

async function keep(clone: Clone): Promise<void> {
  const waiting = [...kept, clone];
  kept = waiting.slice(-KEPT);
  await Promise.all(waiting.slice(0, -KEPT).map(drop));
}

async function makeClone(clock: string | undefined, template: string): Promise<Clone> {
  const serverUrl = Deno.env.get("TEST_SERVER_URL");
  if (serverUrl === undefined) throw new Error(NOT_SET);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await cloneTemplate(server, name, template);
  if (clock !== undefined) await setClock(server, name, clock);
  const url = new URL(serverUrl);
  url.pathname = name;
  const sql = connectTo(url.href);
  const slate = template === TEMPLATE ? await (first ??= readSlate(sql)) : null;
  return { name, clock, server, url: url.href, sql, slate };
}

async function drop({ server, name, url, sql }: Clone): Promise<void> {
  await sql.end({ timeout: 1 });
  await noteCalledFunctions(url);
  await server`drop database ${server(name)} with (force)`;
  await server.end();
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
