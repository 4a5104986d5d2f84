// A procedure that writes, and that nobody calls in the soak, has never been beside the others: each has a call there, or
// a reason here.
import { assert, assertEquals } from "@std/assert";
import { KINDS } from "../../../../prove/soak/calls.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Volatile procedures without a call, each with the reason. */
const UNCALLED: Readonly<Record<string, string>> = {
  approve:
    "it calls a procedure that is called by itself; tests/database/people/two_people has random people ask and approve",
  change_mail: "mail would go elsewhere, or nowhere",
  change_remit_to: "one row of settings, which an update of it writes as well",
  close_area:
    "what it closes, all that follows would be refused; tests/database/journal/closed_areas_test.ts calls it",
  decline_approval: "as approve",
  open_area: "as close_area",
  request_approval: "as approve",
  rls_auto_enable: "the operator's, of tables that were just made; no row of the firm's",
};

Deno.test("soak/calls_each_procedure_that_writes", () =>
  withDatabase(async ({ sql }) => {
    const writing = await sql<{ name: string }[]>`
      select distinct proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prokind = 'f' and provolatile = 'v'
         and prorettype <> 'trigger'::regtype
         and obj_description(oid, 'pg_proc') not like '% under its path segment.'`;
    const texts = KINDS.map(({ call }) => call).join("\n");
    const isCalled = (name: string) => new RegExp(`\\b${name}\\(`).test(texts);
    const uncalled = writing.map(({ name }) => name).filter((name) => !isCalled(name));
    assert(writing.length > 30, "the procedures were not found");
    assertEquals(uncalled.sort(), Object.keys(UNCALLED).sort());
  }));
