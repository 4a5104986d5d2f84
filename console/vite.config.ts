import react from "@vitejs/plugin-react";
import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vite";

// Where `deno task console dev` finds the config.json that names the project.
const stack = process.env["SUPABASE_URL"] ?? "http://127.0.0.1:54321";

export default defineConfig(async ({ command }) => {
  if (command === "serve") await findProject();
  return {
    // Relative, so that the bundle serves below any path.
    base: "./",
    plugins: [react(), openApi()],
    // Those that modules of functions import, too, which lie beside this folder: from the packages here.
    resolve: {
      dedupe: ["csv-parse", "decimal.js", "zod"],
      // Its build for browsers, which Deno cannot run, and the other way round.
      alias: { "csv-parse/sync": "csv-parse/browser/esm/sync" },
    },
    build: {
      target: "esnext",
      chunkSizeWarningLimit: 2000,
      modulePreload: { polyfill: false },
    },
    server: { proxy: { "/config.json": stack, "/openapi.json": stack } },
  };
});

/** Puts the API's description, which `deno task docs` writes, beside index.html. */
function openApi(): Plugin {
  return {
    name: "openapi",
    async generateBundle() {
      const source = await readFile(new URL("../docs/openapi.json", import.meta.url));
      this.emitFile({ type: "asset", fileName: "openapi.json", source });
    },
  };
}

async function findProject(): Promise<void> {
  const answer = await fetch(new URL("config.json", stack)).catch(() => null);
  if (answer?.ok) return;
  throw new Error(
    `Nothing at ${stack} names a project. Run deno task start, without CONSOLE=off, or set SUPABASE_URL.`,
  );
}
