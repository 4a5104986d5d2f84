import type postgres from "postgres";
import { readVersion } from "../../stack/version.ts";
import { type Areas, readAreas } from "../api_areas.ts";
import {
  type CatalogTable,
  type CatalogView,
  readFunctions,
  readTables,
  readViews,
} from "../catalog.ts";
import { type Procedure, procedures } from "../procedures.ts";
import { readChoices } from "../read_choices.ts";
import { ROOT } from "../scratch_server.ts";
import { readWriters } from "../who_writes.ts";
import { FUNCTION_PATHS, FUNCTION_SCHEMAS, WEBHOOKS } from "./function_operations.ts";
import { filterParameters, ROW_PARAMETERS, WRITE_PARAMETERS } from "./parameters.ts";
import { described, type Part } from "./part.ts";
import { type ProcedureFacts, procedurePath, rowSchemas } from "./procedure_operations.ts";
import { readRefusals, refusalSchemas, REFUSED_RESPONSE } from "./refusals.ts";
import {
  type RelationFacts,
  tablePath,
  tableSchemas,
  viewPath,
  viewSchemas,
} from "./relation_operations.ts";
import { readResults } from "./results.ts";
import { readShapes } from "./shape_schemas.ts";

const DESCRIPTION = `A back office of contractor-staffing firms, on Supabase.

- Whoever is signed in sends the publishable key as \`apikey\` and their access token as \`Authorization: Bearer …\`. A
  server program sends the secret key as \`apikey\`, and may call everything; it may also write columns that nobody who
  is signed in may, which are not in here. Row level security decides what each may read.
- Tokens come from Supabase Auth: \`POST /auth/v1/token?grant_type=password\`.
- An answer has at most 1000 rows. Whoever may meet more reads pages, in an order that no two rows share.
- Money is a JSON number where it is answered. Where it is given it may be text, so that no cent is lost.
- A refusal changes nothing, and says why in \`details\`, which is stable.`;

const SECURITY_SCHEMES: Part = {
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "apikey",
    description: "The project's publishable key, beside an access token.",
  },
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of whoever is signed in, by Supabase Auth.",
  },
  secretKey: {
    type: "apiKey",
    in: "header",
    name: "apikey",
    description: "The project's secret key: of server programs alone, never in a browser.",
  },
  cronSecret: {
    type: "http",
    scheme: "bearer",
    description: "The schedulers' secret, CRON_SHARED_SECRET.",
  },
};

/**
 * The API as an OpenAPI document, from a database's catalog, the comments in it, and docs/errors.md.
 *
 * @throws Error naming what is not told whole
 */
export async function openApiDocument(sql: postgres.Sql): Promise<string> {
  const functions = await readFunctions(sql);
  const all = procedures(functions);
  const views = await readViews(sql);
  const tables = await readTables(sql);
  const areas = await readAreas(ROOT);
  const shapes = readShapes();
  const refusals = readRefusals();
  const facts: ProcedureFacts & RelationFacts = {
    areaOf: areas.of,
    choices: await readChoices(sql, tables, views, functions),
    refusals,
    results: await readResults(sql),
    shapes,
    writers: await readWriters(sql, tables),
  };
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Staffing back office",
      version: await readVersion(ROOT),
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{
      url: "{project}",
      variables: {
        project: {
          default: "http://127.0.0.1:54321",
          description: "The project's address; a hosted one's is https://<ref>.supabase.co.",
        },
      },
    }],
    security: [{ publishableKey: [], accessToken: [] }, { secretKey: [] }],
    tags: tagsOf(areas, [...all, ...views, ...tables]),
    paths: pathsOf(all, views, tables, facts),
    webhooks: WEBHOOKS,
    components: {
      schemas: {
        ...refusalSchemas(refusals),
        ...FUNCTION_SCHEMAS,
        ...shapes.schemas,
        ...Object.assign({}, ...tables.map((table) => tableSchemas(table, facts))),
        ...Object.assign({}, ...views.map((view) => viewSchemas(view, facts))),
        ...rowSchemas(all, facts),
      },
      parameters: {
        ...ROW_PARAMETERS,
        ...WRITE_PARAMETERS,
        ...filterParameters(
          [...tables, ...views].flatMap(({ columns }) => columns.map(({ name }) => name)),
        ),
      },
      responses: { Refused: REFUSED_RESPONSE },
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return JSON.stringify(document, null, 2) + "\n";
}

function pathsOf(
  all: readonly Procedure[],
  views: readonly CatalogView[],
  tables: readonly CatalogTable[],
  facts: ProcedureFacts & RelationFacts,
): Part {
  return Object.fromEntries([
    ...all.map((one) => [`/rest/v1/rpc/${one.name}`, procedurePath(one, facts)]),
    ...views.map((view) => [`/rest/v1/${view.name}`, viewPath(view, facts)]),
    ...tables.map((table) => [`/rest/v1/${table.name}`, tablePath(table, facts)]),
    ...Object.entries(FUNCTION_PATHS),
  ]);
}

/** The areas that have anything, then what is of no area of the schema. */
function tagsOf(areas: Areas, all: readonly { readonly name: string }[]): readonly Part[] {
  const used = new Set(all.map(({ name }) => areas.of(name)));
  return [
    ...areas.names.filter((name) => used.has(name)).map((name) =>
      described({ name }, `docs/api/${name}.md`)
    ),
    { name: "functions", description: "Edge functions." },
    { name: "webhooks", description: "Calls that the firm's other programs get." },
  ];
}
