import { join } from "node:path";

/** The files that say the version, each with a pattern whose second group it is. */
export const VERSION_FILES: Readonly<Record<string, RegExp>> = {
  "deno.json": /^( {2}"version": ")([^"]*)(",)$/m,
  "docs/openapi.json": /^( {4}"version": ")([^"]*)(",)$/m,
  "packages/client/package.json": /^( {2}"version": ")([^"]*)(",)$/m,
  "packages/mcp/package.json": /^( {2}"version": ")([^"]*)(",)$/m,
  "supabase/schemas/foundation/version.sql": /^( {4}select ')([^']*)(';)$/m,
  "supabase/functions/_shared/version.ts": /^(export const VERSION = ")([^"]*)(";)$/m,
};

/** The version that each of these files says, by its path. */
export async function readVersions(root: string): Promise<Record<string, string | undefined>> {
  const found = Object.entries(VERSION_FILES).map(async ([path, pattern]) => {
    const text = await Deno.readTextFile(join(root, path));
    return [path, pattern.exec(text)?.[2]] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
