// Who may call a procedure, as its comment says it and as packages/mcp offers it, against what the database answers.
import { assert, assertEquals } from "@std/assert";
import { kindsOf, mayCall, type Me } from "../../../../packages/mcp/src/person.ts";
import { readFunctions } from "../../../../tools/catalog.ts";
import { callersOf } from "../../../../tools/callers.ts";
import { procedures } from "../../../../tools/procedures.ts";
import { actingAs } from "../../../support/access/acting.ts";
import { identityOf, PEOPLE } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { answersTo } from "../../../support/access/sql.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Refusals for what somebody is; what they may not know of is not found. */
const REFUSED = /^(42501|PT403) /;
const HIDDEN = /^(rows 0$|PT404 )/;
/** Words that let a caller do it for some rows alone, which the rows of the examples need not be. */
const OF_SOME = /[(]|, of theirs/;

/** Value of an example as SQL; what it has for ids of the caller's is the id of nothing. */
function literal(value: unknown, type: string): string {
  if (Array.isArray(value) && type.endsWith("[]")) {
    return `array[${value.map((one) => literal(one, type.slice(0, -2))).join(", ")}]::${type}`;
  }
  if (typeof value === "string" && value.startsWith("$")) return literal(crypto.randomUUID(), type);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'::${type}`;
}

Deno.test("access/procedures_are_for_whom_their_comments_name_and_for_nobody_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const all = procedures(await readFunctions(sql));
    const people = await Promise.all(PEOPLE.map(async (caller) => {
      const identity = identityOf(caller, firm.users);
      const [me] = await actingAs(sql, identity, (sql) => sql<Me[]>`select * from public.me`);
      assert(me !== undefined, caller);
      return { caller, kinds: kindsOf(me) };
    }));
    const trials = all.flatMap(({ name, comment, ...procedure }) => {
      const callers = callersOf(comment.who.replace(/\.$/, ""));
      const given = procedure.arguments.filter((one) => one.default === null)
        .map((one) => `${one.name} => ${literal(comment.example[one.name], one.type)}`);
      return people.map(({ caller, kinds }) => ({
        caller,
        may: mayCall(kinds, { callers }),
        isOfSome: OF_SOME.test(comment.who),
        statement: `select from public.${name}(${given.join(", ")})`,
      }));
    });
    const answers = await sql.begin((sql) => answersTo(sql, firm.users, trials));
    const wrong = trials.flatMap(({ caller, may, isOfSome, statement }, index) => {
      const answer = answers[index] ?? "";
      const isAsSaid = may
        ? isOfSome || !REFUSED.test(answer)
        : REFUSED.test(answer) || HIDDEN.test(answer);
      return isAsSaid ? [] : [`${caller}, who may${may ? "" : " not"}: ${statement}: ${answer}`];
    });
    assertEquals(wrong, []);
  }));
