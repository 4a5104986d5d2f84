// The HTTP surface in schema public, and what its comments say.
import assert from "node:assert/strict";
import postgres from "postgres";
import { readFunctions } from "../../../tools/catalog.ts";
import { aliasedBy, type Procedure, procedures } from "../../../tools/procedures.ts";
import { withDatabase } from "../../support/server/database.ts";
import { BEYOND_THE_SPEC, PROCEDURE_PATHS } from "./procedure_paths.ts";

const ERRORS = new URL("../../../docs/errors.md", import.meta.url);
const ROLES = ["billing", "payroll", "recruiting", "admin"];

/** Runs a test for each procedure of public, and fails it where there is none. */
async function eachProcedure(
  test: (procedure: Procedure, sql: postgres.Sql) => Promise<void> | void,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const all = procedures(await readFunctions(sql));
    assert(all.length > 0, "there is no procedure");
    for (const procedure of all) await test(procedure, sql);
  });
}

/** The text of the function in private that a procedure is the façade of. */
async function logicOf(procedure: Procedure, sql: postgres.Sql): Promise<string> {
  const [logic] = await sql<{ prosrc: string }[]>`
    select prosrc from pg_proc
     where pronamespace = 'private'::regnamespace and proname = ${procedure.name}`;
  return logic?.prosrc ?? "";
}

Deno.test("procedures/are_those_of_the_spec_and_the_design_under_their_paths", () =>
  withDatabase(async ({ sql }) => {
    const expected = [...Object.entries(PROCEDURE_PATHS), ...BEYOND_THE_SPEC.map((n) => [n, n])];
    const served = procedures(await readFunctions(sql))
      .map(({ name, pathSegment }) => [name, pathSegment ?? name]);
    assert.deepEqual(served, expected.sort());
  }));

Deno.test("procedures/and_their_path_segments_are_the_same_call", () =>
  withDatabase(async ({ sql }) => {
    for (const fn of await readFunctions(sql)) {
      const procedure = aliasedBy(fn);
      if (procedure === null) continue;
      const call = await callOf(sql, fn.name);
      assert(call !== undefined);
      assert.deepEqual(call, await callOf(sql, procedure), `${fn.name} and ${procedure}`);
    }
  }));

/** All that makes a call: arguments and defaults, result, volatility, rights, grants, and what it does. */
async function callOf(sql: postgres.Sql, name: string): Promise<postgres.Row | undefined> {
  const [call] = await sql`
    select pg_get_function_arguments(oid) as arguments, pg_get_function_result(oid) as result,
           provolatile, proisstrict, proparallel, prosecdef, proconfig, prolang,
           array(select unnest(proacl)::text order by 1) as grants,
           regexp_replace(prosrc, '\\m' || proname || '\\.', '', 'g') as body
      from pg_proc
     where pronamespace = 'public'::regnamespace and proname = ${name}`;
  return call;
}

Deno.test("procedures/name_in_their_comment_the_roles_that_their_logic_requires", () =>
  eachProcedure(async (procedure, sql) => {
    const [, required = ""] = /private\.require_role\(([^)]*)\)/
      .exec(await logicOf(procedure, sql)) ?? [];
    const roles = procedure.comment.who.replace(/\.$/, "").split(", ");
    if (required === "" && !ROLES.includes(roles[0] ?? "")) return; // Said in a sentence.
    assert.equal(
      roles.map((role) => `'${role}'`).join(", "),
      required.replaceAll(/\s+/g, " "),
      procedure.name,
    );
  }));

Deno.test("procedures/name_in_their_comment_every_error_that_their_logic_raises", () =>
  eachProcedure(async (procedure, sql) => {
    const logic = await logicOf(procedure, sql);
    const raised = [...logic.matchAll(/private\.refuse\(\s*\d+,\s*'(\w+)'/g)].map(([, s]) => s);
    if (logic.includes("private.require_role(")) raised.push("role_required");
    const { errors } = procedure.comment;
    assert.deepEqual(raised.filter((slug = "") => !errors.includes(slug)), [], procedure.name);
  }));

Deno.test("procedures/name_only_errors_that_docs_errors_lists", async () => {
  const page = await Deno.readTextFile(ERRORS);
  await eachProcedure(({ name, comment }) => {
    assert.deepEqual(comment.errors.filter((slug) => !page.includes(`| \`${slug}\``)), [], name);
  });
});

Deno.test("views/say_what_they_show", () =>
  withDatabase(async ({ sql }) => {
    const rows = await sql`
      select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and obj_description(oid) is null`;
    assert.deepEqual(rows.map((row) => row.relname), []);
  }));
