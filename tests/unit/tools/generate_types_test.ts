import assert from "node:assert/strict";
import { DATABASE_TYPES, viewsAreRead } from "../../../tools/generate_types.ts";

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
  assert.equal(viewsAreRead(given), tables + views + views);
});

Deno.test("types/no_view_of_the_database_is_offered_for_writing", async () => {
  const types = await Deno.readTextFile(DATABASE_TYPES);
  const views = /^ {4}Views: \{\n.*?^ {4}\};\n/ms.exec(types)?.[0] ?? "";
  assert.match(views, /"ar_aging": \{/);
  assert.doesNotMatch(views, /\b(?:Insert|Update):/);
});
