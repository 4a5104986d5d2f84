import { assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import {
  columnsAreNotCalled,
  DATABASE_TYPES,
  viewsAreRead,
} from "../../../tools/generate_types.ts";

const relations = (kind: string, members: string) =>
  `  public: {
    ${kind}: {
      "one": {
        Row: {
          "id": string;
        };
${members}        ComputedFields: never;
      };
    };
`;
const WRITES = `        Insert: {
          "id"?: string;
        };
        Update: {
          "id"?: string;
        };
`;

Deno.test("types/views_lose_insert_and_update_and_tables_keep_them", () => {
  const tables = relations("Tables", WRITES);
  const given = tables + relations("Views", WRITES) +
    relations("Views", "        Insert: never;\n");
  const views = relations("Views", "");
  assertStrictEquals(viewsAreRead(given), tables + views + views);
});

Deno.test("types/no_view_of_the_database_is_offered_for_writing", async () => {
  const types = await Deno.readTextFile(DATABASE_TYPES);
  const views = /^ {4}Views: \{\n.*?^ {4}\};\n/ms.exec(types)?.[0] ?? "";
  assertMatch(views, /"ar_aging": \{/);
  assertNotMatch(views, /\b(?:Insert|Update):/);
});

Deno.test("types/columns_that_are_computed_are_not_offered_for_calling", async () => {
  const functions = (...entries: string[]) => `    Functions: {\n${entries.join("")}    };\n`;
  const called = [
    '      "payroll_file": { Args: { "payroll_batch_id": string }; Returns: string };\n',
    '      "send_invoices": {\n        Args: never;\n      };\n',
  ] as const;
  const column =
    '      "sent_by_name": {\n        Returns:\n          & { error: true }\n          & "no";\n      };\n';
  const overloaded =
    '      "closed_by_name":\n        | {\n          Returns: { error: true };\n        }\n        | never;\n';
  assertStrictEquals(
    columnsAreNotCalled(functions(column, called[0], overloaded, called[1], column)),
    functions(...called),
  );
  const types = await Deno.readTextFile(DATABASE_TYPES);
  assertNotMatch(types, /\{ error: true \}/);
  assertMatch(types, /"sent_by_name": string \| null;/);
});
