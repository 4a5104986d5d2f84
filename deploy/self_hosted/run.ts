import { messageOf, StackError } from "../../stack/stack_error.ts";

/** Further options of run. */
export interface RunOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end, and answers what it wrote.
 *
 * @throws StackError with what it says where it cannot be run or fails.
 */
export async function run(
  [program, ...args]: readonly [string, ...string[]],
  { stdin, env = {} }: RunOptions = {},
): Promise<string> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env: { LC_ALL: "C.UTF-8", ...env },
      stdin: stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  } catch (error) {
    throw new StackError(`${program} cannot be run: ${messageOf(error)}`);
  }
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  if (success) return new TextDecoder().decode(stdout);
  throw new StackError(
    `${[program, ...args].join(" ")} failed: ${messageOf(new TextDecoder().decode(stderr))}`,
  );
}
