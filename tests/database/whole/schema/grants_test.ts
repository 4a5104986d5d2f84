// Who is granted what in public and private, all of it. After a change that is meant, `deno task generate` writes
// grants.txt anew; read its diff.
import { assertStrictEquals } from "@std/assert";
import { withDatabase } from "../../../support/server/database.ts";
import { grantMatrix, GRANTS } from "../../../../tools/generate_grants.ts";

Deno.test("schema/grants_are_exactly_those_of_the_checked_in_matrix", () =>
  withDatabase(async ({ sql }) => {
    assertStrictEquals(await grantMatrix(sql), await Deno.readTextFile(GRANTS));
  }));
