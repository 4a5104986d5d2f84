import { join } from "node:path";

/** Part of a context of Rollup that is used here. */
interface Context {
  resolve(id: string, importer: string, options: Record<string, unknown>): Promise<unknown>;
}

/** Plugin of Vite, as far as it is used here. */
export interface Plugin {
  readonly name: string;
  readonly enforce: "pre";
  resolveId(
    this: Context,
    id: string,
    importer: string | undefined,
    options: Record<string, unknown>,
  ): Promise<unknown>;
}

/** Has pages find Vue, which they are compiled to: they lie above the folder that has it. */
export function findsPackages(folder: string): Plugin {
  return {
    name: "finds-packages",
    enforce: "pre",
    async resolveId(id, importer, options) {
      if (!/^vue(\/|$)/.test(id) || importer?.endsWith(".md") !== true) return null;
      // As if from a file of that folder, which has to be there.
      return await this.resolve(id, join(folder, "package.json"), { ...options, skipSelf: true });
    },
  };
}
