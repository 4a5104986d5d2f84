// docs/openapi.json is what OpenAPI 3.1 asks for, and what is in it is what is there.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { Validator } from "@seriousme/openapi-schema-validator";
import ts from "typescript";
import { routeOf } from "../../../supabase/functions/_shared/documents/routes.ts";
import { SCAN_LIMIT } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { OPENAPI } from "../../../tools/generate_api.ts";
import { DATABASE_TYPES } from "../../../tools/generate_types.ts";
import { readOpenApi, type Schema, schemaChecker } from "../../support/http/openapi.ts";

const document = readOpenApi();
const misses = schemaChecker(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
);

Deno.test("openapi/is_valid_by_the_schema_of_its_version", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert(valid, JSON.stringify(errors));
});

Deno.test("openapi/what_it_refers_to_is_there", async () => {
  const refs = new Set(
    [...(await Deno.readTextFile(OPENAPI)).matchAll(/"\$ref": "(.*?)"/g)].map(([, ref]) => ref),
  );
  assert(refs.size > 100);
  const there = (ref = "") =>
    ref.split("/").slice(1).reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      document,
    );
  assertEquals([...refs].filter((ref) => there(ref) === undefined), []);
});

Deno.test("openapi/names_each_operation_once", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  assertStrictEquals(new Set(names).size, names.length);
});

Deno.test("openapi/each_slug_stands_once_and_an_operation_has_it_with_each_of_its_statuses", () => {
  const slugs = document.components.schemas.Slug?.oneOf as readonly { const: string }[];
  assertStrictEquals(new Set(slugs.map((slug) => slug.const)).size, slugs.length);
  const { responses } = document.paths["/rest/v1/rpc/apply_rate_hit"]?.post ?? {};
  const statuses = Object.entries(responses ?? {}).filter(([, response]) =>
    JSON.stringify(response).includes('"pay_exceeds_bill"')
  ).map(([status]) => status);
  assertEquals(statuses, ["400", "409"]);
});

Deno.test("openapi/each_example_fits_its_schema", () => {
  let examples = 0;
  for (const { path, operation } of operations) {
    const { schema, example } = operation.requestBody?.content["application/json"] ?? {};
    if (schema === undefined || example === undefined) continue;
    examples++;
    assertStrictEquals(misses(schema, example), "", path);
  }
  assert(examples > 60);
});

Deno.test("openapi/an_example_that_misses_its_schema_is_found", () => {
  const { schema = {} } =
    document.paths["/rest/v1/rpc/void_invoice"]?.post?.requestBody?.content["application/json"] ??
      {};
  const id = crypto.randomUUID();
  assertStrictEquals(misses(schema, { invoice_id: id, reason: "Wrong." }), "");
  for (
    const wrong of [
      { invoice_id: id },
      { invoice_id: "1", reason: "Wrong." },
      { invoice_id: id, reason: null },
      { invoice_id: id, reason: "Wrong.", why: "" },
    ]
  ) assert(misses(schema, wrong) !== "", JSON.stringify(wrong));
});

Deno.test("openapi/has_each_edge_function_and_nothing_else_of_them", () => {
  const folders = [...Deno.readDirSync(new URL("../../../supabase/functions", import.meta.url))]
    .map(({ name }) => name).filter((name) => /^[a-z]/.test(name));
  const described = Object.keys(document.paths).map((path) =>
    /^\/functions\/v1\/([\w-]+)/.exec(path)?.[1]
  );
  assertEquals([...new Set(described.filter((name) => name !== undefined))].sort(), folders.sort());
});

Deno.test("openapi/of_functions_it_knows_each_kind_of_document_and_the_limit_of_a_run", () => {
  const { parameters } = document.paths["/functions/v1/documents/{kind}/{id}"]?.get ?? {};
  const kinds = parameters?.find(({ name }) => name === "kind")?.schema?.enum;
  assert(Array.isArray(kinds) && kinds.length === 6);
  const days = "?from=2026-03-01&to=2026-03-31";
  for (const kind of kinds) {
    const address = `http://x/documents/${kind}/${crypto.randomUUID()}${days}`;
    const route = routeOf(new URL(address), "documents");
    assert(route !== null && "call" in route, kind);
    const procedure = document.paths[`/rest/v1/rpc/${route.call.procedure}`];
    assert(procedure !== undefined, kind);
  }
  const body = document.paths["/functions/v1/cron-accrue-interest"]?.post?.requestBody;
  const limit = body?.content["application/json"]?.schema.properties?.limit;
  assertStrictEquals(limit?.maximum, SCAN_LIMIT);
});

Deno.test("openapi/its_webhook_has_each_event_that_one_may_be_told_of", () => {
  const events: string[] = [];
  JSON.stringify(document.components.schemas.WebhookEvent, (name, value) => {
    if (name === "type" && typeof value === "object" && !Array.isArray(value)) {
      events.push(...[value.enum ?? value.const].flat());
    }
    return value;
  });
  const items = document.components.schemas.webhooks?.properties?.events?.items as Schema;
  assertEquals(events.sort(), [...items.enum as string[]].sort());
});

// The types are made by the Supabase CLI, which reads the catalog in its own way.
const types = typesOfDatabase();

Deno.test("openapi/has_each_table_and_view_with_the_columns_of_its_type_and_their_nulls", () => {
  for (const section of ["Tables", "Views"]) {
    const relations = types(section);
    assert(relations.size > 10);
    for (const [name, members] of relations) {
      assert(document.paths[`/rest/v1/${name}`]?.get !== undefined, name);
      const schema = document.components.schemas[name];
      const row = members.get("Row");
      assert(row !== undefined && ts.isTypeLiteralNode(row), name);
      const theirs = row.members.filter(ts.isPropertySignature).map((member) =>
        [
          nameOf(member.name),
          /\bnull$|^(?:NonNullable<)?Json\b/.test(member.type?.getText() ?? ""),
        ] as const
      ).filter(([column]) => !isComputed(members, column));
      const ours = Object.entries(schema?.properties ?? {}).map(([column, { type, anyOf }]) =>
        // Of jsonb without a shape a schema says nothing, so null fits it.
        [column, JSON.stringify(type ?? anyOf ?? "null").includes("null")] as const
      );
      assertEquals(new Map(ours), new Map(theirs), name);
    }
  }
});

Deno.test("openapi/has_each_procedure_with_the_arguments_of_its_type", () => {
  const described = Object.entries(document.paths).filter(([path]) =>
    path.startsWith("/rest/v1/rpc/")
  );
  const segments = described.flatMap(([, { post }]) =>
    /Older programs call it at \/rest\/v1\/rpc\/(\w+)\./.exec(post?.description ?? "")?.[1] ?? []
  );
  const procedures = new Map(described.map(([path, { post }]) => [path.split("/").at(-1), post]));
  const functions = types("Functions");
  assertEquals([...procedures.keys(), ...segments].sort(), [...functions.keys()].sort());
  for (const [name, operation] of procedures) {
    const schema = operation?.requestBody?.content["application/json"]?.schema;
    const args = functions.get(name ?? "")?.get("Args");
    const theirs = args !== undefined && ts.isTypeLiteralNode(args)
      ? args.members.filter(ts.isPropertySignature)
      : [];
    assertEquals(
      Object.keys(schema?.properties ?? {}).sort(),
      theirs.map((member) => nameOf(member.name)).sort(),
      name,
    );
    assertEquals(
      [...schema?.required ?? []].sort(),
      theirs.filter((one) => one.questionToken === undefined).map((one) => nameOf(one.name)).sort(),
      name,
    );
  }
});

/** Sections of database.types.ts: by the name of each table, view or function its members' types. */
function typesOfDatabase(): (section: string) => Map<string, Map<string, ts.TypeNode>> {
  const text = Deno.readTextFileSync(DATABASE_TYPES);
  const file = ts.createSourceFile("types.ts", text, ts.ScriptTarget.Latest, true);
  const database = file.statements.filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === "Database");
  const inside = (type: ts.TypeNode | undefined) => {
    assert(type !== undefined && ts.isTypeLiteralNode(type));
    return new Map(
      type.members.filter(ts.isPropertySignature).flatMap(({ name, type }) =>
        type === undefined ? [] : [[nameOf(name), type] as const]
      ),
    );
  };
  const schema = inside(inside(database?.type).get("public"));
  return (section) =>
    new Map([...inside(schema.get(section))].map(([name, type]) => [name, inside(type)]));
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteral(name) || ts.isIdentifier(name) ? name.text : name.getText();
}

/** Columns that are functions of a row stand in its type, and are answered only where a select names them. */
function isComputed(members: Map<string, ts.TypeNode>, column: string): boolean {
  return members.get("ComputedFields")?.getText().includes(`"${column}"`) ?? false;
}
