import { join } from "node:path";
import { z } from "zod";

const Config = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+(-dev)?$/) });

/**
 * The project's version, such as `0.14.0`; between two releases that of the next, such as `1.0.0-dev`.
 * It stands in `deno.json`.
 *
 * @param root the project's folder
 */
export async function readVersion(root: string): Promise<string> {
  return Config.parse(JSON.parse(await Deno.readTextFile(join(root, "deno.json")))).version;
}

/** The release that a version is, or will be: `1.0.0` of `1.0.0-dev`. */
export function releaseOf(version: string): string {
  return version.replace(/-dev$/, "");
}

/** The name of a release's migration, such as `1_0_0`. */
export function migrationNameOf(version: string): string {
  return releaseOf(version).replaceAll(".", "_");
}
