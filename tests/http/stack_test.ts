// `deno task start` as a process: what it leaves, keeps and says, however it ends.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { portIsFree, until } from "../../stack/processes.ts";
import { migrationNameOf, readVersion } from "../../stack/version.ts";
import { ask, assertCounts, assertUnauthorized, JOBS } from "../support/http/cron.ts";
import {
  processesWith,
  stackEnv,
  type StackPlace,
  type StackProcess,
  withStackPlace,
} from "../support/http/stack.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SECRET = "söme & secret + with / all? of=it # 100%";
const PREVIOUS = "the-secret-before";
/** The jobs and health, each a process. */
const FUNCTIONS = JOBS.length + 1;

async function assertNothingRuns(place: StackPlace): Promise<void> {
  assert(portIsFree(place.port), `port ${place.port} is still in use`);
  assert(portIsFree(place.port + 1), `port ${place.port + 1} is still in use`);
  assertEquals(await processesWith(place.dataDir), []);
  // A function's own command line names the database's port.
  assertEquals(await processesWith(`127.0.0.1:${place.port + 1}`), []);
}

async function assertStops(place: StackPlace, stack: StackProcess, signal: Deno.Signal) {
  stack.kill(signal);
  const { code, signal: killedBy } = await stack.status;
  assertEquals([code, killedBy], [0, null], stack.stderr.join("\n"));
  assertEquals(stack.stderr, []);
  await assertNothingRuns(place);
}

/** Asserts that the functions of a killed stack end soon, so that those of the next one are all there are. */
async function assertNoFunctionIsLeftOver(place: StackPlace): Promise<void> {
  const running = () => processesWith(`127.0.0.1:${place.port + 1}`);
  const deadline = Date.now() + 5_000;
  while ((await running()).length > FUNCTIONS && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assertStrictEquals((await running()).length, FUNCTIONS);
}

/** Asserts that a start fails with exit code 1, one line on stderr, and nothing left running. */
async function assertFails(place: StackPlace, stack: StackProcess, line: RegExp): Promise<void> {
  const { code } = await stack.status;
  assertEquals(code, 1, stack.stdout.join("\n"));
  assertEquals(stack.stderr.length, 1, stack.stderr.join("\n"));
  assertMatch(stack.stderr[0] ?? "", line);
  assert(!stack.stdout.includes("ready"));
  assertEquals(await processesWith(place.directory), []);
}

async function onDatabase<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

Deno.test("stack/keeps_its_keys_and_data_through_stops_and_kills_and_seeds_once", async (t) => {
  await withStackPlace(async (place) => {
    let environment: Record<string, string> = {};
    const facilities = () =>
      onDatabase(environment["SUPABASE_DB_URL"] ?? "", async (sql) => {
        const rows = await sql`select name from facilities order by name`;
        return rows.map((row) => row.name);
      });
    const door = (job: string) => `${place.baseUrl}/api/cron/${job}`;
    let names: string[] = [];

    await t.step("the first start says ready, what to paste, and writes stack.env", async () => {
      const stack = place.start({ SEED: "demo" });
      assert(await stack.ready, stack.stderr.join("\n"));
      const path = join(place.dataDir, "stack.env");
      const mode = (await Deno.stat(path)).mode ?? 0;
      assertEquals((mode & 0o777).toString(8), "600");
      environment = await stackEnv(place);
      assertEquals(Object.keys(environment), [
        "SUPABASE_URL",
        "SUPABASE_PUBLISHABLE_KEY",
        "SUPABASE_SECRET_KEY",
        "SUPABASE_DB_URL",
        "CRON_SHARED_SECRET",
      ]);
      const { SUPABASE_URL, SUPABASE_SECRET_KEY, CRON_SHARED_SECRET } = environment;
      assertStrictEquals(SUPABASE_URL, place.baseUrl);

      const bearer = CRON_SHARED_SECRET ?? "";
      for (const job of JOBS) assertCounts(job, await ask(door(job), { bearer }));
      const key = SUPABASE_SECRET_KEY ?? "";
      const pasted = () => stack.stdout.find((line) => line.includes("/rest/v1/rpc/")) ?? "";
      assert(await until(() => Promise.resolve(pasted() !== ""), 10_000));
      const answer = await fetch(/http\S+/.exec(pasted())?.[0] ?? "", {
        method: "POST",
        headers: { apikey: key, "Content-Type": "application/json" },
        body: "{}",
      });
      assertStrictEquals(answer.status, 200);
      assert((await answer.json()).length > 0, "what is pasted shows something");
      const options = { auth: { persistSession: false, autoRefreshToken: false } };
      const client = createClient(place.baseUrl, key, options);
      const { error } = await client.from("facilities").insert({ name: "Added Hospital" });
      assertEquals(error, null);
      names = await facilities();
      assertEquals(names.length, 13);
      await assertStops(place, stack, "SIGTERM");
      for (const value of Object.values(environment)) {
        assert(stack.stdout.some((line) => line.includes(value)), "printed by the end");
      }
    });

    await t.step(
      "the next start has the same keys, the data, and the secret of its environment",
      async () => {
        const stack = place.start({
          SEED: "demo",
          CRON_SHARED_SECRET: SECRET,
          CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
        });
        assert(await stack.ready, stack.stderr.join("\n"));
        const { CRON_SHARED_SECRET, ...keys } = await stackEnv(place);
        assertEquals(CRON_SHARED_SECRET, `'${SECRET}'`);
        const { CRON_SHARED_SECRET: made, ...before } = environment;
        assertEquals(keys, before);
        assertEquals(await facilities(), names);
        for (const job of JOBS) {
          assertCounts(job, await ask(door(job), { bearer: SECRET }));
          assertCounts(job, await ask(door(job), { token: SECRET }));
          assertCounts(job, await ask(door(job), { bearer: PREVIOUS }));
          assertUnauthorized(await ask(door(job), { bearer: made ?? "" }), "the one it had made");
        }
        stack.kill("SIGKILL");
        await stack.status;
        const said = [...stack.stdout, ...stack.stderr].filter((line) => line.startsWith("[cron-"));
        assert(said.length > 0);
        for (const line of said) assert(!line.includes(SECRET) && !line.includes(PREVIOUS), line);
      },
    );

    await t.step(
      "after kill -9 it starts again, and a blank secret refuses everything",
      async () => {
        const stack = place.start({
          SEED: "demo",
          CRON_SHARED_SECRET: "",
          CRON_SHARED_SECRET_PREVIOUS: PREVIOUS,
        });
        assert(await stack.ready, stack.stderr.join("\n"));
        assertEquals(await facilities(), names);
        for (const job of JOBS) {
          for (
            const request of [{}, { token: "" }, { bearer: PREVIOUS }, {
              bearer: environment["CRON_SHARED_SECRET"] ?? "",
            }]
          ) {
            assertUnauthorized(await ask(door(job), request), JSON.stringify(request));
          }
        }
        await assertNoFunctionIsLeftOver(place);
        await assertStops(place, stack, "SIGINT");
      },
    );

    await t.step("it goes back to the secret that it had made", async () => {
      const stack = place.start({ SEED: "demo" });
      assert(await stack.ready, stack.stderr.join("\n"));
      assertEquals(await stackEnv(place), environment);
      // A second stack on the same data is told which process has it.
      const second = place.start({ PORT: String(place.port + 2) });
      assertEquals((await second.status).code, 1);
      assertEquals(second.stderr.length, 1, second.stderr.join("\n"));
      assertMatch(second.stderr[0] ?? "", /A stack \(process \d+\) is running on .*DATA_DIR/);
      assertCounts(
        "lock-ended",
        await ask(door("lock-ended"), { bearer: environment["CRON_SHARED_SECRET"] ?? "" }),
      );
      await assertStops(place, stack, "SIGINT");
    });
  });
});

Deno.test("stack/stopped_while_it_starts_it_leaves_nothing_running", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ SEED: "demo" });
    while (!stack.stdout.some((line) => line.includes("creating"))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    await assertStops(place, stack, "SIGTERM");
  }));

/** Listens on a port of this machine, once whatever happens to use it for a moment lets it go. */
async function listenOn(port: number): Promise<Deno.Listener> {
  for (let tries = 0; !portIsFree(port) && tries < 500; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return Deno.listen({ hostname: "127.0.0.1", port });
}

Deno.test("stack/a_port_in_use_is_one_line_and_exit_code_1", () =>
  withStackPlace(async (place) => {
    for (const port of [place.port, place.port + 1]) {
      using _listener = await listenOn(port);
      await assertFails(place, place.start(), new RegExp(`^Port ${port} .*in use: .*PORT`));
    }
    await assertNothingRuns(place);
  }));

Deno.test("stack/a_data_dir_that_cannot_be_written_is_one_line_and_exit_code_1", () =>
  withStackPlace(async (place) => {
    const file = join(place.directory, "file");
    await Deno.writeTextFile(file, "not a directory");
    await Deno.mkdir(join(place.directory, "thesis"));
    await Deno.writeTextFile(
      join(place.directory, "thesis", "chapter-1.txt"),
      "It was a dark night.",
    );
    const reasons: Record<string, RegExp> = {
      [file]: /DATA_DIR .*file cannot be written/,
      [join(file, "below")]: /DATA_DIR .*below cannot be written/,
      "/proc/nope": /DATA_DIR \/proc\/nope cannot be written/,
      [join(place.directory, "thesis")]: /not a stack's \(chapter-1\.txt\)/,
    };
    for (const [dataDir, line] of Object.entries(reasons)) {
      await assertFails(place, place.start({ DATA_DIR: dataDir }), line);
    }
  }));

Deno.test("stack/a_setting_that_cannot_be_used_is_one_line_and_exit_code_1", () =>
  withStackPlace(async (place) => {
    const settings: Record<string, string>[] = [
      { SEED: "everything" },
      { PORT: "http" },
      { PORT: "0" },
      { PORT: "65535" },
      { PORT: "-1" },
    ];
    for (const setting of settings) {
      const [name, value] = Object.entries(setting)[0] ?? [];
      const line = new RegExp(`^${name}=${value} cannot be used: set it to .+\\.$`);
      await assertFails(place, place.start(setting), line);
    }
    await assertRejects(() => Deno.stat(place.dataDir), Deno.errors.NotFound);
  }));

Deno.test("stack/a_migration_that_fails_is_one_line_with_its_file_and_exit_code_1", () =>
  withStackPlace(async (place) => {
    const copy = await copyOfTheProject(place);
    // At a release a new database gets the migrations.
    const name = `20991231235959_${migrationNameOf(await readVersion(ROOT))}.sql`;
    const broken = join(copy, "supabase", "migrations", name);
    await Deno.writeTextFile(broken, "select 1;\nselect * from nowhere;\n");
    const line =
      /^Migration 20991231235959_[\d_]+\.sql failed, line 2: relation "nowhere" does not/;
    await assertFails(place, place.start({}, copy), line);
    await assertNothingRuns(place);
  }));

/** Files that a stack is started from, in a directory of the test's own. */
async function copyOfTheProject(place: StackPlace): Promise<string> {
  const copy = join(place.directory, "project");
  await Deno.mkdir(copy);
  const names = ["stack", "supabase", "deno.json", "deno.lock", "import_map.json"];
  const sources = names.map((name) => join(ROOT, name));
  const { success } = await new Deno.Command("cp", { args: ["-R", ...sources, copy] }).output();
  assert(success);
  await Deno.symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}
