import type { CatalogArgument } from "./catalog.ts";
import { curlExample, supabaseJsExample } from "./examples.ts";
import { code, codeBlock, prose, table } from "./markdown.ts";
import type { Procedure } from "./procedures.ts";

/** The section of docs/api.md about one procedure. */
export function procedureSection(procedure: Procedure): string {
  const { name, comment } = procedure;
  // What takes a person, the secret key cannot show.
  const caller = /^whoever is signed in\b/.test(comment.who) ? "person" : "server";
  const facts = [
    `- **Paths:** ${paths(procedure).map((path) => code(`POST ${path}`)).join(" or ")}`,
    `- **Who:** ${comment.who}`,
    `- **Result:** ${code(procedure.result)}: ${comment.result}`,
    `- **Errors:** ${errors(comment.errors)}`,
  ];
  return [
    `### ${name}`,
    prose(comment.summary),
    ...comment.remarks.map(prose),
    facts.join("\n"),
    procedure.arguments.length === 0 ? "It takes no arguments." : argumentTable(procedure),
    codeBlock("sh", curlExample(name, comment.example, caller)),
    codeBlock("ts", supabaseJsExample(name, comment.example, caller)),
  ].join("\n\n");
}

/** The addresses of a procedure, below the project's URL. */
export function paths(procedure: Procedure): string[] {
  const names = [procedure.name, procedure.pathSegment ?? procedure.name];
  return [...new Set(names)].map((name) => `/rest/v1/rpc/${name}`);
}

function argumentTable(procedure: Procedure): string {
  return table(
    ["argument", "type", "default", "meaning"],
    procedure.arguments.map((argument) => [
      code(argument.name),
      code(argument.type),
      defaultOf(argument),
      procedure.comment.arguments.get(argument.name) ?? "",
    ]),
  );
}

/** `'colorado'::text` → `"colorado"`, as a caller would write it. */
function defaultOf({ type, default: expression }: CatalogArgument): string {
  if (expression === null) return "required";
  if (/^NULL\b/.test(expression)) return code("null");
  const [, text] = /^'(.*)'(?:::[^']+)?$/.exec(expression) ?? [];
  if (text === undefined) return code(expression);
  return code(
    text === "{}" && type.endsWith("[]") ? "[]" : JSON.stringify(text.replaceAll("''", "'")),
  );
}

function errors(slugs: readonly string[]): string {
  if (slugs.length === 0) return "none of its own";
  return slugs.map((slug) => `[${code(slug)}](errors.md)`).join(", ");
}
