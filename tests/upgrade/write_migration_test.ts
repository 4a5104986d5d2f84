// `deno task migration`, on a trial release that is made here and thrown away.
import assert from "node:assert/strict";
import { join } from "node:path";
import { applyBase } from "../../stack/base.ts";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import type { Loss } from "../../stack/schema/difference.ts";
import { compileSchemaTree, readSchemaTree } from "../../stack/schema/tree.ts";
import { withConnection, withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { brokenRules } from "../../tools/migrations/rules.ts";
import { writeMigration } from "../../tools/migrations/write_migration.ts";
import { RELEASES } from "../../tools/releases.ts";
import { startDebianPostgres } from "../support/server/debian.ts";
import { type TrialProject, withTrialProject } from "../support/schema/trial_project.ts";

const debian = await startDebianPostgres(15);
Deno.test.afterAll(async () => await debian?.stop());

const SERVER = Deno.env.get("TEST_SERVER_URL") ?? "";
const DROP: Loss = { action: "drop", name: "candidates.phone" };

/** Runs the task on a project. */
function run({ root }: TrialProject, name: string, allowed: readonly Loss[] = []) {
  return writeMigration({ root, serverUrl: SERVER, name, allowed, report: () => {} });
}

/** Dumps what the project's migrations make, with the demo firm in it, as its release 0.9.0. */
async function release({ root, write }: TrialProject): Promise<void> {
  const fill = async (url: string) => {
    await withConnection(url, applyBase);
    await withConnection(url, async (sql) => {
      await applyMigrations(sql, join(root, "supabase/migrations"));
      await sql.unsafe(await Deno.readTextFile(join(root, "supabase/seed.sql")));
    });
    const { success, stdout, stderr } = await new Deno.Command(
      "/usr/lib/postgresql/15/bin/pg_dump",
      { args: ["--no-owner", "--exclude-schema=auth", "--exclude-schema=extensions", url] },
    ).output();
    assert(success, new TextDecoder().decode(stderr));
    await Deno.mkdir(join(root, RELEASES), { recursive: true });
    await write(join(RELEASES, "0.9.0.sql"), new TextDecoder().decode(stdout));
  };
  await withScratchDatabase(debian?.url ?? "", "released", async () => {}, fill);
}

Deno.test({
  name: "migration/writes_what_a_release_needs_to_follow_the_tree_and_tries_it",
  ignore: debian === null, // Debian's package postgresql-15 is not installed; .ci/run installs it.
  fn: (t) =>
    withTrialProject(async (project) => {
      const { root, write, addToTree, migrations } = project;
      const read = (path: string | null) => Deno.readTextFile(join(root, path ?? ""));
      await Deno.remove(join(root, "supabase/migrations"), { recursive: true });
      await Deno.mkdir(join(root, "supabase/migrations"));

      await t.step(
        "the first file is the tree, and written anew it keeps its instant",
        async () => {
          const first = "supabase/migrations/20261122000000_0_9_0.sql";
          await write(first, "-- Not released yet.");
          assert.equal(await run(project, "0_9_0"), first);
          const text = await read(first);
          assert(text.endsWith(compileSchemaTree(await readSchemaTree(root))));
          assert.deepEqual(brokenRules(text), []);
          assert.equal(migrations().length, 1);
        },
      );

      await t.step("it stops at a tree that does not load", async () => {
        await addToTree("create view public.broken as select nothing from public.facilities;");
        await assert.rejects(run(project, "0_9_0"), /trial_1\.sql failed, line 1/);
        await project.resetTree();
      });

      await t.step("a release that says what the tree says needs nothing", async () => {
        await release(project);
        assert.equal(await run(project, "0_10_0"), null);
        assert.equal(migrations().length, 1);
      });

      await t.step("what would go has to be named", async () => {
        await addToTree(`
          alter table public.candidates drop column phone;
          alter table public.facilities add column region text not null;
          create function private.region_of(facility text) returns text language sql stable
            set search_path = '' as 'select upper(facility)';
          comment on function private.region_of is 'The region of a facility.';
          revoke all on function private.region_of from public, anon, authenticated, service_role;
          create table public.regions (id int primary key);
          alter table public.regions enable row level security;
          revoke all on public.regions from public, anon, authenticated, service_role;
          grant all on public.regions to service_role;`);
        await assert.rejects(
          run(project, "0_10_0"),
          /--drop candidates\.phone\nNothing is/,
        );
        const needless: Loss = { action: "retype", name: "invoices.total" };
        await assert.rejects(run(project, "0_10_0", [DROP, needless]), /--retype invoices\.total/);
        assert.equal(migrations().length, 1);
      });

      await t.step("a draft that the demo firm refuses is there to be mended", async () => {
        await assert.rejects(
          run(project, "0_10_0", [DROP]),
          /demo firm of 0\.9\.0.*column "region".*contains null values.*\n.*data move/,
        );
        assert.equal(migrations().length, 2);
      });

      await t.step("what is written by hand is kept, and the file leads to the tree", async () => {
        const path = join("supabase/migrations", migrations()[1] ?? "");
        const added = /^ALTER TABLE "public"\."facilities"\s+ADD COLUMN "region" text NOT NULL;/m;
        const move = [
          "-- data move: the region of a facility",
          '-- in place of: ALTER TABLE "public"."facilities" ADD COLUMN "region" text NOT NULL;',
          "alter table public.facilities add column region text;",
          "update public.facilities set region = upper(name);",
          "alter table public.facilities alter column region set not null;",
          "-- end of data move",
        ].join("\n");
        await write(path, (await read(path)).replace(added, move));
        assert.equal(await run(project, "0_10_0", [DROP]), path, "the same file");
        const text = await read(path);
        assert(text.includes(`\n\n${move}\n\n`));
        assert.doesNotMatch(text, added);
        assert.match(text, /^set local lock_timeout = '5s';\n\n-- .*0_10_0/);
        assert.match(text, /^REVOKE ALL ON FUNCTION private\.region_of\(text\) FROM .*"anon"/m);
        assert.match(text, /^GRANT ALL ON TABLE "public"."regions" TO "service_role";$/m);
        assert.deepEqual(brokenRules(text), []);
      });

      await t.step("there is one file until it is released", async () => {
        await assert.rejects(run(project, "0_11_0"), /_0_10_0\.sql is not released yet: name it/);
      });

      await t.step("the catalog sees what the CLI does not", async () => {
        await addToTree("update public.organization_settings set invoice_number_prefix = 'NEW';");
        await assert.rejects(
          run(project, "0_10_0", [DROP]),
          /the CLI does not see it:\n- setting .*INV.*\n\+ setting .*NEW/,
        );
      });

      await t.step("a released file does not change", async () => {
        await write(join("supabase/migrations", migrations()[0] ?? ""), "select 1;");
        await assert.rejects(run(project, "0_10_0"), /0_9_0\.sql is released and has changed/);
      });
    }),
});
