/** The proxies of deploy/, each started as its file says. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import worker from "../../../deploy/cloudflare/worker.ts";
import { freePort, lines } from "../../../stack/processes.ts";
import { listensOrEnds } from "./function.ts";

const FILES = fileURLToPath(new URL("../../../deploy/proxies", import.meta.url));

/** A proxy in front of a project. */
export interface Proxy {
  readonly baseUrl: string;
  /** Everything it wrote, of accesses and of errors, once it has ended. */
  stop(): Promise<string>;
}

/** One of the proxies that deploy/ has a file for. */
export interface ProxyKind {
  readonly name: string;
  /** True if its program is here; .ci/run installs Debian's nginx-light and caddy. */
  readonly isInstalled: boolean;
  /** Starts it in front of the functions below an address, such as `http://127.0.0.1:54321`. */
  start(upstream: string): Promise<Proxy>;
}

export const PROXIES: readonly ProxyKind[] = [
  {
    name: "nginx",
    isInstalled: isProgram("/usr/sbin/nginx"),
    start: (upstream) => startNginx({ "https://PROJECT_REF.supabase.co": upstream }),
  },
  { name: "Caddy", isInstalled: isProgram("/usr/bin/caddy"), start: startCaddy },
  { name: "Cloudflare Worker", isInstalled: true, start: startWorker },
];

/** Runs a step with each proxy in front of a project; one whose program is missing is skipped. */
export async function eachProxy(
  t: Deno.TestContext,
  upstream: string,
  step: (proxy: Proxy, kind: ProxyKind) => Promise<void>,
): Promise<void> {
  for (const kind of PROXIES) {
    await t.step({
      name: kind.isInstalled ? kind.name : `${kind.name} is not installed; .ci/run installs it`,
      ignore: !kind.isInstalled,
      fn: async () => {
        const proxy = await kind.start(upstream);
        try {
          await step(proxy, kind);
        } finally {
          await proxy.stop();
        }
      },
    });
  }
}

function isProgram(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Starts nginx with what its file says of where the functions are replaced. */
export async function startNginx(functions: Readonly<Record<string, string>>): Promise<Proxy> {
  return await startNginxWith("nginx.conf", "api", {
    ...functions,
    "/var/log/nginx/staffing_cron.log": "/dev/stdout",
  });
}

/** Starts nginx with the console in a directory, for the project at an address. */
export async function startConsoleNginx(directory: string, projectUrl: string): Promise<Proxy> {
  return await startNginxWith("console.conf", "console", {
    "root /srv/staffing-console;": `root ${directory};`,
    "https://PROJECT_REF.supabase.co": projectUrl,
  });
}

/** Starts nginx in front of a PostgREST at an address, such as `http://127.0.0.1:3000/`. */
export async function startRestNginx(postgrest: string): Promise<Proxy> {
  return await startNginxWith("rest.conf", "api", { "http://127.0.0.1:3000/": postgrest });
}

async function startNginxWith(
  file: string,
  host: string,
  values: Readonly<Record<string, string>>,
): Promise<Proxy> {
  return await startServer(async (directory, port) => {
    const site = await filledIn(file, {
      ...values,
      "listen 443 ssl;": `listen 127.0.0.1:${port};`,
      [`ssl_certificate /etc/ssl/certs/${host}.example.com.pem;`]: "",
      [`ssl_certificate_key /etc/ssl/private/${host}.example.com.key;`]: "",
    });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const config = join(directory, "nginx.conf");
    await Deno.writeTextFile(
      config,
      `daemon off; master_process off; pid ${directory}/pid; error_log stderr info; events {}
       http { ${temporary.map((of) => `${of}_temp_path ${directory}/${of};`).join(" ")}\n${site} }`,
    );
    return ["/usr/sbin/nginx", "-p", directory, "-e", "stderr", "-c", config];
  });
}

async function startCaddy(upstream: string): Promise<Proxy> {
  return await startServer(async (directory, port) => {
    const config = join(directory, "Caddyfile");
    await Deno.writeTextFile(
      config,
      await filledIn("Caddyfile", {
        "\tlog default {": "\tadmin off\n\tlog default {",
        "api.example.com {": `http://127.0.0.1:${port} {`,
        "https://PROJECT_REF.supabase.co": upstream,
      }),
    );
    return ["/usr/bin/caddy", "run", "--config", config, "--adapter", "caddyfile"];
  });
}

/** Runs the Worker's `fetch` behind a server of this process. */
function startWorker(upstream: string): Promise<Proxy> {
  const env = { FUNCTIONS_URL: `${upstream}/functions/v1` };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => worker.fetch(request, env),
  );
  const stop = () => server.shutdown().then(() => "");
  return Promise.resolve({ baseUrl: `http://127.0.0.1:${server.addr.port}`, stop });
}

/** A file of deploy/proxies with what its reader sets replaced; each of it must be there. */
async function filledIn(name: string, values: Record<string, string>): Promise<string> {
  let text = await Deno.readTextFile(join(FILES, name));
  for (const [from, to] of Object.entries(values)) {
    if (!text.includes(from)) throw new Error(`${name} does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Starts a proxy as a process with a directory of its own and waits until it listens. */
async function startServer(
  prepare: (directory: string, port: number) => Promise<[program: string, ...args: string[]]>,
): Promise<Proxy> {
  const directory = await Deno.makeTempDir({ prefix: "staffing-proxy-" });
  const port = freePort();
  const [program, ...args] = await prepare(directory, port);
  const env = { HOME: directory, PATH: Deno.env.get("PATH") ?? "" };
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const written: string[] = [];
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const line of lines(stream)) written.push(line);
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr), child.status]);
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  const stop = async () => {
    if (!hasEnded) child.kill("SIGTERM");
    await collected;
    await Deno.remove(directory, { recursive: true }).catch(() => {});
    return written.join("\n");
  };
  await listensOrEnds(port, child);
  if (hasEnded) throw new Error(await stop());
  return { baseUrl: `http://127.0.0.1:${port}`, stop };
}
