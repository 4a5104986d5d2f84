import { join } from "node:path";
import { CATALOG } from "../packages/mcp/src/catalog.ts";
import { mcpCatalog } from "./mcp_catalog.ts";
import type { NpmPackage } from "./npm_package.ts";

const OPENAPI = new URL("../docs/openapi.json", import.meta.url);

/** packages/mcp: a server for agents, with the API as docs/openapi.json tells it. */
export const MCP: NpmPackage = {
  folder: "packages/mcp",
  entry: "main.ts",
  isLibrary: false,
  addTo: async (dist) => {
    const catalog = mcpCatalog(JSON.parse(await Deno.readTextFile(OPENAPI)));
    await Deno.writeTextFile(join(dist, CATALOG), JSON.stringify(catalog));
  },
};
