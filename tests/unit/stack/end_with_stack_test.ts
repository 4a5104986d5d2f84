import { assert, assertStrictEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { freePort, settled } from "../../../stack/processes.ts";

const PRELOAD = fileURLToPath(new URL("../../../stack/end_with_stack.ts", import.meta.url));
/** No process has it: numbers end at 4194304. */
const NOBODY = "9999999";

Deno.test("end_with_stack/a_function_ends_whose_stack_was_gone_before_it_began", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--no-config",
      `--preload=${PRELOAD}`,
      "Deno.serve({ onListen() {} }, () => new Response())",
    ],
    env: { STACK_PID: NOBODY, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${freePort()}` },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const hasEnded = await settled(child.status, 10_000);
  if (!hasEnded) child.kill("SIGKILL");
  assert(hasEnded);
  assertStrictEquals((await child.status).code, 0);
});
