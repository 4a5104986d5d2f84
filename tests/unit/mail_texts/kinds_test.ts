// Each kind of mail_kinds.ts stands in the places that no type asks for, and nothing else does: whoever adds one reads
// here what is missing (CONTRIBUTING, "How to add a mail").
import { assert, assertEquals } from "@std/assert";
import { PAGES } from "../../../console/src/screens/mail/outbox_path.ts";
import { MAIL_KINDS } from "../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import { PAGE, pageWithKinds } from "../../../tools/generate_mail.ts";
import { filesIn, readFile } from "../house_rules/files.ts";

const OUTBOX = "supabase/schemas/outbox";

/** Texts that a pattern's first group has in a part of a file. */
async function inFile(path: string, part: RegExp, name: RegExp): Promise<string[]> {
  const found = part.exec(await readFile(path))?.[0];
  assert(found, `${path} has nothing like ${part}`);
  return [...found.matchAll(name)].map(([, text = ""]) => text);
}

/** Names of files below a folder, without their ending. */
async function names(folder: string, ending: string): Promise<string[]> {
  const paths = await filesIn(folder, ending);
  return paths.map((path) => path.slice(folder.length + 1, -ending.length));
}

const QUOTED = /'(\w+)'/g;

/** The places, and the kinds that they have. */
const PLACES: Readonly<Record<string, () => string[] | Promise<string[]>>> = {
  "the check of mail_kinds, in mail_settings.sql": () =>
    inFile(`${OUTBOX}/mail_settings.sql`, /mail_kind_is_known\s+check \(kind in \([^)]*/, QUOTED),
  "the rows of mail_kinds, in mail_settings.sql": () =>
    inFile(`${OUTBOX}/mail_settings.sql`, /insert into public\.mail_kinds [^;]*/, QUOTED),
  "a call for what it says, in mail_data.sql": () =>
    inFile(`${OUTBOX}/mail_data.sql`, /case message\.kind[^]*?else/, QUOTED),
  "a file <kind>_mail.sql": async () =>
    (await names(OUTBOX, "_mail.sql")).filter((name) => name !== "due"),
  "a test tests/database/outbox/mail/<kind>_test.ts": async () =>
    (await names("tests/database/outbox/mail", "_test.ts")).filter((name) =>
      !["bounced_invitation", "due_mail", "texts"].includes(name)
    ),
};

for (const [place, kinds] of Object.entries(PLACES)) {
  Deno.test(`mail_kinds/each_has_${place.replaceAll(/\W+/g, "_")}`, async () => {
    assertEquals((await kinds()).toSorted(), MAIL_KINDS.toSorted(), place);
  });
}

Deno.test("mail_kinds/those_due_by_a_day_are_the_ones_that_are_written_then", async () => {
  const path = `${OUTBOX}/due_mail.sql`;
  const due = await inFile(path, /switched\.kind in \(.*/, QUOTED);
  assert(due.length > 0);
  assertEquals(await inFile(path, /case v_kind\.kind[^]*?end;/, QUOTED), due);
});

Deno.test("mail_kinds/are_in_docs_as_the_table_has_them", async () => {
  const page = await Deno.readTextFile(PAGE);
  assertEquals(page, pageWithKinds(page), "run `deno task docs`");
});

Deno.test("messages/lead_to_pages_of_the_console_that_there_are", async () => {
  const missing: string[] = [];
  for (const [kind, page] of Object.entries(PAGES)) {
    const [, group = "", ...rest] = page("<id>").split("/");
    const routes = await readFile(`console/src/screens/${group}/${group}.tsx`);
    if (!new RegExp(`path="${rest.join("/").replace("<id>", ":\\w+")}"`).test(routes)) {
      missing.push(`${kind}: ${page("<id>")}`);
    }
  }
  assertEquals(missing, []);
});
