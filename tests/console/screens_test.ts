// Every page of the console, as each role sees it: it opens, nothing is refused, and nothing is asked that is not theirs.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { type ConsoleFirm, consoleTest } from "../support/console/firm.ts";
import { NOT_THEIRS, readsNothingOf } from "../support/console/not_theirs.ts";
import { pagesOfEverybody } from "../support/console/pages.ts";
import { type Person, signIn } from "../support/console/person.ts";

/** People who look at their pages at the same time. */
const AT_ONCE = 3;

/** Words that programs have for things, which no page shows: names with underscores, jobs, and ids of rows. */
function programWords(text: string): string[] {
  const names =
    /(?<![\w@./-])[a-z]+(?:_[a-z\d]+)+(?![\w@])|\b(?:lock-ended|accrue-interest)\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g;
  return [...new Set(text.match(names) ?? [])];
}

async function looksAtAll(person: Person, pages: readonly string[]): Promise<void> {
  for (const path of pages) {
    await person.open(path);
    assertEquals(person.complaints(), [], path);
    assertStrictEquals(await person.page.locator(".MuiAlert-colorError").count(), 0, path);
    assertEquals(programWords(await person.page.locator("body").innerText()), [], path);
    assert(person.page.url().endsWith(path), `${path} leads to ${person.page.url()}`);
  }
}

/** Requests of somebody's pages with which they have no business. */
async function notTheirs(name: string, { asked }: Person): Promise<string[]> {
  await asked.read();
  const { caller, asksOnly, columns } = NOT_THEIRS[name] ?? { caller: "signed_out", columns: /./ };
  const unread = readsNothingOf(caller);
  return [
    ...[...asked.resources].filter((one) => unread.has(one) || asksOnly?.test(one) === false),
    // A balance of leave is theirs, one of money is not.
    ...[...asked.columns].filter(([column, from]) =>
      columns.test(column) && !(column === "balance" && from.startsWith("my_leave"))
    )
      .map(([column, from]) => `${column} of ${from}`),
  ];
}

async function goesThrough(
  firm: ConsoleFirm,
  name: string,
  pages: readonly string[],
): Promise<void> {
  const person = await signIn(firm, name);
  try {
    await looksAtAll(person, pages);
    assertEquals(await notTheirs(name, person), [], name);
    assert(person.asked.resources.size > 3, `${name} asks for nothing`);
  } finally {
    await person.close();
  }
}

consoleTest(
  "console/every_page_opens_for_whom_it_is_and_asks_nothing_that_is_not_theirs",
  async (t, firm) => {
    const everybody = Object.entries(await pagesOfEverybody(firm.sql));
    assertEquals(everybody.map(([name]) => name).sort(), Object.keys(NOT_THEIRS).sort());
    const outcomes = new Map<string, Promise<void>>();
    const queue = [...everybody];
    const work = Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [name, pages] = next;
        const outcome = goesThrough(firm, name, pages);
        outcomes.set(name, outcome);
        await outcome.catch(() => {});
      }
    });
    await Promise.all(work);
    for (const [name, outcome] of outcomes) await t.step(name, () => outcome);
  },
);

consoleTest(
  "console/who_is_linked_to_nothing_finds_that_there_is_nothing_yet",
  async (_t, firm) => {
    await firm.sql`update public.contractors set is_active = false where user_id is not null`;
    const person = await signIn(firm, "contractor");
    await person.page.getByRole("heading", { name: "Nothing here for you yet" }).waitFor();
    assertEquals(person.complaints(), []);
    await person.close();
  },
);
