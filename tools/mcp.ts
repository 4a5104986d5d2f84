// `deno task mcp`: builds packages/mcp and packs it there, to install.
import { MCP } from "./mcp_package.ts";
import { packPackage } from "./npm_package.ts";

console.log(await packPackage(MCP, MCP.folder));
