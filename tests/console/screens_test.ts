// Every page of the console, as each role sees it: it opens, nothing is refused, and anybody can read and use it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { CONSOLE } from "../../stack/console_build.ts";
import { inaccessible } from "../support/console/axe.ts";
import { consoleTest } from "../support/console/firm.ts";
import { ADMINS_PAGES, billingPages, payrollPages, staffPages } from "../support/console/pages.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";

const PICTURE = join(CONSOLE, "../docs/board.png");

/** The picture of the board that the README opens with. */
async function takePicture(person: Person): Promise<void> {
  await person.open("/board");
  await person.page.screenshot({ path: PICTURE });
}

consoleTest(
  "console/every_page_opens_for_whom_it_is_and_asks_nothing_that_is_refused",
  async (t, firm) => {
    const staff = await staffPages(firm.sql);
    const payroll = await payrollPages(firm.sql);
    const billing = await billingPages(firm.sql);
    const pagesOf: Readonly<Record<string, readonly string[]>> = {
      admin: [...staff, ...payroll, ...billing, ...ADMINS_PAGES],
      payroll: [...staff, ...payroll],
      billing: [...staff, ...billing],
      recruiting: staff,
      viewer: staff,
    };
    for (const [name, pages] of Object.entries(pagesOf)) {
      await t.step(name, async () => {
        const person = await signIn(firm, name);
        for (const path of pages) {
          await person.open(path);
          assert.deepEqual(person.complaints(), [], path);
          assert.equal(await person.page.locator(".MuiAlert-colorError").count(), 0, path);
          assert(person.page.url().endsWith(path), `${path} leads to ${person.page.url()}`);
        }
        const theirs = person.requests.filter((request) =>
          /\/rest\/v1\/(payroll_|audit_log)/.test(request)
        );
        assert.equal(
          theirs.length > 0,
          name === "admin" || name === "payroll",
          `${name} asks for ${theirs[0]}`,
        );
        await person.close();
      });
    }
    await t.step("who is linked to nothing finds that there is nothing yet", async () => {
      await firm.sql`update public.contractors set is_active = false where user_id is not null`;
      const person = await signIn(firm, "contractor");
      await person.page.getByRole("heading", { name: "Nothing here for you yet" }).waitFor();
      assert.deepEqual(person.complaints(), []);
      await person.close();
    });
  },
);

consoleTest("console/every_page_is_accessible_by_day_and_by_night", async (t, firm) => {
  const axe = await Deno.readTextFile(join(CONSOLE, "node_modules/axe-core/axe.min.js"));
  const pages = [
    ...await staffPages(firm.sql),
    ...await payrollPages(firm.sql),
    ...await billingPages(firm.sql),
    ...ADMINS_PAGES,
  ];
  for (const theme of ["light", "dark"] as const) {
    const door = await visit(firm, { theme });
    await door.page.getByLabel("E-mail").waitFor();
    await door.page.evaluate(axe);
    const atTheDoor = await inaccessible(door);
    await door.close();
    await t.step(`${theme}: sign in`, () => assert.deepEqual(atTheDoor, []));
    const person = await signIn(firm, "admin", { theme });
    if (theme === "light" && Deno.env.get("UPDATE") === "1") await takePicture(person);
    await person.page.evaluate(axe);
    for (const path of pages) {
      await person.open(path);
      const found = await inaccessible(person);
      await t.step(
        `${theme}: ${path.replace(/[0-9a-f-]{36}/g, "…")}`,
        () => assert.deepEqual(found, []),
      );
    }
    await person.close();
  }
});
