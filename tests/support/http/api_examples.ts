/** The two examples of a procedure or a table in docs/api.md, as they stand there. */
export interface ApiExamples {
  readonly name: string;
  /** For a shell. */
  readonly curl: string;
  /** A whole module: the page's client, a constant per placeholder from the environment, the example. */
  readonly supabaseJs: string;
}

const PAGE = new URL("../../../docs/api.md", import.meta.url);

/**
 * The examples of every procedure of docs/api.md.
 *
 * @throws Error naming a procedure that lacks one
 */
export async function procedureExamples(): Promise<ApiExamples[]> {
  const { client, procedures } = await readPage();
  return procedures.map((section) => examplesOf(section, client));
}

/** The examples of rows that are added to a table of docs/api.md. */
export async function tableExamples(): Promise<ApiExamples[]> {
  const { client, tables } = await readPage();
  return tables.filter((section) => section.includes("```sh")).map((section) =>
    examplesOf(section, client)
  );
}

async function readPage() {
  const page = await Deno.readTextFile(PAGE);
  const [procedures = "", , tables = ""] = page.split(/^## (?:Views|Tables)$/m);
  const [intro = "", ...sections] = procedures.split(/^### /m);
  return {
    client: block(intro, "ts"),
    procedures: sections,
    tables: tables.split(/^### /m).slice(1),
  };
}

function examplesOf(section: string, client: string): ApiExamples {
  const curl = block(section, "sh");
  const constants = [...curl.matchAll(/"\$([a-z]\w*)"/g)].map(([, name = ""]) =>
    `const ${name} = process.env.${name} ?? "";\n`
  );
  return {
    name: section.split("\n", 1)[0] ?? "",
    curl,
    supabaseJs: client + [...new Set(constants)].join("") + block(section, "ts"),
  };
}

function block(text: string, language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(text) ?? [];
  if (code === undefined) throw new Error(`no ${language} example in: ${text.slice(0, 60)}`);
  return code;
}
