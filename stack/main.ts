// `deno task start`: the embedded stack until somebody stops it.

import { dataPaths } from "./data_dir.ts";
import { watchLauncher } from "./launcher.ts";
import { readSettings } from "./settings.ts";
import { startStack } from "./stack.ts";
import { messageOf } from "./stack_error.ts";
import { welcome } from "./welcome.ts";

const STOP_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];
/** Of one Ctrl-C a process may hear twice: from the terminal and from the one that started it. */
const SAME_SIGNAL_MS = 1000;

const environment = Deno.env.toObject();
const stopAsked = new AbortController();
let askedAt = 0;

function askToStop() {
  if (!stopAsked.signal.aborted) {
    askedAt = Date.now();
    stopAsked.abort();
  } else if (Date.now() - askedAt > SAME_SIGNAL_MS) {
    console.error("stopping at once; the next start recovers the database");
    Deno.exit(1);
  }
}
for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, askToStop);
watchLauncher(environment, askToStop);
// A stray failure somewhere below is worth a line, not the end of everything.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error(`unexpected: ${messageOf(event.reason)}`);
});

async function main(): Promise<number> {
  const settings = readSettings(environment);
  const stack = await startStack(settings, {
    report: (line) => console.log(line),
    signal: stopAsked.signal,
  });
  const stopped = new Promise<null>((resolve) => {
    if (stopAsked.signal.aborted) resolve(null);
    stopAsked.signal.addEventListener("abort", () => resolve(null));
  });
  try {
    console.log(await welcome(stack, dataPaths(settings.dataDir).stackEnv));
    const failure = await Promise.race([stack.failed, stopped]);
    if (failure) throw failure;
    console.log("stopping");
  } finally {
    await stack.stop();
  }
  return 0;
}

let code: number;
try {
  code = await main();
} catch (error) {
  code = stopAsked.signal.aborted ? 0 : 1;
  if (code !== 0) console.error(messageOf(error));
}
Deno.exit(code);
