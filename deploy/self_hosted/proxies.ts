/** The files of deploy/proxies, taken apart: what they say stands there alone. */
import { fileURLToPath } from "node:url";
import { StackError } from "../../stack/stack_error.ts";

/** Parts of the files that go into a server of ours. */
export interface ProxyParts {
  /** All maps and formats of the log, which stand outside of a server. */
  readonly maps: string;
  /** `location /rest/v1/`. */
  readonly rest: string;
  /** The locations of `/api/cron/`, and of its refusals. */
  readonly cron: string;
  /** The settings of `location /` for the console, up to the end of it. */
  readonly console: string;
}

/** Reads the files as they are. */
export async function readProxies(): Promise<ProxyParts> {
  const [rest, cron, console] = await Promise.all([
    read("rest.conf"),
    read("nginx.conf"),
    read("console.conf"),
  ]);
  const ofCron = cron.inServer.indexOf("    location ~ ^/api/cron/");
  const ofConsole = console.inServer.indexOf("    root ");
  const ofRest = rest.inServer.indexOf("    location /rest/v1/ {");
  if (ofCron < 0 || ofConsole < 0 || ofRest < 0) {
    throw new StackError("deploy/proxies is not of this release.");
  }
  return {
    maps: [rest, cron, console].map(({ outside }) => outside).join("\n"),
    rest: rest.inServer.slice(ofRest),
    cron: cron.inServer.slice(ofCron),
    console: replaced(console.inServer.slice(ofConsole), { "    location / {\n": "" }),
  };
}

/** A text with parts of it replaced, each of which must be there. */
export function replaced(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new StackError(`A file of nginx does not say ${from}`);
    return text.replaceAll(from, () => to);
  }, text);
}

/** A file with one server: what stands before it, and what stands in it. */
async function read(
  name: string,
): Promise<{ readonly outside: string; readonly inServer: string }> {
  const path = fileURLToPath(new URL(`../proxies/${name}`, import.meta.url));
  const [outside, inServer, more] = (await Deno.readTextFile(path)).split(/^server \{\n/m);
  if (outside === undefined || inServer === undefined || more !== undefined) {
    throw new StackError(`${path} has not one server.`);
  }
  // Without its first lines, which say what is a reader's to set.
  return { outside: outside.replace(/^(?:#.*\n)+/, ""), inServer: inServer.replace(/\}\s*$/, "") };
}
