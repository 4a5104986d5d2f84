import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Folder of the package. */
export const CLIENT: string = join(ROOT, "packages/client");
/** Import of a module beside the one that imports it. */
const OURS = /(\bfrom "\.\/[\w.]+)\.ts"/g;
const TYPES = "supabase/functions/_shared/database.types.ts";

/**
 * Builds the package into its `dist` and packs it as npm does. Its types of the database are those of the functions,
 * which it gets a copy of.
 *
 * @param folder gets the packed file
 * @returns path of that file
 * @throws Error naming what does not compile
 */
export async function packClient(folder: string): Promise<string> {
  // Tests pack it at the same time, and there is one dist.
  using turn = await Deno.open(join(tmpdir(), "staffing-client.lock"), {
    create: true,
    write: true,
  });
  await turn.lock(true);
  await buildClient();
  const { success, stdout, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    cwd: CLIENT,
  }).output();
  if (!success) throw new Error(`npm pack failed: ${new TextDecoder().decode(stderr)}`);
  const [packed]: { filename: string }[] = JSON.parse(new TextDecoder().decode(stdout));
  if (packed === undefined) throw new Error("npm pack packed nothing");
  return join(folder, packed.filename);
}

async function buildClient(): Promise<void> {
  const stage = await Deno.makeTempDir({ prefix: "staffing-client-" });
  try {
    // The compiler finds supabase-js above what it compiles.
    await Deno.symlink(join(ROOT, "node_modules"), join(stage, "node_modules"));
    await Deno.writeTextFile(join(stage, "package.json"), '{ "type": "module" }');
    const files = [join(stage, "database.types.ts")];
    await Deno.copyFile(join(ROOT, TYPES), join(stage, "database.types.ts"));
    for await (const { name } of Deno.readDir(join(CLIENT, "src"))) {
      const text = await Deno.readTextFile(join(CLIENT, "src", name));
      files.push(join(stage, name));
      await Deno.writeTextFile(
        join(stage, name),
        text.replace(`"../../../${TYPES}"`, '"./database.types.ts"'),
      );
    }
    await Deno.remove(join(CLIENT, "dist"), { recursive: true }).catch(() => {});
    compile(files, stage);
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
}

function compile(files: readonly string[], rootDir: string): void {
  const program = ts.createProgram(files, {
    rootDir,
    outDir: join(CLIENT, "dist"),
    declaration: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    rewriteRelativeImportExtensions: true,
    verbatimModuleSyntax: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    Deno.mkdirSync(dirname(path), { recursive: true });
    // The compiler leaves the extensions in declarations as they are.
    const isDeclaration = path.endsWith(".d.ts");
    Deno.writeTextFileSync(path, isDeclaration ? text.replaceAll(OURS, '$1.js"') : text);
  });
  const errors = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (errors.length === 0) return;
  throw new Error(ts.formatDiagnostics(errors, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => rootDir,
    getNewLine: () => "\n",
  }));
}
