// Errors of supabase-js as packages/client tells them apart.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { refusalOf } from "../../../packages/client/src/refusal_of.ts";

const words = { message: "The invoice is paid.", hint: "Credit it." };

Deno.test("refusal_of/knows_a_slug_with_its_status_and_hint", () => {
  const error = { code: "PT409", details: "invoice_has_payments", ...words };
  assertEquals(refusalOf(error), {
    kind: "refusal",
    slug: "invoice_has_payments",
    status: 409,
    ...words,
  });
  assertEquals(refusalOf({ ...error, hint: null })?.hint, null);
});

Deno.test("refusal_of/knows_the_checks_of_tables", () => {
  const error = { code: "PT400", details: "check_amount_is_positive", ...words };
  assertEquals(refusalOf(error), {
    kind: "check",
    slug: "check_amount_is_positive",
    status: 400,
    ...words,
  });
});

Deno.test("refusal_of/a_slug_of_a_newer_api_is_a_refusal_still", () => {
  for (const details of ["not_known_yet", "toString", "__proto__"]) {
    const error = { code: "PT409", details, ...words };
    assertEquals(refusalOf(error), {
      kind: "other",
      slug: null,
      other: details,
      status: 409,
      ...words,
    });
  }
});

Deno.test("refusal_of/what_is_no_refusal_is_null", () => {
  for (
    const error of [
      null,
      undefined,
      "PT409",
      new Error("fetch failed"),
      { code: "57014", details: null, hint: null, message: "canceling statement" },
      { code: "23505", details: "Key (id) exists.", hint: null, message: "duplicate key" },
      { code: "", details: "TypeError: fetch failed", hint: "", message: "TypeError" },
      { code: "PT409", details: null, hint: null, message: "No slug." },
    ]
  ) assertStrictEquals(refusalOf(error), null, JSON.stringify(error));
});
