// An upgrade to 1.0.0 lists the time that is not billed, and goes on keeping the list.
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { listed } from "../support/billing/unbilled_entries.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { withRelease } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LAST_WITHOUT_LIST = "0.14.0";

Deno.test("upgrade/to_1_0_0_lists_approved_time_that_no_live_line_bills", async () => {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  const release = (await readReleases(ROOT)).find(({ version }) => version === LAST_WITHOUT_LIST);
  assert(release !== undefined);
  await withRelease(serverUrl, release, async (url) => {
    const shown = () =>
      withConnection(url, async (sql) =>
        (await sql<{ time: string }[]>`
          select concat_ws(' ', work_date, hours) as time from public.unbilled_time order by work_date, hours`)
          .map(({ time }) => time));
    const before = await shown();
    assertNotEquals(before, []);
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    assertEquals(await shown(), before);
    await withConnection(url, async (sql) => {
      assertEquals(await listed(sql), before);
      await sql`
        update public.time_entries set status = 'approved'
         where id = (select id from public.time_entries where status = 'submitted' limit 1)`;
      assertEquals((await listed(sql)).length, before.length + 1);
    });
  });
});
