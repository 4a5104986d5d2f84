/** The two examples of a procedure or a table in docs/api/, as they stand there. */
export interface ApiExamples {
  readonly name: string;
  /** For a shell. */
  readonly curl: string;
  /** A whole module: the page's client, a constant per placeholder from the environment, the example. */
  readonly supabaseJs: string;
}

const INDEX = new URL("../../../docs/api.md", import.meta.url);
const PAGES = new URL("../../../docs/api/", import.meta.url);

/**
 * The examples of every procedure of docs/api/.
 *
 * @throws Error naming a procedure that lacks one
 */
export async function procedureExamples(): Promise<ApiExamples[]> {
  const { client, procedures } = await readPages();
  return procedures.map((section) => examplesOf(section, client));
}

/** The examples of rows that are added to a table of docs/api/. */
export async function tableExamples(): Promise<ApiExamples[]> {
  const { client, tables } = await readPages();
  return tables.filter((section) => section.includes("```sh")).map((section) =>
    examplesOf(section, client)
  );
}

/** The sections of all areas' pages, and the client that the index makes for their examples. */
async function readPages() {
  const sections = { Procedures: [] as string[], Views: [] as string[], Tables: [] as string[] };
  const pages = [...Deno.readDirSync(PAGES)].map(({ name }) => name).sort();
  for (const name of pages) {
    const page = await Deno.readTextFile(new URL(name, PAGES));
    const [, ...parts] = page.split(/^## (Procedures|Views|Tables)$/m);
    for (const [kind, found] of Object.entries(sections)) {
      const part = parts[parts.indexOf(kind) + 1] ?? "";
      if (parts.includes(kind)) found.push(...part.split(/^### /m).slice(1));
    }
  }
  return {
    client: block(await Deno.readTextFile(INDEX), "ts"),
    procedures: sections.Procedures.sort(),
    tables: sections.Tables.sort(),
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
