import { assert, assertEquals } from "@std/assert";
import { writtenRefusals } from "./refusals.ts";

/** Nouns that are counted in words, in the plural. `hours` have two decimals, which take it. */
const PLURAL =
  "adjustments|alerts|arguments|assignments|batches|candidates|checks|contractors|credits|days|entries|" +
  "extensions|facilities|hits|invoices|lines|payments|people|periods|rates|renewals|stipends|weeks|workweeks";

/** The words that begin a sentence which says what to do. */
const WHAT_TO_DO = new Set(
  ("Add Allow Apply Approve Ask Bill Bring Change Check Choose Close Confirm Correct Count Create Credit Deactivate Decline Delete " +
    "Discard Dispute Do End Enter Expect Give Hand Have Hire Keep Leave Let Look Lower Make Move Pay Plan Post Prepare Return " +
    "Review Say Schedule Send Set Sign Spend Split Start Submit Take Tell Try Use Void Wait Write")
    .split(" "),
);

/** `%s entries` and `These entries`, also where words stand between. */
const COUNTED = new RegExp(
  `(?:%s|\\bthese)(?: (?!(?:as|at|by|for|from|has|in|is|of|on|or|owes|to|up)\\b)\\w+){0,2} (?:${PLURAL})\\b`,
  "i",
);

Deno.test("house_rules/no_refusal_counts_before_a_plural_that_is_fixed", async () => {
  const refusals = await writtenRefusals();
  assert(refusals.length > 100);
  const fixed = refusals.filter(({ message }) => COUNTED.test(message));
  assertEquals(fixed.map(({ place }) => place), [], "call private.counted");
});

Deno.test("house_rules/every_hint_says_first_what_to_do", async () => {
  const others = (await writtenRefusals())
    .filter(({ hint }) => !WHAT_TO_DO.has(/^\w+/.exec(hint)?.[0] ?? ""))
    .map(({ place, hint }) => `${place}: ${hint}`);
  assertEquals(others, [], "a new word for what to do belongs into the list");
});

/** Values that a person types, and what operators set; each other name of a program is one that no person knows. */
const TYPED = new Set(
  ("corp_to_corp staff_member facility_contact in_review pending_approval quickbooks_online sage_intacct pg_net pg_cron database_name")
    .split(" "),
);

Deno.test("house_rules/no_refusal_names_a_procedure_a_column_or_an_argument", async () => {
  const names = (await writtenRefusals()).flatMap(({ place, message, hint }) =>
    [...`${message} ${hint}`.replaceAll(/\{[^}]*\}/g, "").matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
      .filter(([name]) => !TYPED.has(name)).map(([name]) => `${place}: ${name}`)
  );
  assertEquals(names, [], "say what it does, in words");
});

Deno.test("house_rules/no_refusal_tells_people_of_the_secret_key", async () => {
  const told = (await writtenRefusals())
    .filter(({ message, hint }) => /secret key|service_role/.test(`${message} ${hint}`))
    .map(({ place }) => place);
  assertEquals(told, [], "who gets it may be a person, to whom it is of no use");
});

/** Words that only programs know. Operators, who schedule jobs, read the rest in docs/. */
const OF_PROGRAMS =
  /\b(?:JSON|objects?|arrays?|null|uuid|in one statement|arguments?|procedures?|YYYY-MM-DD|boolean)\b|\bdocs\/|\.(?:md|sql|ts)\b|[{}[\]]/;

Deno.test("house_rules/no_refusal_speaks_as_programs_do", async () => {
  const told = (await writtenRefusals()).flatMap(({ place, message, hint }) => {
    // Columns in braces are replaced by their values, and a form of days is none of the text.
    const text = `${message} ${hint}`.replaceAll(
      /\{\w+(?:\|[^}]*)?\}|YYYY-MM-DD (?:HH24|"at")/g,
      "",
    )
      .replaceAll(/(?:%s|\.)null\b|null /g, "");
    const [word] = OF_PROGRAMS.exec(text) ?? [];
    return word === undefined ? [] : [`${place}: ${word}`];
  });
  assertEquals(told, [], "what a program passes stands in docs/errors.md, under the slug");
});
