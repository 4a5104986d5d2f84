// Runs the program that the arguments name, and ends it when the stack that started this process is
// gone, even killed: for programs that cannot watch for it themselves. Ends as the program ends.
import "./end_with_stack.ts";
import { end } from "./processes.ts";

const CANNOT_BE_RUN = 126;
const SHUTDOWN_MS = 500;

const [program = "", ...args] = Deno.args;
let child: Deno.ChildProcess;
try {
  child = new Deno.Command(program, { args, stdin: "null" }).spawn();
} catch (error) {
  console.error(`cannot be run: ${error instanceof Error ? error.message : error}`);
  Deno.exit(CANNOT_BE_RUN);
}
// Deno.exit, which end_with_stack.ts calls, takes it along.
addEventListener("unload", () => {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended already.
  }
});
const stop = () => void end(child, ["SIGTERM", "SIGKILL"], SHUTDOWN_MS);
for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, stop);
const { code } = await child.status;
Deno.exit(code);
