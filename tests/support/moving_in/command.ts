/** `deno task import` as a process. */

/** Result of a command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it with these arguments, in a folder. */
export async function runImport(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Outcome> {
  const path = new URL("../../../cli/import.ts", import.meta.url).pathname;
  const config = new URL("../../../deno.json", import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "--config", config, path, ...args],
    env: { NO_COLOR: "1", SUPABASE_DB_URL: "", ...env },
    stdin: "null",
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  return { code, stdout: text(stdout), stderr: text(stderr) };
}
