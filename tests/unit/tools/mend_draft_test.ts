import { assertEquals } from "@std/assert";
import { mendDraft } from "../../../tools/migrations/mend_draft.ts";

const row = (kind: string, name: string) => ({ kind, name, definition: "" });

Deno.test("mend_draft/grants_all_in_words_that_postgresql_15_knows", () => {
  const grant = "GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE " +
    'ON TABLE "public"."t" TO "service_role";';
  assertEquals(mendDraft(grant, [], []), ['GRANT ALL ON TABLE "public"."t" TO "service_role"']);
});

Deno.test("mend_draft/takes_what_is_new_in_private_from_everyone", () => {
  const create = "CREATE OR REPLACE FUNCTION private.f (\n  a integer\n) RETURNS int AS $$ $$";
  const table = 'CREATE TABLE "private"."t" (a int)';
  const draft = `${create};\n\n${table};`;
  const now = [row("function", "private.f(integer)"), row("relation", "private.t")];
  const everyone = 'FROM PUBLIC, "anon", "authenticated", "service_role"';
  const revoke = `REVOKE ALL ON FUNCTION private.f(integer) ${everyone}`;
  const anew = create.replace(" OR REPLACE", "");
  assertEquals(
    mendDraft(draft, [], now),
    [anew, revoke, table, `REVOKE ALL ON TABLE private.t ${everyone}`],
  );
  assertEquals(mendDraft(draft, now, now), [create, table], "they are replaced");
  const drop = "DROP FUNCTION private.f(integer)";
  assertEquals(mendDraft(`${drop};\n${create};`, now, now), [drop, create, revoke]);
});

Deno.test("mend_draft/a_new_function_replaces_none_of_the_owners", () => {
  const create = "CREATE OR REPLACE FUNCTION public.f(a integer)\n RETURNS int AS $$ $$";
  const then = [row("function", "public.f_of_old(integer)")];
  const now = [row("function", "public.f(integer)")];
  assertEquals(mendDraft(create, then, now), [create.replace(" OR REPLACE", "")]);
  assertEquals(mendDraft(create, [row("function", "public.f(text)")], now), [create]);
});
