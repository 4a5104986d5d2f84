/** An agent: packages/mcp as npm packs it, run by Node, and the public client of the protocol. */
import { assert, assertEquals } from "@std/assert";
import { type CallToolResult, Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import { MCP } from "../../../tools/mcp_package.ts";
import { emailOf } from "../access/users.ts";
import { installPackage } from "../http/installed_package.ts";
import { project } from "../http/project.ts";

/** Password of everybody in the tests. */
export const PASSWORD = "demo-password";

/** An installed server, and a folder for sessions. */
export interface Installed {
  /** Path of the command. */
  readonly command: string;
  /** Path of a session's file that is not there yet. */
  session(): string;
}

let started: Promise<{ readonly folder: string; readonly command: string }> | undefined;
Deno.test.afterAll(async () => {
  if (started !== undefined) await Deno.remove((await started).folder, { recursive: true });
});

/** The server, installed once for the tests of a file. */
export async function installedServer(): Promise<Installed> {
  started ??= install();
  const { folder, command } = await started;
  return {
    command,
    session: () => join(folder, "sessions", crypto.randomUUID(), "session.json"),
  };
}

async function install() {
  const folder = await Deno.makeTempDir({ prefix: "staffing-mcp-" });
  return { folder, command: join(await installPackage(MCP, folder), "dist/main.js") };
}

/** End of a command. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** Runs the command with lines for what it asks. */
export async function runCommand(
  { command }: Installed,
  args: readonly string[],
  answers: readonly string[] = [],
): Promise<Ended> {
  const child = new Deno.Command("node", {
    args: [command, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  // It may have ended without asking.
  await input.write(new TextEncoder().encode(answers.map((line) => `${line}\n`).join("")))
    .then(() => input.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  return { code, said: [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("") };
}

/** Signs a user of the tests in, and answers the path of the session's file. */
export async function signedIn(installed: Installed, userId: string): Promise<string> {
  const { baseUrl, publishableKey } = project();
  const path = installed.session();
  const args = ["sign-in", "--session", path, "--url", baseUrl, "--key", publishableKey];
  const { code, said } = await runCommand(installed, args, [emailOf(userId), PASSWORD]);
  assertEquals(code, 0, said);
  return path;
}

/** Starts a server on a session and hands over a client that speaks to it. */
export async function withAgent<T>(
  { command }: Installed,
  session: string,
  work: (client: Client) => Promise<T>,
  ...options: readonly string[]
): Promise<T> {
  const transport = new StdioClientTransport({
    command: "node",
    args: [command, "--session", session, ...options],
    stderr: "ignore",
  });
  const client = new Client({ name: "tests", version: "1.0.0" });
  await client.connect(transport);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Text of an answer. */
export function textOf({ content }: CallToolResult): string {
  const [first] = content;
  assert(first?.type === "text");
  return first.text;
}

/** Calls a tool that does not refuse, and reads its answer. */
// deno-lint-ignore no-explicit-any
export async function called(client: Client, name: string, args = {}): Promise<any> {
  const answer = await client.callTool({ name, arguments: args });
  assert(!answer.isError, textOf(answer));
  return JSON.parse(textOf(answer));
}

/** Calls a tool that refuses, and reads why. */
export async function refused(
  client: Client,
  name: string,
  args = {},
): Promise<Record<string, unknown>> {
  const answer = await client.callTool({ name, arguments: args });
  assert(answer.isError, textOf(answer));
  return JSON.parse(textOf(answer));
}
