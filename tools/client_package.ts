import type { NpmPackage } from "./npm_package.ts";

/** packages/client: help for programs, beside supabase-js. */
export const CLIENT: NpmPackage = {
  folder: "packages/client",
  entry: "index.ts",
  isLibrary: true,
};
