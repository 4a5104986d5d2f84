/** Functions as `supabase functions serve` starts them: its Deno, its environment, a plain import map. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, lines } from "../../../stack/processes.ts";
import { listensOrEnds, ownEnvironment } from "./function.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The version that the edge runtime of the CLI says it is. */
const DENO = "deno@2.1.4";
/** Clock ticks of /proc, in milliseconds. */
const TICK_MS = 10;

/** A function that runs as a worker of the local stack does. */
export interface LocalFunction {
  /** `http://127.0.0.1:…/cron-deliver` */
  readonly url: string;
  readonly output: readonly string[];
  /** CPU that the thread of its code has used until now, in milliseconds: what a worker's limit counts. */
  cpu(): Promise<number>;
}

/** Path of that Deno's program; npm has it. */
async function program(): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("npx", {
    args: ["-y", DENO, "eval", "--no-lock", "--no-config", "console.log(Deno.execPath())"],
    cwd: "/",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** The variables that the CLI gives a function, for a project at an address. */
export const cliEnvironment = (
  { name, projectUrl, databaseUrl }: { name: string; projectUrl: string; databaseUrl: string },
): Record<string, string> => ({
  SUPABASE_URL: projectUrl,
  SUPABASE_ANON_KEY: "an-anon-key",
  SUPABASE_SERVICE_ROLE_KEY: "a-service-role-key",
  SUPABASE_DB_URL: databaseUrl,
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: "sb_publishable_local" }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: "sb_secret_local" }),
  SUPABASE_JWKS: JSON.stringify({ keys: [] }),
  SUPABASE_FUNCTION_SLUG: name,
});

/** Runs a test with a function that has just these variables, a heap of 256 MB and no config but the import map. */
export async function withLocalFunction(
  name: string,
  variables: Readonly<Record<string, string>>,
  test: (fn: LocalFunction) => Promise<void>,
): Promise<void> {
  const port = freePort();
  const child = new Deno.Command(await program(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--no-check", "--allow-all"],
      ...["--no-config", "--no-lock", "--node-modules-dir=none"],
      `--import-map=${join(ROOT, "import_map.json")}`,
      "--v8-flags=--max-old-space-size=256",
      join(ROOT, "tests", "support", "http", "serve_on_port.ts"),
      String(port),
      join(ROOT, "supabase", "functions", name, "index.ts"),
    ],
    cwd: "/",
    clearEnv: true,
    env: { ...ownEnvironment(), ...certificates(), ...variables },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output: string[] = [];
  const collected = [child.stdout, child.stderr].map(async (stream) => {
    for await (const line of lines(stream)) output.push(line);
  });
  try {
    await listensOrEnds(port, child);
    await test({ url: `http://127.0.0.1:${port}/${name}`, output, cpu: () => cpuOf(child.pid) });
  } finally {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await Promise.all([child.status, ...collected]);
  }
}

/** Trust of whoever runs the test, behind a company's proxy; this Deno knows no NODE_EXTRA_CA_CERTS yet. */
function certificates(): Record<string, string> {
  const given = Deno.env.toObject();
  const trusted = {
    DENO_TLS_CA_STORE: given.DENO_TLS_CA_STORE,
    DENO_CERT: given.DENO_CERT ?? given.NODE_EXTRA_CA_CERTS,
  };
  return Object.fromEntries(
    Object.entries(trusted).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

async function cpuOf(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/task/${pid}/stat`);
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 1).split(" ");
  return (Number(user) + Number(system)) * TICK_MS;
}
