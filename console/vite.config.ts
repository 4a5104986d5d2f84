import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// What `deno task console dev` speaks to, so that the page and the API have one origin as they do when served.
const stack = process.env["SUPABASE_URL"] ?? "http://127.0.0.1:54321";

export default defineConfig({
  // Relative, so that the bundle serves below any path.
  base: "./",
  plugins: [react()],
  build: {
    target: "esnext",
    chunkSizeWarningLimit: 2000,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ["/rest", "/auth", "/config.json"].map((path) => [path, stack]),
    ),
  },
});
