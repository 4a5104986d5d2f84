// `deno task types`: writes the types of the database's tables, views and functions.
import { DATABASE_TYPES, databaseTypes } from "./generate_types.ts";
import { withMigratedDatabase } from "./scratch_database.ts";

await withMigratedDatabase(async (url) => {
  await Deno.writeTextFile(DATABASE_TYPES, await databaseTypes(url));
});
