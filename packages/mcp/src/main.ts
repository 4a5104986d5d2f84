#!/usr/bin/env node
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { readCatalog } from "./catalog.ts";
import { readMe } from "./person.ts";
import { makeServer } from "./server.ts";
import { apiClient, endSession } from "./session.ts";
import { readSession } from "./session_file.ts";
import { signIn } from "./sign_in.ts";

const HELP = `The staffing back office for agents, by the Model Context Protocol over stdio.

  staffing-mcp [--write]   serves, as whoever signed in; with --write also what changes something
  staffing-mcp sign-in     asks for e-mail address, password and, if the account has one, a code
  staffing-mcp sign-out    ends the session

  --session FILE   the session's file; also STAFFING_MCP_SESSION. Each person and project has one
  --url URL        of the project, to sign in; also SUPABASE_URL
  --key KEY        its publishable key, to sign in; also SUPABASE_PUBLISHABLE_KEY
  --email ADDRESS  to sign in
  --help, --version`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      write: { type: "boolean", default: false },
      session: { type: "string" },
      url: { type: "string" },
      key: { type: "string" },
      email: { type: "string" },
      help: { type: "boolean", default: false },
      version: { type: "boolean", default: false },
    },
  });
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, STAFFING_MCP_SESSION, XDG_CONFIG_HOME } =
    process.env;
  const path = values.session ?? STAFFING_MCP_SESSION ??
    join(XDG_CONFIG_HOME ?? join(homedir(), ".config"), "staffing-mcp", "session.json");
  const catalog = readCatalog();
  if (values.help) return console.log(HELP);
  if (values.version) return console.log(catalog.version);
  switch (positionals.join(" ")) {
    case "sign-in": {
      const email = await signIn(path, {
        url: values.url ?? SUPABASE_URL,
        key: values.key ?? SUPABASE_PUBLISHABLE_KEY,
        email: values.email,
      });
      return console.error(`Signed in as ${email}. The session is in ${path}.`);
    }
    case "sign-out":
      await endSession(path);
      return console.error("Signed out.");
    case "": {
      const supabase = apiClient(await readSession(path), path);
      const me = await readMe(supabase);
      serveStdio(() => makeServer({ catalog, supabase, me, writes: values.write }), {
        onerror: (error) => console.error(error.message),
      });
      return;
    }
    default:
      throw new Error(`There is no command ${positionals.join(" ")}: staffing-mcp --help`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
