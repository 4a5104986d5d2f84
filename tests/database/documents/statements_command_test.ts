// `deno task statements`, as an operator types it.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { FilesLeftError, writeStatements } from "../../../cli/statements/files.ts";
import { HAS_POPPLER, linesOnPaper } from "../../support/documents/paper.ts";
import { close } from "../../support/payroll/batches.ts";
import { batchOfMany } from "../../support/payroll/many_people.ts";
import { withDatabase } from "../../support/server/database.ts";

const MONDAY = "2026-03-02";

async function statements(
  args: string[],
  env: Record<string, string>,
  cwd?: string,
  meanwhile: (process: Deno.ChildProcess) => Promise<void> = () => Promise.resolve(),
) {
  const path = (name: string) => new URL(`../../../${name}`, import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      ...[
        "run",
        "--quiet",
        "--allow-all",
        "--config",
        path("deno.json"),
        path("cli/statements.ts"),
      ],
      ...args,
    ],
    env: { NO_COLOR: "1", SUPABASE_DB_URL: "", DATA_DIR: "/nowhere", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  });
  const process = command.spawn();
  const [{ code, stdout, stderr }] = await Promise.all([process.output(), meanwhile(process)]);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const filesIn = async (folder: string) =>
  (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();

/** Does something with a folder that is gone afterwards. */
async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await act(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("statements_command/writes_everybody_of_a_batch_once_100_in_a_file_for_its_owner_alone", () =>
  inFolder((folder) =>
    withDatabase(async ({ sql, url }) => {
      const batch = await batchOfMany(sql, 205, MONDAY);
      await close(sql, batch);
      const to = join(folder, "statements");
      const { code, stdout, stderr } = await statements([batch, "--to", to], {
        SUPABASE_DB_URL: url,
      });
      assertEquals([code, stderr], [0, ""]);
      assertEquals(JSON.parse(stdout), {
        batch,
        status: "closed",
        pay_date: "2026-03-13",
        people: 205,
        files: 3,
        folder: to,
      });
      const prefix = `earnings_2026-03-13_${batch.slice(0, 8)}`;
      const names = [1, 2, 3].map((part) => `${prefix}_00${part}.pdf`);
      assertEquals(await filesIn(to), names);
      const paper: string[] = [];
      for (const name of names) {
        const { mode } = await Deno.stat(join(to, name));
        if (mode !== null) assertStrictEquals(mode & 0o077, 0, name);
        const bytes = await Deno.readFile(join(to, name));
        assertMatch(new TextDecoder().decode(bytes.slice(0, 5)), /%PDF-/);
        if (HAS_POPPLER) paper.push(...await linesOnPaper(bytes));
      }
      if (HAS_POPPLER) {
        const feet = paper.flatMap((line) =>
          /^Earnings of Ada Nurse (\d{5}) /.exec(line)?.[1] ?? []
        );
        assertEquals(
          feet.map(Number),
          Array.from({ length: 205 }, (_, nth) => nth + 1),
        );
        assert(paper.some((line) => line.includes("Total $205.00")));
      }

      // Again, it leaves what is there, and says so.
      const again = await statements([batch, "--to", to], { SUPABASE_DB_URL: url });
      assertEquals([again.code, again.stdout], [1, ""]);
      assertStrictEquals(
        again.stderr,
        `Nothing was written: ${to} has statements of this batch already, such as ${
          names.find((name) => again.stderr.includes(name))
        }. Move them away, or name another folder with --to.`,
      );
      assertEquals(await filesIn(to), names);
    })
  ));

Deno.test("statements_command/refuses_what_is_no_batch_in_words_and_writes_nothing", () =>
  inFolder((folder) =>
    withDatabase(async ({ url }) => {
      const SUPABASE_DB_URL = url;
      const unknown = crypto.randomUUID();
      const none = await statements([unknown], { SUPABASE_DB_URL }, folder);
      assertEquals([none.code, none.stdout], [1, ""]);
      assertMatch(
        none.stderr,
        new RegExp(`^Nothing was written: There is no payroll batch ${unknown}\\. Look it up`),
      );
      for (
        const [args, said] of [
          [[], /^No batch named: give its id\./],
          [["42"], /^42 is no id of a batch/],
          [[unknown, unknown], /^One batch at a time/],
          [[unknown, "--too", "x"], /^Unknown option '--too'\. See deno task statements --help\.$/],
          [[unknown, "--to", ""], /^--to names no folder\.$/],
          [
            [unknown, "--database-url", "postgres://a:b@localhost/x"],
            /^A password in --database-url is seen by others/,
          ],
        ] as const
      ) {
        const { code, stderr } = await statements([...args], { SUPABASE_DB_URL }, folder);
        assertEquals(code, 2, stderr);
        assertMatch(stderr, said);
      }
      const nowhere = await statements([unknown], {}, folder);
      assertStrictEquals(nowhere.code, 2);
      assertMatch(nowhere.stderr, /^No database named, and no stack in \/nowhere/);
      const help = await statements(["--help"], {}, folder);
      assertEquals([help.code, help.stderr], [0, ""]);
      assertMatch(help.stdout, /deno task statements BATCH/);
      assertEquals(await filesIn(folder), []);
    })
  ));

Deno.test("statements_command/takes_back_what_it_wrote_where_a_later_file_cannot_be_written", () =>
  inFolder((folder) =>
    withDatabase(async ({ sql }) => {
      const batch = await batchOfMany(sql, 101, MONDAY);
      const prefix = `earnings_2026-03-13_${batch.slice(0, 8)}`;
      const written: string[] = [];
      const failed = await writeStatements(sql, { batch, folder }, (line) => {
        written.push(line);
        // Somebody else's file is in the way of the second.
        Deno.writeTextFileSync(join(folder, `${prefix}_002.pdf`), "theirs");
      }, () => {}).then(() => null, (error) => error);
      assert(failed instanceof Deno.errors.AlreadyExists, `${failed}`);
      assertStrictEquals(written.length, 1);
      assertEquals(await filesIn(folder), [`${prefix}_002.pdf`]);
      assertStrictEquals(await Deno.readTextFile(join(folder, `${prefix}_002.pdf`)), "theirs");
    })
  ));

Deno.test("statements_command/takes_back_what_it_wrote_when_it_is_stopped", () =>
  inFolder((folder) =>
    withDatabase(async ({ sql, url }) => {
      const batch = await batchOfMany(sql, 405, MONDAY);
      const { code, stdout, stderr } = await statements(
        [batch, "--to", folder],
        { SUPABASE_DB_URL: url },
        folder,
        async (process) => {
          const deadline = Date.now() + 60_000;
          while ((await filesIn(folder)).length === 0 && Date.now() < deadline) {
            await new Promise((go) => setTimeout(go, 5));
          }
          assert((await filesIn(folder)).length > 0, "the first file was written");
          process.kill("SIGINT");
        },
      );
      assertEquals([code, stdout, stderr], [1, "", "Nothing was written: It was stopped."]);
      assertEquals(await filesIn(folder), []);
    })
  ));

Deno.test("statements_command/names_files_that_it_cannot_take_back", () =>
  inFolder((folder) =>
    withDatabase(async ({ sql }) => {
      const batch = await batchOfMany(sql, 101, MONDAY);
      const paths = ["001", "002"].map((part) =>
        join(folder, `earnings_2026-03-13_${batch.slice(0, 8)}_${part}.pdf`)
      );
      const [first = "", second = ""] = paths;
      const failed = await writeStatements(sql, { batch, folder }, () => {
        Deno.removeSync(first);
        Deno.mkdirSync(join(first, "full"), { recursive: true }); // it is not removed as a file is
        Deno.writeTextFileSync(second, "theirs");
      }, () => {}).then(() => null, (error) => error);
      assert(failed instanceof FilesLeftError, `${failed}`);
      assert(failed.cause instanceof Deno.errors.AlreadyExists);
      assertEquals(failed.paths, [first]);
      assertStrictEquals(
        failed.message,
        `Not all was written, and these files could not be removed: ${first}.`,
      );
    })
  ));

Deno.test("statements_command/prints_one_moment_of_a_batch_that_changes_meanwhile", () =>
  inFolder((folder) =>
    withDatabase(async ({ sql }) => {
      const batch = await batchOfMany(sql, 101, MONDAY);
      const changes: Promise<unknown>[] = [];
      const { people, files } = await writeStatements(sql, { batch, folder }, () => {
        if (changes.length === 0) {
          changes.push(
            sql`delete from payroll_items where payroll_batch_id = ${batch} and last_name < 'Nurse 00100'`
              .execute(),
          );
        }
      }, () => {});
      await Promise.all(changes);
      assertEquals([people, files], [101, 2]);
      const [second = ""] = (await filesIn(folder)).slice(1);
      if (HAS_POPPLER) {
        const paper = await linesOnPaper(await Deno.readFile(join(folder, second)));
        assert(paper.some((line) => line.startsWith("Earnings of Ada Nurse 00101")));
      }
    })
  ));
