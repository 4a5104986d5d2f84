import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = "supabase/functions/_shared/database.types.ts";
/** Import of a module of ours. */
const OURS = /(\bfrom ")(\.[^"]+)(")/g;

/** A package below packages/. */
export interface NpmPackage {
  readonly folder: string;
  /** Module that all others follow from. */
  readonly entry: string;
  /** True if programs import it: then it has declarations, and compiles in any of them, strictly. */
  readonly isLibrary: boolean;
  /** Writes into `dist` what is no module. */
  readonly addTo?: (dist: string) => Promise<void>;
}

/** Module of the source tree, as the package has it. */
interface Staged {
  readonly name: string;
  readonly text: string;
}

/**
 * Builds a package into its `dist` and packs it as npm does. It has all of ours that it imports, also of another
 * package and the types of the database, so that it needs nothing but what npm has.
 *
 * @param to folder that gets the packed file
 * @returns path of that file
 * @throws Error naming what does not compile
 */
export async function packPackage(packed: NpmPackage, to: string): Promise<string> {
  const folder = join(ROOT, packed.folder);
  // Tests pack at the same time, and there is one dist.
  using turn = await Deno.open(join(tmpdir(), "staffing-package.lock"), {
    create: true,
    write: true,
  });
  await turn.lock(true);
  await build(packed, join(folder, "dist"));
  const { success, stdout, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--json", "--ignore-scripts", "--pack-destination", resolve(to)],
    cwd: folder,
  }).output();
  if (!success) throw new Error(`npm pack failed: ${new TextDecoder().decode(stderr)}`);
  const [file]: { filename: string }[] = JSON.parse(new TextDecoder().decode(stdout));
  if (file === undefined) throw new Error("npm pack packed nothing");
  return join(to, file.filename);
}

async function build(packed: NpmPackage, dist: string): Promise<void> {
  const stage = await Deno.makeTempDir({ prefix: "staffing-package-" });
  try {
    // The compiler finds packages above what it compiles.
    await Deno.symlink(join(ROOT, "node_modules"), join(stage, "node_modules"));
    await Deno.writeTextFile(join(stage, "package.json"), '{ "type": "module" }');
    const files: string[] = [];
    for (const { name, text } of await stagedModules(packed)) {
      const path = join(stage, name);
      await Deno.mkdir(dirname(path), { recursive: true });
      await Deno.writeTextFile(path, text);
      files.push(path);
    }
    await Deno.remove(dist, { recursive: true }).catch(() => {});
    compile(files, stage, dist, packed);
    await packed.addTo?.(dist);
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
}

/** The entry and all of ours that it leads to, with imports that lead to where the modules stand in the package. */
async function stagedModules({ folder, entry }: NpmPackage): Promise<Staged[]> {
  const nameOf = (path: string) => {
    if (path === TYPES) return "database.types.ts";
    return path.startsWith(`${folder}/src/`)
      ? path.slice(`${folder}/src/`.length)
      : path.replace(/^packages\/(\w+)\/src\//, "$1/");
  };
  const paths = new Set([`${folder}/src/${entry}`]);
  const staged: Staged[] = [];
  for (const path of paths) { // Goes on to what is added on the way.
    const text = await Deno.readTextFile(join(ROOT, path));
    const name = nameOf(path);
    const targetOf = (specifier: string) => join(dirname(path), specifier);
    for (const [, , specifier = ""] of text.matchAll(OURS)) paths.add(targetOf(specifier));
    staged.push({
      name,
      text: text.replaceAll(OURS, (_, before: string, specifier: string, after: string) => {
        const target = relative(dirname(name), nameOf(targetOf(specifier)));
        return `${before}${target.startsWith(".") ? target : `./${target}`}${after}`;
      }),
    });
  }
  return staged;
}

function compile(
  files: readonly string[],
  rootDir: string,
  outDir: string,
  { isLibrary }: NpmPackage,
): void {
  const program = ts.createProgram(files, {
    rootDir,
    outDir,
    declaration: isLibrary,
    // Of what runs by itself, `deno check` has looked at the types: it knows those of Node.
    noCheck: !isLibrary,
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
    Deno.writeTextFileSync(
      path,
      isDeclaration ? text.replaceAll(OURS, (whole) => whole.replace(/\.ts"$/, '.js"')) : text,
    );
  });
  const errors = isLibrary
    ? [...ts.getPreEmitDiagnostics(program), ...diagnostics]
    : [...program.getSyntacticDiagnostics(), ...diagnostics];
  if (errors.length === 0) return;
  throw new Error(ts.formatDiagnostics(errors, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => rootDir,
    getNewLine: () => "\n",
  }));
}
