/** A part of an OpenAPI document: a JSON Schema, an operation, a response. */
export type Part = { readonly [name: string]: unknown };

/** Reference to a schema of the document. */
export function refTo(schema: string): Part {
  return { $ref: `#/components/schemas/${schema}` };
}

/** A schema that allows null, too. */
export function nullable(schema: Part): Part {
  const { type, enum: values } = schema;
  if (typeof type !== "string" && !Array.isArray(type)) {
    return { anyOf: [schema, { type: "null" }] };
  }
  return {
    ...schema,
    type: [type, "null"].flat(),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

/** An object; `required` is left out where nothing is. */
export function objectOf(properties: Part, required: readonly string[]): Part {
  return { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
}

/** A part with a description, unless that is empty. */
export function described(part: Part, description: string): Part {
  return description === "" ? part : { ...part, description };
}
