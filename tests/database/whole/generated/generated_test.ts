// What is generated from the schema is what the schema says now.
import { assert, assertEquals } from "@std/assert";
import { apiPages, DOCS, OPENAPI } from "../../../../tools/generate_api.ts";
import { CLIENT_SLUGS, clientSlugs } from "../../../../tools/generate_client.ts";
import { NAMES, versionNames } from "../../../../tools/generate_names.ts";
import { DATABASE_TYPES, databaseTypes } from "../../../../tools/generate_types.ts";
import { openApiDocument } from "../../../../tools/openapi/document.ts";
import { askTwoPeople } from "../../../support/people/two_people.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("types/database_types_are_up_to_date", () =>
  withDatabase(async ({ url }) => {
    assertUpToDate(await Deno.readTextFile(DATABASE_TYPES), await databaseTypes(url), "types");
  }));

Deno.test("docs/api_is_up_to_date", () =>
  withDatabase(async ({ sql }) => {
    await askTwoPeople(sql); // as a new firm does, whose roles the pages tell
    const pages = await apiPages(sql);
    for (const [path, text] of pages) {
      const checkedIn = await Deno.readTextFile(new URL(path, DOCS)).catch(() => "");
      assertUpToDate(checkedIn, text, "docs");
    }
    const files = [...Deno.readDirSync(new URL("api/", DOCS))].map(({ name }) => `api/${name}`);
    assertEquals(files.sort(), [...pages.keys()].filter((path) => path !== "api.md").sort());
  }));

Deno.test("docs/openapi_is_up_to_date", () =>
  withDatabase(async ({ sql }) => {
    await askTwoPeople(sql);
    assertUpToDate(await Deno.readTextFile(OPENAPI), await openApiDocument(sql), "docs");
  }));

Deno.test("docs/slugs_of_the_client_are_up_to_date", () =>
  withDatabase(async ({ sql }) => {
    assertUpToDate(await Deno.readTextFile(CLIENT_SLUGS), await clientSlugs(sql), "docs");
  }));

Deno.test("preflight/names_are_up_to_date", () =>
  withDatabase(async ({ url }) => {
    assertUpToDate(await Deno.readTextFile(NAMES), await versionNames(url), "generate names");
  }));

function assertUpToDate(checkedIn: string, generated: string, task: string): void {
  const lines = new Set(checkedIn.split("\n"));
  const news = generated.split("\n").find((line) => !lines.has(line)) ?? "lines have gone";
  assert(checkedIn === generated, `run \`deno task ${task}\` and look at the diff: ${news.trim()}`);
}
