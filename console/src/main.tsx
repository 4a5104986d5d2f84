import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "./api/client.ts";
import { App } from "./app.tsx";
import { receive } from "./auth/receive.ts";
import { loadConfig } from "./config.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
receive();
try {
  connect(await loadConfig());
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch (error) {
  root.textContent = `The console cannot start: ${
    error instanceof Error ? error.message : String(error)
  }`;
}
