import { assertEquals } from "@std/assert";
import { readComment } from "../../../tools/comment.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const WHOLE = `Writes the dated rate that a rate hit asks for.

Later rates move by
the same change.

Who: billing, payroll.

Arguments:
rate_hit_id: the rate hit, pending.
allow_retroactive: whether the day may reach time
    that was billed: or paid.

Result: the rate hit,
applied.

Errors: role_required,
rate_hit_cancelled.

Example:
{"rate_hit_id": "$rate_hit_id",
 "allow_retroactive": true}`;

Deno.test("docs/reads_every_part_of_a_comment", () => {
  assertEquals(readComment(WHOLE), {
    summary: "Writes the dated rate that a rate hit asks for.",
    remarks: ["Later rates move by the same change."],
    who: "billing, payroll.",
    arguments: new Map([
      ["rate_hit_id", "the rate hit, pending."],
      ["allow_retroactive", "whether the day may reach time that was billed: or paid."],
    ]),
    result: "the rate hit, applied.",
    errors: ["role_required", "rate_hit_cancelled"],
    example: { rate_hit_id: "$rate_hit_id", allow_retroactive: true },
  });
});

Deno.test("docs/needs_no_arguments_errors_and_example", () => {
  const { arguments: args, errors, example } = readComment(
    "Does it.\n\nWho: admin.\n\nResult: nothing.",
  );
  assertEquals([args.size, errors, example], [0, [], {}]);
});

const WRONG: readonly [name: string, comment: string, says: RegExp][] = [
  ["no_comment", "", /first line/],
  ["a_summary_over_two_lines", WHOLE.replace("dated rate", "dated\nrate"), /first line/],
  ["no_who", WHOLE.replace("Who:", "By:"), /"Who: …"/],
  ["an_empty_result", WHOLE.replace(/Result:[^.]*\./, "Result:"), /"Result: …"/],
  ["a_label_twice", `${WHOLE}\n\nWho: admin.`, /Who stands twice/],
  ["an_argument_without_meaning", WHOLE.replace("hit_id: the rate hit, pending.", ""), /rate_/],
  ["a_meaning_on_a_new_line_that_is_not_indented", WHOLE.replace("    that", "that"), /that was/],
  ["an_error_that_is_no_slug", WHOLE.replace("rate_hit_cancelled", "Rate hit"), /not a slug/],
  ["an_example_that_is_no_object", WHOLE.replace(/\{[^}]*\}/, "[1]"), /record/],
];
for (const [name, comment, says] of WRONG) {
  Deno.test(`docs/refuses_a_comment_with_${name}`, () => {
    assertThrowsWith(() => readComment(comment), says);
  });
}
