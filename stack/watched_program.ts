import { fileURLToPath } from "node:url";

const WRAPPER = fileURLToPath(new URL("./run_with_stack.ts", import.meta.url));

/**
 * Starts a program that ends when this process has ended, even killed (run_with_stack.ts); what it prints is read by
 * whoever starts it.
 */
export function spawnWatched(
  command: readonly [string, ...string[]],
  { env, ...options }: Pick<Deno.CommandOptions, "cwd" | "env" | "clearEnv" | "detached">,
): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", "--no-check", "--allow-all", WRAPPER, ...command],
    env: { ...env, STACK_PID: String(Deno.pid) },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...options,
  }).spawn();
}
