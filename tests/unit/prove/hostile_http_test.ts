// What the hostile part of prove holds of answers to people who may do nothing.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type { HttpAnswer } from "../../../prove/hostile/http_answer.ts";
import { type HttpKnowledge, wrongWith } from "../../../prove/hostile/http_oracle.ts";

const KNOWLEDGE: HttpKnowledge = {
  who: new Map(),
  explanations: { slugs: new Set(), hasRefusal: () => false, hasConstraint: () => false },
  secrets: [],
  isPostgrest: false,
  lists: new Map(),
};
const NOBODY = { name: "nobody", column: null, isSignedIn: true, headers: {} };

function wrong(kind: string, contentType: string, body: string, column: "viewer" | null = null) {
  const call = { kind, target: "x", method: "GET", path: "/x", headers: [], body: null, limit: 1 };
  const json = contentType === "application/json" ? JSON.parse(body) : null;
  const answer: HttpAnswer = { status: 200, headers: "", contentType, body, json, milliseconds: 0 };
  return wrongWith(call, { ...NOBODY, column }, answer, KNOWLEDGE);
}

Deno.test("prove/a_document_for_somebody_without_rights_is_found", () => {
  assertEquals(
    wrong("documents", "application/pdf", "%PDF-1.7"),
    "somebody without rights got a document",
  );
  assertEquals(wrong("documents", "application/pdf", "%PDF-1.7", "viewer"), null);
});

Deno.test("prove/rows_for_somebody_without_rights_are_found_as_json_and_as_csv", () => {
  const found = "somebody without rights got rows";
  assertStrictEquals(wrong("read", "application/json", '[{"id":"a"}]'), found);
  assertStrictEquals(wrong("read", "text/csv", "id,name\na,North"), found);
  assertEquals(wrong("read", "text/csv", "id,name\na,North", "viewer"), null);
});

Deno.test("prove/no_rows_and_their_count_are_no_rows_as_json_and_as_csv", () => {
  for (const body of ["[]", '[{"count":0,"sum":null}]']) {
    assertEquals(wrong("read", "application/json", body), null, body);
  }
  for (const body of ["", "id,name", "id,name\n", "count,sum\n0,"]) {
    assertEquals(wrong("read", "text/csv", body), null, body);
  }
});
