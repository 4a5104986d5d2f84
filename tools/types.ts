// `deno task types`: writes the types of the database's tables, views and functions.
import { DATABASE_TYPES, databaseTypes } from "./generate_types.ts";
import { withSchemaTree } from "./scratch_server.ts";

await withSchemaTree(async (url) => {
  await Deno.writeTextFile(DATABASE_TYPES, await databaseTypes(url));
});
