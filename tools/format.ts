import { fileURLToPath } from "node:url";

const CONFIG = fileURLToPath(new URL("../deno.json", import.meta.url));

/** A text as `deno fmt` leaves it, by the project's settings: it has some types come to rest at the second time only. */
export async function formatted(text: string, extension: "md" | "ts"): Promise<string> {
  const once = await formattedOnce(text, extension);
  return once === text ? text : await formatted(once, extension);
}

async function formattedOnce(text: string, extension: "md" | "ts"): Promise<string> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", `--config=${CONFIG}`, `--ext=${extension}`, "-"],
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = process.output();
  const input = process.stdin.getWriter();
  await input.write(new TextEncoder().encode(text));
  await input.close();
  const { success, stdout, stderr } = await output;
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
