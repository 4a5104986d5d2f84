import { assert, assertEquals } from "@std/assert";
import { procedureSection } from "../../../tools/api_procedure.ts";
import type { CatalogFunction } from "../../../tools/catalog.ts";
import { procedures } from "../../../tools/procedures.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const VOID_INVOICE: CatalogFunction = {
  name: "void_invoice",
  arguments: [
    { name: "invoice_id", type: "uuid", default: null },
    { name: "reason", type: "text", default: "'Billed in ''error'''::text" },
    { name: "on_day", type: "date", default: "NULL::date" },
    { name: "rates", type: "numeric[]", default: "'{}'::numeric(10,2)[]" },
    { name: "dry_run", type: "boolean", default: "false" },
  ],
  result: "invoices",
  comment: `Voids an invoice.

Who: billing.

Arguments:
invoice_id: the invoice.
reason: why, a | b.
on_day: the day.
rates: the rates.
dry_run: whether.

Result: the invoice.

Errors: role_required.

Example: {"invoice_id": "$invoice_id"}`,
};
const ALIAS = { ...VOID_INVOICE, name: "vi", comment: "void_invoice under its path segment." };

Deno.test("docs/puts_a_procedure_and_its_path_segment_together", () => {
  const found = procedures([ALIAS, VOID_INVOICE]);
  assertEquals(found.map(({ name, pathSegment }) => [name, pathSegment]), [
    ["void_invoice", "vi"],
  ]);
  assertEquals(procedures([VOID_INVOICE])[0]?.pathSegment, null);
});

Deno.test("docs/writes_defaults_as_a_caller_would_and_bars_as_text", () => {
  const [section = ""] = procedures([VOID_INVOICE]).map(procedureSection);
  for (
    const row of [
      "| `invoice_id` | `uuid` | required | the invoice. |",
      "| `reason` | `text` | `\"Billed in 'error'\"` | why, a \\| b. |",
      "| `on_day` | `date` | `null` | the day. |",
      "| `rates` | `numeric[]` | `[]` | the rates. |",
      "| `dry_run` | `boolean` | `false` | whether. |",
    ]
  ) assert(section.includes(row), `${row}\n\n${section}`);
});

const WRONG: readonly [name: string, from: RegExp, to: string, says: RegExp][] = [
  ["an_argument_that_is_not_described", /dry_run: whether\.\n/, "", /arguments/],
  ["an_argument_that_is_not_there", /dry_run: /, "dry: ", /arguments/],
  ["an_example_with_an_unknown_argument", /"invoice_id"/, '"x": 1, "invoice_id"', /gives x/],
  ["an_example_without_a_required_argument", /"invoice_id"[^}]*/, "", /lacks invoice_id/],
];
for (const [name, from, to, says] of WRONG) {
  Deno.test(`docs/names_the_procedure_that_has_${name}`, () => {
    const wrong = { ...VOID_INVOICE, comment: VOID_INVOICE.comment.replace(from, to) };
    assertThrowsWith(() => procedures([wrong]), /public\.void_invoice/);
    assertThrowsWith(() => procedures([wrong]), says);
  });
}
