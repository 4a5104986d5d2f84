/** The two examples of a procedure in docs/api.md, as they stand there. */
export interface ApiExamples {
  readonly procedure: string;
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
export async function apiExamples(): Promise<ApiExamples[]> {
  const [procedures = ""] = (await Deno.readTextFile(PAGE)).split(/^## Views$/m);
  const [intro = "", ...sections] = procedures.split(/^### /m);
  const client = block(intro, "ts");
  return sections.map((section) => {
    const curl = block(section, "sh");
    const constants = [...curl.matchAll(/"\$([a-z]\w*)"/g)].map(([, name = ""]) =>
      `const ${name} = process.env.${name} ?? "";\n`
    );
    return {
      procedure: section.split("\n", 1)[0] ?? "",
      curl,
      supabaseJs: client + [...new Set(constants)].join("") + block(section, "ts"),
    };
  });
}

function block(text: string, language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(text) ?? [];
  if (code === undefined) throw new Error(`no ${language} example in: ${text.slice(0, 60)}`);
  return code;
}
