/** kill -9 of the server, of one of its processes, and of the function that works. */
import { type RunningProcess, runningProcesses } from "../../stack/processes.ts";
import type { Disturbance } from "./disturb.ts";
import type { Ground } from "./ground.ts";

/** The first process of the server: all others end with it, and nobody starts it again. */
export const KILL_SERVER: Disturbance = {
  name: "kill -9 of the database server",
  takesServer: true,
  strike: async ({ ground, next }) => {
    Deno.kill(await ground.postmaster(), "SIGKILL");
    // Its sessions notice at their own pace: one that waits at the gate may come through.
    if (next() % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    return true;
  },
};

/** One of its processes: the server ends all sessions, recovers, and goes on. */
export const KILL_BACKEND: Disturbance = {
  name: "kill -9 of a process of the database server",
  takesServer: true,
  strike: async (moment) => {
    const { ground, session, next } = moment;
    if (session !== null && next() % 2 === 0) killNow(session);
    else await killAnyProcess(ground, next);
    // The server notices at its own pace.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return true;
  },
};

/** kill -9 of any of the server's processes but the first. */
export async function killAnyProcess(ground: Ground, next: () => number): Promise<void> {
  const workers = await childrenOf(await ground.postmaster());
  const victim = workers[next() % workers.length];
  if (victim === undefined) throw new Error("the server has no processes");
  killNow(victim.pid);
}

/** kill -9, of one that may have ended. */
export function killNow(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It had ended.
  }
}

/** The processes that a process started, and what they started, the eldest first. */
export async function childrenOf(pid: number): Promise<RunningProcess[]> {
  const parents = new Map<number, RunningProcess[]>();
  for (const process of await runningProcesses()) {
    const stat = await Deno.readTextFile(`/proc/${process.pid}/stat`).catch(() => "");
    const parent = Number(stat.split(") ").at(-1)?.split(" ")[1]);
    parents.set(parent, [...parents.get(parent) ?? [], process]);
  }
  const below = (pid: number): RunningProcess[] =>
    (parents.get(pid) ?? []).flatMap((process) => [process, ...below(process.pid)]);
  return below(pid).sort((one, other) => one.pid - other.pid);
}

/** The process of a function: its sessions may finish what they were told. */
export const KILL_FUNCTION: Disturbance = {
  name: "kill -9 of a job's function",
  strike: ({ caller }) => {
    caller.kill();
    return true;
  },
};
