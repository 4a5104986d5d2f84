// What it takes to run a process beside this one: a port for it, its lines as they come, patience
// until it answers, and an end. And to notice that the process above this one has ended.

import { randomInt } from "node:crypto";
import { fileURLToPath } from "node:url";
import { messageOf, StackError } from "./stack_error.ts";

const HOST = "127.0.0.1";
/**
 * Ports that are handed out lie below those that systems give to whoever connects (Linux: from 32768 on), so that
 * none is taken between here and the moment at which its process listens.
 */
const FIRST_PORT = 11_000;
/** The last of them; those above are left to whoever keeps one while nothing listens on it. */
export const LAST_PORT = 21_999;
/** Port whose turn it is, for all threads and processes of this checkout. */
const NEXT_PORT = fileURLToPath(new URL("../node_modules/.next-port", import.meta.url));
const POLL_MS = 20;
const LAUNCHER_POLL_MS = 500;

/** A port on 127.0.0.1 that nobody uses at this moment, and that nobody else who asks here was given just before. */
export function freePort(): number {
  return freePortsInARow(1);
}

/** A free port whose next one is free, too: what a stack needs for itself and its database. */
export function freePortPair(): number {
  return freePortsInARow(2);
}

function freePortsInARow(count: number): number {
  for (let tries = FIRST_PORT; tries <= LAST_PORT; tries++) {
    const first = takeTurns(count);
    if (Array.from({ length: count }, (_, index) => first + index).every(portIsFree)) return first;
  }
  throw new StackError(
    `No port from ${FIRST_PORT} to ${LAST_PORT} is free: stop what uses them.`,
  );
}

/** Takes the next ports in turn, and gives the first of them. */
function takeTurns(count: number): number {
  try {
    using turn = Deno.openSync(NEXT_PORT, { create: true, read: true, write: true });
    turn.lockSync(true);
    const first = firstInTurn(Deno.readTextFileSync(NEXT_PORT), count);
    Deno.writeTextFileSync(NEXT_PORT, String(first + count));
    return first;
  } catch (error) {
    throw new StackError(`${NEXT_PORT} cannot be written (${messageOf(error)})`);
  }
}

/** The port whose turn a text says it is; one at random where it says none that has `count` ports. */
export function firstInTurn(text: string, count: number): number {
  const next = Number(text);
  return Number.isInteger(next) && next >= FIRST_PORT && next + count - 1 <= LAST_PORT
    ? next
    : randomInt(FIRST_PORT, LAST_PORT - count + 2);
}

/** True if one could listen on this port of 127.0.0.1. */
export function portIsFree(port: number): boolean {
  try {
    Deno.listen({ hostname: HOST, port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

/** The lines of a process's output as they come, the last one also without a line feed. */
export async function* lines(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest) yield rest;
}

/** Passes on what a process says, line by line, each with its name. */
export function relay(
  { stdout, stderr }: Pick<Deno.ChildProcess, "stdout" | "stderr">,
  name: string,
  log: (line: string) => void,
): void {
  for (const output of [stdout, stderr]) {
    void (async () => {
      for await (const line of lines(output)) log(`[${name}] ${line}`);
    })();
  }
}

/** A process of this machine and its command line, as it gives it itself. */
export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** All processes of this machine that have a command line. */
export async function runningProcesses(): Promise<RunningProcess[]> {
  if (Deno.build.os !== "linux") {
    const ps = new Deno.Command("ps", { args: ["-A", "-ww", "-o", "pid=,command="] });
    const { stdout } = await ps.output();
    return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
      const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), command }];
    });
  }
  const found: RunningProcess[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // One that has ended meanwhile has none.
    const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (command !== "") found.push({ pid: Number(name), command: command.replaceAll("\0", " ") });
  }
  return found;
}

/**
 * Asks again and again until the answer is yes, but no longer than this, and not once it is in
 * vain. Says whether the answer was yes.
 */
export async function until(
  isSo: () => Promise<boolean>,
  milliseconds: number,
  isInVain: () => boolean = () => false,
): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!isInVain() && Date.now() < deadline) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}

/** Waits for a promise, but no longer than this. Says whether it settled in time. */
export async function settled(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const inTime = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}

/**
 * Ends a process: asks it with the first signal, and goes on to the next one whenever that has not
 * ended it after so many milliseconds, for each signal its own if there are several. Settles when it
 * has ended.
 */
export async function end(
  process: Deno.ChildProcess,
  signals: readonly Deno.Signal[],
  milliseconds: number | readonly number[],
): Promise<void> {
  const patience = typeof milliseconds === "number" ? [milliseconds] : milliseconds;
  for (const [index, signal] of signals.entries()) {
    try {
      process.kill(signal);
    } catch {
      break; // It has ended already.
    }
    if (await settled(process.status, patience[index] ?? patience.at(-1) ?? 0)) break;
  }
  await process.status;
}

/**
 * Calls `gone` once when what started this process has ended: `deno task`, and the npx around it.
 * npx, asked to terminate, leaves what runs below its shell alone, and a killed task tells nobody;
 * without this the stack would stay behind. A stack started by hand watches nobody.
 */
export function watchLauncher(
  environment: Readonly<Record<string, string>>,
  gone: () => void,
): void {
  // `deno task` sets INIT_CWD; npx sets npm_command, too: npx, its shell, the task, this process.
  if (environment["INIT_CWD"] === undefined) return;
  const generations = environment["npm_command"] === undefined ? 1 : 3;
  const launchers = ancestors(generations);
  const timer = setInterval(() => {
    if (ancestors(generations) === launchers) return;
    clearInterval(timer);
    gone();
  }, LAUNCHER_POLL_MS);
  Deno.unrefTimer(timer);
}

/** The numbers of the processes above this one; further than the parent on Linux only. */
function ancestors(generations: number): string {
  const found = [Deno.ppid];
  while (found.length < generations) found.push(parentOf(found.at(-1) ?? 0));
  return found.join(" ");
}

function parentOf(pid: number): number {
  try {
    // "12 (name with ) in it) S 1 …"
    const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ");
    return Number(fields?.[1]);
  } catch {
    return 0;
  }
}
