/** The project's root, with a slash at its end. */
export const ROOT = new URL("../../../", import.meta.url);

/** A file of the project. */
export async function readFile(path: string): Promise<string> {
  return await Deno.readTextFile(new URL(path, ROOT));
}

/** Paths below a folder that end so, relative to the root, sorted. */
export async function filesIn(folder: string, ending: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const entry of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) paths.push(...await filesIn(path, ending));
    else if (path.endsWith(ending)) paths.push(path);
  }
  return paths.sort();
}
