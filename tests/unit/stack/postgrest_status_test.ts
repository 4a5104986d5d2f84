import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { answeredAsPostgrest } from "../../../stack/postgrest_status.ts";

function statusOf(code: string): unknown {
  const answered = answeredAsPostgrest(Object.assign(new Error("no"), { code, hint: "wait" }));
  assert(answered instanceof Error && "detail" in answered && "code" in answered);
  assertEquals(answered.code, "PGRST");
  assertEquals(JSON.parse(answered.message), {
    code,
    message: "no",
    details: null,
    hint: "wait",
  });
  return JSON.parse(String(answered.detail)).status;
}

Deno.test("stack/database_errors_have_the_status_that_postgrest_gives_them", () => {
  assertEquals(statusOf("23514"), 400);
  assertEquals(statusOf("23P01"), 400);
  assertEquals(statusOf("P0001"), 400);
  assertEquals(statusOf("23505"), 409);
  assertEquals(statusOf("40P01"), 500);
  assertEquals(statusOf("57014"), 500);
  assertEquals(statusOf("53300"), 503);
  assertEquals(statusOf("XX000"), 500);
  assertEquals(statusOf("28000"), 403);
});

Deno.test("stack/what_lite_answers_as_postgrest_does_is_left_to_it", () => {
  for (const code of ["PT409", "42501", "42883", "22P02", "23502"]) {
    const error = Object.assign(new Error("no"), { code });
    assertStrictEquals(answeredAsPostgrest(error), error, code);
  }
  const other = new Error("no code");
  assertStrictEquals(answeredAsPostgrest(other), other);
});

Deno.test("stack/a_role_that_there_is_not_is_401_and_another_wrong_parameter_is_left_to_lite", () => {
  const error = (message: string) => Object.assign(new Error(message), { code: "22023" });
  const answered = answeredAsPostgrest(error('role "nosuch" does not exist'));
  assert(answered instanceof Error && "detail" in answered);
  assertEquals(JSON.parse(String(answered.detail)).status, 401);
  const other = error("invalid value for parameter");
  assertStrictEquals(answeredAsPostgrest(other), other);
});
