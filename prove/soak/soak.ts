import { tokenKey } from "../../stack/keys.ts";
import { startOwnStack } from "../own_stack.ts";
import type { Outcome, Part, Trial } from "../part.ts";
import { runSoak } from "./run_soak.ts";

/** The soak on a stack of its own; what the start takes is taken off its time. */
async function run(trial: Trial): Promise<Outcome> {
  const began = performance.now();
  const stack = await startOwnStack(trial, "none");
  try {
    const starting = performance.now() - began;
    trial.report(`the stack took ${(starting / 1000).toFixed(1)} s to start`);
    return await runSoak({
      ...trial,
      databaseUrl: stack.dbUrl,
      api: { url: stack.url, ...stack.keys, tokenKey: tokenKey(stack.keys) },
      lasts: Math.max(0, trial.lasts - starting),
    });
  } finally {
    await stack.stop();
  }
}

/** Everybody who works with a firm at once, against books that are kept beside it. */
export const SOAK: Part = {
  name: "soak",
  about:
    "Sixteen connections do a firm's work at once, against books outside the database and all that must hold in it.",
  share: 4,
  run,
};
