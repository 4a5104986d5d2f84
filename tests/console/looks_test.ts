// How each page looks: anybody can read it, by day and by night, on a phone where it is for phones, and it is the page
// that its picture in pictures/ shows. `UPDATE=1` takes the pictures anew, and the board's of the README.
import { assert, assertEquals, assertRejects } from "@std/assert";
import { bringAxe, inaccessible, inaccessibleInTheDark } from "../support/console/axe.ts";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { type Person, signIn, visit } from "../support/console/person.ts";
import {
  type Darkroom,
  DRAWING_MS,
  keptPictures,
  mostDifference,
  openDarkroom,
  pictured,
  writeInOneFont,
} from "../support/console/pictures.ts";

const README_PICTURE = new URL("../../docs/board.png", import.meta.url).pathname;
const isUpdate = Deno.env.get("UPDATE") === "1";
const PHONE = 390;
const DESK = 1280;

/** Refuses a page that failed, or that says in an alert or a toast that something did. */
async function showsNoError(person: Person): Promise<void> {
  const errors = person.page.locator(".MuiAlert-colorError:visible, .RaNotification-error:visible");
  assertEquals([...person.complaints(), ...await errors.allInnerTexts()], [], "it shows an error");
}

/** Faults of the page that is open. */
async function complaintsAbout(person: Person): Promise<string[]> {
  const { page } = person;
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
  const width = page.viewportSize()?.width ?? 0;
  return [
    ...person.complaints(),
    ...wide > width ? [`it is ${wide} wide`] : [],
    ...await inaccessible(person),
    ...(await inaccessibleInTheDark(person)).map((found) => `in the dark: ${found}`),
  ];
}

async function isAsInItsPicture(room: Darkroom, person: Person, name: string): Promise<void> {
  await showsNoError(person);
  if (isUpdate) await room.keep(person, name);
  const most = mostDifference(person.page.viewportSize()?.width ?? 0);
  let difference = await room.differs(person, name);
  for (let looks = 1; difference >= most && looks < 4; looks++) {
    await person.page.waitForTimeout(DRAWING_MS);
    difference = await room.differs(person, name);
  }
  assert(
    difference < most,
    `${name} differs by ${difference.toFixed(2)}, at most ${most} is like it`,
  );
}

/** Gives the log an order: the firm was made in one moment, within which its rows, of one line or two, have none. */
async function orderTheLog({ sql }: ConsoleFirm): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`alter table audit_log disable trigger audit_log_is_append_only`;
    await sql`
      update audit_log as entry set at = entry.at - ranked.rank * interval '1 microsecond'
        from (select id, row_number() over (order by md5(said.said), id) as rank
                from audit_log cross join lateral private.said_of_change(audit_log, false, true) as said (said)) as ranked
       where ranked.id = entry.id`;
    await sql`alter table audit_log enable always trigger audit_log_is_append_only`;
  });
}

/** Looks at pages one after the other, each a step. */
async function look(
  t: Deno.TestContext,
  firm: ConsoleFirm,
  name: string,
  pages: readonly string[],
  { width, pictures }: { width: number; pictures: boolean },
): Promise<void> {
  const room = await openDarkroom(firm.browser);
  const person = await signIn(firm, name, { width });
  await writeInOneFont(person);
  await bringAxe(person);
  for (const [picture, path] of pictured(name, pages)) {
    await t.step(`${picture}, ${width} wide`, async () => {
      await person.open(path);
      await showsNoError(person);
      if (pictures) await isAsInItsPicture(room, person, picture);
      assertEquals(await complaintsAbout(person), []);
    });
  }
  await person.close();
  await room.close();
}

consoleTest("console/the_door_is_accessible_by_day_and_by_night", async (_t, firm) => {
  const door = await visit(firm);
  await door.page.getByLabel("E-mail").waitFor();
  await bringAxe(door);
  assertEquals(await complaintsAbout(door), []);
  await door.close();
});

consoleTest("console/every_page_is_accessible_and_looks_as_in_its_picture", async (t, firm) => {
  const { admin = [], contractor = [], facility = [] } = await pagesOfEverybody(firm.sql);
  const everybody = { admin, contractor, facility };
  await orderTheLog(firm);
  await look(t, firm, "admin", admin, { width: DESK, pictures: true });
  for (const [name, pages] of Object.entries({ contractor, facility })) {
    await look(t, firm, name, pages, { width: PHONE, pictures: true });
    await look(t, firm, name, pages, { width: DESK, pictures: false });
  }
  const shown = Object.entries(everybody).flatMap((
    [who, pages],
  ) => [...pictured(who, pages).keys()]);
  assertEquals(await keptPictures(), shown.sort());
  if (isUpdate) {
    const person = await signIn(firm, "admin");
    await writeInOneFont(person);
    await person.open("/board");
    await showsNoError(person);
    await person.page.screenshot({ path: README_PICTURE });
    await person.close();
  }
});

consoleTest("console/no_page_of_the_staff_scrolls_sideways_on_a_phone", async (_t, firm) => {
  const { admin = [] } = await pagesOfEverybody(firm.sql);
  const person = await signIn(firm, "admin", { width: PHONE });
  const wide = new Map<string, number>();
  for (const path of admin) {
    await person.open(path);
    const width = Number(await person.page.evaluate("document.documentElement.scrollWidth"));
    if (width > PHONE) wide.set(path, width);
  }
  assertEquals([...wide], []);
  await person.close();
});

consoleTest(
  "console/a_picture_is_not_of_a_page_that_is_blank_or_lost_what_it_shows",
  async (t, firm) => {
    const room = await openDarkroom(firm.browser);
    const person = await signIn(firm, "admin");
    await writeInOneFont(person);
    const { page } = person;
    const isUnlike = (name: string) =>
      assertRejects(() => isAsInItsPicture(room, person, name), Error, "differs by");
    const withStyle = async (style: string, work: () => Promise<unknown>) => {
      const tag = await page.addStyleTag({ content: style });
      await work();
      await tag.evaluate((tag) => (tag as unknown as { remove: () => void }).remove());
    };
    await t.step({
      name: "seen on three pages",
      ignore: isUpdate,
      fn: async () => {
        for (
          const [name, path] of pictured("admin", [
            "/board",
            "/billing/drafts",
            "/people/candidates",
          ])
        ) {
          await person.open(path);
          await isAsInItsPicture(room, person, name);
          await withStyle("#main-content { visibility: hidden !important }", () => isUnlike(name));
          await withStyle("table, figure svg { display: none !important }", () => isUnlike(name));
        }
      },
    });
    await person.close();
    await room.close();
  },
);

consoleTest("console/a_picture_is_not_of_a_page_that_shows_an_error", async (t, firm) => {
  const room = await openDarkroom(firm.browser);
  for (
    const [where, path, asked] of [
      ["in an alert", "/billing/unbilled", "unbilled_groups"],
      ["in a toast", "/people/candidates", "candidates"],
    ] as const
  ) {
    await t.step(where, async () => {
      const person = await signIn(firm, "admin");
      await person.page.route(
        `**/rest/v1/${asked}?*`,
        (route) => route.fulfill({ status: 500 }),
      );
      await person.open(path);
      person.complaints(); // of the answer: what is on the page is to be enough
      const [name = ""] = pictured("admin", [path]).keys();
      await assertRejects(
        () => isAsInItsPicture(room, person, name),
        Error,
        "it shows an error",
      );
      await person.close();
    });
  }
  await room.close();
});
