import type { ExampleRows } from "./table_comment.ts";

const PLACEHOLDER = /^\$([a-z]\w*)$/;

/** The names that stand as `$name` in the arguments of an example, sorted. */
export function placeholders(value: unknown): string[] {
  const names = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === "string") names.add(PLACEHOLDER.exec(value)?.[1] ?? "");
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  collect(value);
  names.delete("");
  return [...names].sort();
}

/** Key that an example calls with: the secret one, or that of a person with their access token. */
export type ExampleCaller = "server" | "person";

const KEYS: Readonly<Record<ExampleCaller, readonly string[]>> = {
  server: [`-H "apikey: $SUPABASE_SECRET_KEY" -H "Content-Type: application/json"`],
  person: [
    `-H "apikey: $SUPABASE_PUBLISHABLE_KEY" -H "Authorization: Bearer $ACCESS_TOKEN"`,
    `-H "Content-Type: application/json"`,
  ],
};

/**
 * A call with curl, to be pasted into a shell that has `SUPABASE_URL`, the key of the caller
 * (`SUPABASE_SECRET_KEY`; of a person `SUPABASE_PUBLISHABLE_KEY` and `ACCESS_TOKEN`) and a variable per placeholder.
 */
export function curlExample(
  procedure: string,
  args: Readonly<Record<string, unknown>>,
  caller: ExampleCaller = "server",
): string {
  return curl(`rpc/${procedure}`, args, KEYS[caller]);
}

/** Rows that are added to a table with curl; it answers them. */
export function curlWrite(table: string, rows: ExampleRows): string {
  return curl(table, rows, [...KEYS.server, `-H "Prefer: return=representation"`]);
}

function curl(path: string, body: unknown, headers: readonly string[]): string {
  const json = spaced(body);
  const head = [
    `curl -sS --fail-with-body "$SUPABASE_URL/rest/v1/${path}"`,
    ...headers.map((header) => `  ${header}`),
  ];
  if (placeholders(body).length === 0) {
    return [...head, `  -d '${json.replaceAll("'", `'\\''`)}'`].join(" \\\n");
  }
  // A here-document puts the shell's variables in and leaves the quotes of JSON alone.
  const escaped = json.replaceAll(
    /"\$[a-z]\w*"|[`\\$]/g,
    (found) => found.startsWith('"') ? found : `\\${found}`,
  );
  return [...head, `  -d @- <<JSON\n${escaped}\nJSON`].join(" \\\n");
}

/** The same rows with supabase-js. */
export function supabaseJsWrite(table: string, rows: ExampleRows): string {
  const list = rows.map((row) =>
    `  { ${Object.entries(row).map(([name, value]) => property(name, value)).join(", ")} },\n`
  );
  return [
    `const { data, error } = await supabase.from("${table}").insert([\n${
      list.join("")
    }]).select();`,
    `if (error) throw error;`,
    `console.log(data);`,
  ].join("\n");
}

const PERSONS_CLIENT = `const { env } = process;
const person = createClient<Database>(SUPABASE_URL, env.SUPABASE_PUBLISHABLE_KEY ?? "", {
  accessToken: () => Promise.resolve(env.ACCESS_TOKEN ?? ""),
});`;

/** The same call with supabase-js, to follow the client in api_intro.md; a constant per placeholder. */
export function supabaseJsExample(
  procedure: string,
  args: Readonly<Record<string, unknown>>,
  caller: ExampleCaller = "server",
): string {
  const names = Object.keys(args);
  const call = names.length === 0
    ? `"${procedure}"`
    : `"${procedure}", { ${names.map((name) => property(name, args[name])).join(", ")} }`;
  return [
    ...(caller === "person" ? [PERSONS_CLIENT] : []),
    `const { data, error } = await ${caller === "person" ? "person" : "supabase"}.rpc(${call});`,
    `if (error) throw error;`,
    `console.log(data);`,
  ].join("\n");
}

function property(name: string, value: unknown): string {
  const text = expression(value);
  return text === name ? name : `${name}: ${text}`;
}

/** A value as TypeScript: JSON in which the placeholders are constants. */
function expression(value: unknown): string {
  return spaced(value).replaceAll(/"\$([a-z]\w*)"/g, "$1");
}

/** JSON on one line with a space after colons and commas, as people write it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, value]) =>
    `${JSON.stringify(name)}: ${spaced(value)}`
  );
  return `{${members.join(", ")}}`;
}
