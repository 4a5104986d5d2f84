// Where the SQL tree can be broken, and that nothing but the place changes.
import { assertEquals } from "@std/assert";
import { mutated, placesOf } from "../../../prove/mutations/places.ts";

/** The mutants of a text, each as its kind and the text that it becomes. */
function mutants(text: string): string[] {
  return placesOf(text).map((place) => `${place.kind}: ${mutated(text, place)}`);
}

Deno.test("mutations/change_comparisons_and_boundaries", () => {
  assertEquals(mutants("a = b"), ["comparison: a <> b"]);
  assertEquals(mutants("a <> b"), ["comparison: a = b"]);
  assertEquals(mutants("a < b"), ["boundary: a <= b"]);
  assertEquals(mutants("a >= b"), ["boundary: a > b"]);
  assertEquals(mutants("a is null"), ["comparison: a is not null"]);
  assertEquals(mutants("a is not distinct from b"), ["comparison: a is distinct from b"]);
  assertEquals(mutants("not exists (select)"), ["comparison:  exists (select)"]);
});

Deno.test("mutations/change_constants_and_leave_out_distinct", () => {
  assertEquals(mutants("limit 1"), ["constant: limit 2"]);
  assertEquals(mutants("false"), ["constant: true"]);
  assertEquals(mutants("count(distinct a)"), ["distinct: count( a)"]);
});

Deno.test("mutations/drop_conditions_up_to_the_next_one", () => {
  assertEquals(mutants("where f(a, b) and (c or d) and e"), [
    "dropped condition: where true and (c or d) and e",
    "and/or: where f(a, b) or (c or d) and e",
    "dropped condition: where f(a, b)  and e",
    "and/or: where f(a, b) and (c and d) and e",
    "and/or: where f(a, b) and (c or d) or e",
    "dropped condition: where f(a, b) and (c or d) ",
  ]);
  assertEquals(mutants("(select a from b where case when c then d end) e"), [
    "dropped condition: (select a from b where true) e",
  ]);
});

Deno.test("mutations/take_a_between_for_one_condition", () => {
  assertEquals(mutants("where a between b and c and d"), [
    "dropped condition: where true and d",
    "comparison: where a not between b and c and d",
    "and/or: where a between b and c or d",
    "dropped condition: where a between b and c ",
  ]);
});

Deno.test("mutations/drop_an_order", () => {
  assertEquals(mutants("select a order by b, c desc limit d"), [
    "dropped order: select a  limit d",
  ]);
  assertEquals(mutants("array_agg(a order by b)"), ["dropped order: array_agg(a )"]);
});

Deno.test("mutations/leave_comments_texts_and_names_alone", () => {
  assertEquals(mutants("-- a = 1\n/* b and c */ 'd = 2 and e' \"f and g\" h := $1"), []);
  assertEquals(mutants("'ä' || b = c"), ["comparison: 'ä' || b <> c"]);
});
