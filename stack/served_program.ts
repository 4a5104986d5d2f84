import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { keyTokens, translateApiKey } from "./api_keys.ts";
import { forward, type Service } from "./gateway.ts";
import { KeptProcess } from "./kept_process.ts";
import type { StackKeys } from "./keys.ts";
import { relay, until } from "./processes.ts";
import { StackError } from "./stack_error.ts";
import { spawnWatched } from "./watched_program.ts";

const READY_MS = 20_000;

/** A program of Supabase's, and how it serves. */
export interface Program {
  /** Begins its lines. */
  readonly name: string;
  /** Names it to people. */
  readonly title: string;
  /** The variable that names the binary. */
  readonly variable: string;
  readonly binary: string;
  /** Leaves the program's path of a request: what stands before it at the gateway. */
  readonly prefix: string;
  /** Paths of the program that ask for no key. */
  readonly open?: RegExp;
  /** Chooses its ports, anew for each start: another may have taken the old ones meanwhile. */
  readonly start: () => Listening;
  /** Variables for Deno, which watches over it, such as HOME and DENO_DIR. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
  /** Receives its output, line by line. */
  readonly log: (line: string) => void;
}

/** One start of a program: its arguments and environment, and where it then is. */
export interface Listening {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  /** Answers 2xx once it serves. */
  readonly readyUrl: string;
}

/**
 * Serves what stands below a prefix by a program, started again when it ends by itself; until it is up
 * again, requests get 503. It does not outlive this process, however that ends.
 *
 * @throws StackError when the binary cannot be run or does not become ready.
 */
export async function serveProgram(program: Program, keys: StackKeys): Promise<Service> {
  const { name, title, log } = program;
  const tokens = await keyTokens(keys);
  let now = program.start();
  let isFirst = true;
  const process = new KeptProcess(name, () => {
    if (!isFirst) now = program.start();
    isFirst = false;
    return spawn(program, now);
  }, log);
  if (!await until(() => isReady(now), READY_MS, () => process.isDown)) {
    await process.close();
    throw new StackError(
      `${program.variable} ${program.binary} does not become ready; see its lines above.`,
    );
  }
  return {
    fetch: async (request) => {
      const url = new URL(request.url);
      const path = url.pathname.slice(program.prefix.length) || "/";
      const check = program.open?.test(path)
        ? { headers: request.headers }
        : translateApiKey(request, tokens);
      if ("refused" in check) return jsonResponse(401, check.refused);
      if (url.searchParams.has("apikey")) url.searchParams.delete("apikey");
      const { headers } = check;
      try {
        return await forward(request, { port: now.port, path, search: url.search, headers });
      } catch (error) {
        if (!process.isDown && await isReady(now)) throw error;
        const hint = "The stack says why and starts it again: try again in a moment.";
        return jsonResponse(503, { message: `${title} is not up.`, hint });
      }
    },
    close: () => process.close(),
  };
}

function spawn(
  { binary, name, runtimeEnvironment, log }: Program,
  { args, environment }: Listening,
): Deno.ChildProcess {
  const child = spawnWatched([binary, ...args], {
    env: { ...runtimeEnvironment, ...environment },
    clearEnv: true,
    detached: true,
  });
  relay(child, name, log);
  return child;
}

async function isReady({ readyUrl }: Listening): Promise<boolean> {
  const answer = await fetch(readyUrl).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
