import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// Where `deno task console dev` finds the config.json that names the project.
const stack = process.env["SUPABASE_URL"] ?? "http://127.0.0.1:54321";

export default defineConfig(async ({ command }) => {
  if (command === "serve") await findProject();
  return {
    // Relative, so that the bundle serves below any path.
    base: "./",
    plugins: [react()],
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
    server: { proxy: { "/config.json": stack } },
  };
});

async function findProject(): Promise<void> {
  const answer = await fetch(new URL("config.json", stack)).catch(() => null);
  if (answer?.ok) return;
  throw new Error(
    `Nothing at ${stack} names a project. Run deno task start, without CONSOLE=off, or set SUPABASE_URL.`,
  );
}
