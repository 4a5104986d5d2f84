// `deno task release` and `deno task migration`, on a trial version that is released here and thrown away.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { readMigrations } from "../../stack/schema/migrations.ts";
import { readVersion, releaseOf } from "../../stack/version.ts";
import { writePending } from "../../tools/migrations/pending.ts";
import { brokenRules } from "../../tools/migrations/rules.ts";
import { tryOut } from "../../tools/migrations/try_out.ts";
import { readRecord } from "../../tools/releases/record.ts";
import { readReleaseState } from "../../tools/releases/released.ts";
import { VERSION_FILES } from "../../tools/version_files.ts";
import { withTrialProject } from "../support/schema/trial_project.ts";
import { sealRelease } from "./seal_release.ts";
import { assertRejectsWith } from "../support/rejections.ts";

const SERVER = Deno.env.get("TEST_SERVER_URL") ?? "";
const NEXT = "99.0.0";

Deno.test("migration/is_compiled_tried_and_sealed", (t) =>
  withTrialProject(async (project) => {
    const { root, write, addToTree, migrations } = project;
    const ground = { root, serverUrl: SERVER };
    const read = (path: string) => Deno.readTextFile(join(root, path));
    const folder = join(root, "pending");
    const compile = () => writePending(ground, folder);
    const say = async (version: string) => {
      for (const [path, pattern] of Object.entries(VERSION_FILES)) {
        await write(path, (await read(path)).replace(pattern, `$1${version}$3`));
      }
    };
    await Deno.mkdir(join(root, "supabase", "changes"), { recursive: true });

    await write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- Nothing.\n");

    await t.step("a version is sealed once all of it worked", async () => {
      const before = migrations();
      const version = releaseOf(await readVersion(root));
      const request = { ...ground, version: NEXT, report: () => {} };
      await assertRejectsWith(
        () => sealRelease(request),
        /^MigrationRefused: deno\.json says .*: `deno task version 99\.0\.0` first/,
      );
      // The changes of the version under way, where it has any, are released under this name here.
      await say(NEXT);
      await Deno.rename(
        join(root, "supabase/changes", `${version}.sql`),
        join(root, "supabase/changes", `${NEXT}.sql`),
      ).catch(() => {});
      await addToTree(
        "create table private.broken (id int primary key references public.nothing);",
      );
      await assertRejectsWith(() => sealRelease(request), /trial_1\.sql failed/);
      assertEquals(migrations(), before);
      await project.resetTree();
      await addToTree("comment on table public.candidates is 'Whoever may be hired.';");
      await sealRelease(request);
      const added = migrations().filter((name) => !before.includes(name));
      assertEquals(added.length, 1);
      assertMatch(added[0] ?? "", /^\d{14}_99_0_0\.sql$/);
      const { releases, violations } = await readReleaseState(root);
      assertEquals(violations, []);
      assertStrictEquals(releases.at(-1)?.version, NEXT);
      assertStrictEquals(
        (await readMigrations(join(root, "supabase/migrations"))).length,
        before.length + 1,
      );
      assertMatch(await read("CHANGELOG.md"), /^## 99\.0\.0 \(\d{4}-\d\d-\d\d\)$/m);
      assertEquals((await readRecord(root, NEXT)).answers["payroll status"], "closed");
      await assertRejects(() => Deno.stat(join(root, "supabase/changes", `${NEXT}.sql`)));
    });

    await t.step("a release that says what the tree says needs nothing", async () => {
      assertEquals((await compile()).migration, null);
      assertEquals(
        (await readMigrations(join(folder, "supabase/migrations"))).map(({ name }) => name).at(-1),
        "99_0_0",
      );
    });

    await t.step("a tree that changes after the release asks for the next version", async () => {
      await addToTree("comment on table public.candidates is 'Another.';");
      await assertRejectsWith(
        () => compile(),
        /99\.0\.0 is released, and the source tree has changed/,
      );
    });

    await t.step("what would go has to be named", async () => {
      await say("99.1.0-dev");
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
      await assertRejectsWith(
        () => compile(),
        /99\.1\.0\.sql:\n-- drop: candidates\.phone\n-- drop: candidates\.phone_is_short\nA renamed/,
      );
      const agreed = "-- drop: candidates.phone\n-- drop: candidates.phone_is_short";
      await write("supabase/changes/99.1.0.sql", `${agreed}\n-- retype: invoices.total\n`);
      await assertRejectsWith(
        () => compile(),
        /nothing like this goes:\n-- retype: invoices\.total/,
      );
      await write("supabase/changes/99.1.0.sql", `${agreed}\n`);
    });

    await t.step("a draft that the demo firm refuses is there to be read", async () => {
      const { migration } = await compile();
      assert(migration);
      await assertRejectsWith(
        () => tryOut(ground, migration),
        /demo firm of 99\.0\.0.*column "region".*contains null values.*\nWrite what is missing/,
      );
    });

    await t.step("with what is written by hand it leads to the tree", async () => {
      const move = [
        "-- data move: the region of a facility",
        '-- in place of: ALTER TABLE "public"."facilities" ADD COLUMN "region" text NOT NULL;',
        "alter table public.facilities add column region text;",
        "update public.facilities set region = upper(name);",
        "alter table public.facilities alter column region set not null;",
        "-- end of data move",
      ].join("\n");
      await write(
        "supabase/changes/99.1.0.sql",
        `-- drop: candidates.phone\n-- drop: candidates.phone_is_short\n\n${move}\n`,
      );
      const { migration } = await compile();
      assert(migration);
      await tryOut(ground, migration);
      const { text } = migration;
      assert(text.includes(`\n\n${move}\n\n`));
      assertMatch(
        text,
        /^set local lock_timeout = '5s';\nset local statement_timeout = 0;\n\n-- From the release before/,
      );
      assertMatch(text, /^REVOKE ALL ON FUNCTION private\.region_of\(text\) FROM .*"anon"/m);
      assertMatch(text, /^GRANT ALL ON TABLE "public"."regions" TO "service_role";$/m);
      assertEquals(brokenRules(text), []);
    });

    await t.step("the catalog sees what the CLI does not", async () => {
      await addToTree("update public.organization_settings set invoice_number_prefix = 'NEW';");
      const { migration } = await compile();
      assert(migration);
      await assertRejectsWith(
        () => tryOut(ground, migration),
        /the CLI does not see it:\n- setting .*INV.*\n\+ setting .*NEW/,
      );
    });

    await t.step("a released file does not change", async () => {
      await write(join("supabase/migrations", migrations()[0] ?? ""), "select 1;");
      await assertRejectsWith(() => compile(), /0_9_0\.sql is released and has changed/);
    });
  }, { released: false }));
