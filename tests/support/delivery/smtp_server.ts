import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lines } from "../../../stack/processes.ts";
import { ownEnvironment } from "../http/function.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Behavior of a mail server. In each of them it refuses for good a sender or recipient who begins with
 * `nobody@` and a mail above 1 MB, and for now a recipient who begins with `busy@`.
 *
 * - `closed`: says 421 to whoever connects.
 * - `busy`: refuses every recipient for now.
 * - `cut before data`: cuts the connection when it hears of a recipient.
 * - `cut kept`: as that, by a connection that it has taken a mail by.
 * - `refuse data`, `busy after data`: refuses the message, once it has it all, for good or for now.
 * - `cut after data`: takes the message, and cuts the connection before it says so.
 * - `silent`: takes the message and never says so.
 */
export type SmtpMode =
  | "accept"
  | "closed"
  | "busy"
  | "cut before data"
  | "cut kept"
  | "refuse data"
  | "busy after data"
  | "cut after data"
  | "silent";

/** Connection settings of a mail server. */
export interface SmtpServerSetup {
  /** As of `SmtpServer.tls` of ours; none unless named. */
  readonly tls?: "at once" | "asked for" | "none";
  /** Clients it lets in; anybody unless named. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** A mail that a server took. */
export interface TakenMail {
  /** The envelope's. */
  readonly from: string;
  readonly to: readonly string[];
  /** With its angle brackets. */
  readonly messageId: string;
  readonly user: string | null;
  readonly isEncrypted: boolean;
  /** Connection it came by. */
  readonly session: string;
  /** All of it, a character a byte. */
  readonly raw: string;
}

/** A real mail server in a process of its own. */
export interface SmtpTestServer {
  /** Value of SMTP_URL: `smtp://127.0.0.1:…`, with the login, if it asks for one. */
  readonly url: string;
  readonly port: number;
  /** Messages it took so far, in order: also those that it did not say that it took. */
  received(): Promise<TakenMail[]>;
  setMode(mode: SmtpMode): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server; it is done once it listens. */
export async function startSmtpServer(setup: SmtpServerSetup = {}): Promise<SmtpTestServer> {
  const directory = await Deno.makeTempDir();
  const file = join(directory, "received.jsonl");
  await Deno.writeTextFile(file, "");
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--allow-all",
      "--no-check",
      "--quiet",
      `--preload=${join(ROOT, "stack", "end_with_stack.ts")}`,
      `--config=${join(ROOT, "deno.json")}`,
      fileURLToPath(new URL("smtp_server_process.ts", import.meta.url)),
      JSON.stringify({ ...setup, file }),
    ],
    clearEnv: true,
    env: ownEnvironment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const stdin = child.stdin.getWriter();
  const said = lines(child.stdout);
  const { port } = JSON.parse((await said.next()).value ?? "{}");
  const scheme = setup.tls === "at once" ? "smtps" : "smtp";
  const login = setup.login
    ? `${encodeURIComponent(setup.login.user)}:${encodeURIComponent(setup.login.password)}@`
    : "";
  return {
    url: `${scheme}://${login}127.0.0.1:${port}`,
    port,
    received: async () =>
      (await Deno.readTextFile(file)).split("\n").filter(Boolean).map((line) => JSON.parse(line)),
    setMode: async (mode) => {
      await stdin.write(new TextEncoder().encode(`${mode}\n`));
      await said.next();
    },
    close: async () => {
      await stdin.close();
      await said.return(undefined);
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}
