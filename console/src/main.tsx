import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect, whenSessionEnds } from "./api/client.ts";
import { Refusal } from "./api/refusal.ts";
import { EntranceApp, isEntrance, signedInEmail } from "./auth/entrance_app.tsx";
import { toFirstPage } from "./auth/here.ts";
import { keptCode } from "./auth/invited.ts";
import { receive } from "./auth/receive.ts";
import { NotLoaded } from "./auth/not_loaded.tsx";
import { askToSignIn, openPage } from "./auth/session.ts";
import { entrance } from "./auth/words.ts";
import { loadConfig } from "./config.ts";

/** The console itself, most of what there is to load: begun as soon as the page before it is there. */
let loading: Promise<typeof import("./app.tsx")> | undefined;

function console(): Promise<typeof import("./app.tsx")> {
  loading ??= import("./app.tsx").catch(() => {
    loading = undefined;
    throw new Refusal(0, entrance.notLoaded.message, entrance.notLoaded.hint);
  });
  return loading;
}

async function begin(root: HTMLElement): Promise<void> {
  receive();
  connect(await loadConfig());
  const page = createRoot(root);
  const enter = async () => {
    const { App } = await console();
    await openPage();
    whenSessionEnds(askToSignIn);
    if (isEntrance() || location.hash.startsWith("#/login")) toFirstPage();
    page.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  };
  const email = await signedInEmail();
  if (email !== null && !isEntrance() && keptCode() === null) {
    return await enter().catch(() => page.render(<NotLoaded />));
  }
  page.render(
    <StrictMode>
      <EntranceApp email={email} enter={enter} />
    </StrictMode>,
  );
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
  idle(() => void console().catch(() => {}));
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
begin(root).catch((error: unknown) => {
  root.textContent = `The console cannot start: ${
    error instanceof Error ? error.message : String(error)
  }`;
});
