import ts from "typescript";
import { described, nullable, objectOf, type Part, refTo } from "./part.ts";

const SOURCE = new URL("../json_shapes.ts", import.meta.url);

/** JSON Schemas of types. */
export interface Shapes {
  /** One for each type of json_shapes.ts, by its name. */
  readonly schemas: Part;
  /** Of a type as it is written, such as `BillingRunDetail[]`. */
  readonly of: (type: string) => Part;
}

/**
 * The types of json_shapes.ts as JSON Schemas.
 *
 * @throws Error naming a type of a kind that is not translated
 */
export function readShapes(): Shapes {
  const file = parsed(Deno.readTextFileSync(SOURCE));
  const aliases = new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias]),
  );
  const translator = new Translator(aliases);
  const schemas = [...aliases].map(([name, alias]) =>
    [name, described(translator.schemaOf(alias.type), docOf(alias))] as const
  );
  return {
    schemas: Object.fromEntries(schemas),
    of: (type) => {
      const [alias] = parsed(`type Asked = ${type};`).statements;
      if (alias === undefined || !ts.isTypeAliasDeclaration(alias)) throw new Error(type);
      return translator.schemaOf(alias.type);
    },
  };
}

const KEYWORDS: ReadonlyMap<ts.SyntaxKind, Part> = new Map([
  [ts.SyntaxKind.StringKeyword, { type: "string" }],
  [ts.SyntaxKind.NumberKeyword, { type: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { type: "boolean" }],
  [ts.SyntaxKind.UnknownKeyword, {}], // anything
]);

class Translator {
  constructor(private readonly aliases: ReadonlyMap<string, ts.TypeAliasDeclaration>) {}

  schemaOf(node: ts.TypeNode): Part {
    const keyword = KEYWORDS.get(node.kind);
    if (keyword !== undefined) return keyword;
    if (ts.isParenthesizedTypeNode(node)) return this.schemaOf(node.type);
    if (ts.isArrayTypeNode(node)) return { type: "array", items: this.schemaOf(node.elementType) };
    if (ts.isLiteralTypeNode(node)) return literal(node);
    if (ts.isTypeLiteralNode(node)) return this.#object(node);
    if (ts.isUnionTypeNode(node)) return this.#union(node.types);
    if (ts.isIntersectionTypeNode(node)) {
      return { allOf: node.types.map((type) => this.schemaOf(type)) };
    }
    if (ts.isIndexedAccessTypeNode(node)) return this.#member(node);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node);
    throw new Error(`no JSON Schema is known for ${ts.SyntaxKind[node.kind]}`);
  }

  #object(node: ts.TypeLiteralNode): Part {
    const [index] = node.members.filter(ts.isIndexSignatureDeclaration);
    if (index !== undefined) {
      return { type: "object", additionalProperties: this.schemaOf(index.type) };
    }
    const members = node.members.filter(ts.isPropertySignature).map((member) => {
      if (member.type === undefined) throw new Error("a member without a type");
      return {
        name: nameOf(member),
        schema: described(this.schemaOf(member.type), docOf(member)),
        isOptional: member.questionToken !== undefined,
      };
    });
    return objectOf(
      Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
      members.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    );
  }

  /** Texts of which it is one become an enum; null becomes a further type. */
  #union(types: readonly ts.TypeNode[]): Part {
    const others = types.filter((type) => !isNull(type));
    const parts = others.map((type) => this.schemaOf(type));
    const [first] = parts;
    const whole = first !== undefined && parts.length === 1
      ? first
      : parts.every((part) => typeof part.const === "string")
      ? { type: "string", enum: parts.map((part) => part.const) }
      : parts.every((part) => Object.keys(part).join() === "type")
      ? { type: parts.map((part) => part.type) }
      : { anyOf: parts };
    return others.length === types.length ? whole : nullable(whole);
  }

  /** `InvoiceDocument["status"]`. */
  #member({ objectType, indexType }: ts.IndexedAccessTypeNode): Part {
    const alias = ts.isTypeReferenceNode(objectType)
      ? this.aliases.get(objectType.typeName.getText())
      : undefined;
    const name = ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
      ? indexType.literal.text
      : "";
    const found = alias !== undefined && ts.isTypeLiteralNode(alias.type)
      ? alias.type.members.filter(ts.isPropertySignature).find((one) => nameOf(one) === name)
      : undefined;
    if (found?.type === undefined) throw new Error(`there is no member ${name}`);
    return this.schemaOf(found.type);
  }

  #reference(node: ts.TypeReferenceNode): Part {
    const name = node.typeName.getText();
    const [, values] = node.typeArguments ?? [];
    if (name === "Record" && values !== undefined) {
      return { type: "object", additionalProperties: this.schemaOf(values) };
    }
    if (!this.aliases.has(name)) throw new Error(`there is no type ${name}`);
    return refTo(name);
  }
}

function parsed(text: string): ts.SourceFile {
  return ts.createSourceFile("shapes.ts", text, ts.ScriptTarget.Latest, true);
}

function literal({ literal }: ts.LiteralTypeNode): Part {
  if (ts.isStringLiteral(literal)) return { type: "string", const: literal.text };
  if (literal.kind === ts.SyntaxKind.TrueKeyword) return { type: "boolean", const: true };
  if (literal.kind === ts.SyntaxKind.FalseKeyword) return { type: "boolean", const: false };
  throw new Error(`no JSON Schema is known for the literal ${literal.getText()}`);
}

function isNull(type: ts.TypeNode): boolean {
  return ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}

function docOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? "").replaceAll(/\s*\n\s*/g, " ");
}
