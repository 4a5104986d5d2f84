import { assertStrictEquals } from "@std/assert";
import { withColumnTypes } from "../../../tools/column_types.ts";

const GIVEN = `  public: {
    Tables: {
      "runs": {
        Row: {
          "kinds": (string)[];
          "counts": Json | null;
          "details": NonNullable<Json>;
          "amount": number;
          "status": string;
        };
        Insert: {
          "amount": number;
          "status"?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      "due": {
        Row: {
          "days": number | null;
          "status": string | null;
        };
      };
    };
    Functions: {
      "ask": { Args: { "mode": string }; Returns: Json };
      "name": { Args: { "id": string }; Returns: string };
      "run": {
        Args: { "status"?: string; "mode": string };
        Returns: {
          "status": string;
        };
        SetofOptions: {
          to: "runs";
        };
      };
    };
`;

Deno.test("types/columns_have_the_texts_shapes_and_nulls_that_are_known_of_them", () => {
  const types = withColumnTypes(GIVEN, {
    choices: new Map([
      ["runs.status", ["open", "done"]],
      ["runs.kinds", ["a", "b"]],
      ["due.status", ["open", "done"]],
      ["ask.mode", ["dry", "wet"]],
      ["run.mode", ["dry"]],
    ]),
    shapes: new Map([
      ["runs.counts", "Counts"],
      ["runs.details", "Detail[]"],
      ["ask", "Answer"],
    ]),
    nullable: new Map([["due", ["status"]]]),
    decimals: new Set(["runs.amount"]),
  });
  const expected = GIVEN
    .replace("(string)[]", '("a" | "b")[]')
    .replace("Json", "Counts")
    .replace("NonNullable<Json>", "Detail[]")
    .replace(
      '"ask": { Args: { "mode": string }; Returns: Json };',
      '"ask": {\n        Args: { "mode": "dry" | "wet" };\n        Returns: Answer;\n      };',
    )
    .replace('"status": string;', '"status": "open" | "done";')
    .replace('"status"?: string;\n', '"status"?: "open" | "done";\n')
    .replace(
      '"amount": number;\n          "status"?',
      '"amount": number | string;\n          "status"?',
    )
    .replace('"days": number | null', '"days": number')
    .replace("string | null", '"open" | "done" | null')
    .replace('"mode": string', '"mode": "dry"')
    .replace(
      '          "status": string;\n        };\n        SetofOptions',
      '          "status": "open" | "done";\n        };\n        SetofOptions',
    );
  assertStrictEquals(types, expected);
});
