/** Values against the schemas of docs/openapi.json. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { OPENAPI } from "../../../tools/generate_api.ts";

/** The parts of docs/openapi.json that tests look at. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** An operation of a path. */
export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly example?: unknown }>
>;

/** A JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

const NAME = "openapi.json";

/** The document as it is checked in. */
export function readOpenApi(): OpenApi {
  return JSON.parse(Deno.readTextFileSync(OPENAPI));
}

/** Makes what says how a value misses a schema of the document; an empty text: it fits. */
export function schemaChecker(document: OpenApi): (schema: Schema, value: unknown) => string {
  // The document is no schema itself, and has keywords that only OpenAPI knows.
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, NAME);
  return (schema, value) => {
    const absolute = JSON.parse(
      JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${NAME}#/`),
    );
    return ajv.validate(absolute, value) ? "" : ajv.errorsText();
  };
}
