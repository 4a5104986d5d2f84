/** Processor time up to a moment, in ticks: of all cores, idle or not, and of it what was used. */
export interface Ticks {
  readonly all: number;
  readonly used: number;
  /** Used by this process and all that it started. */
  readonly own: number;
}

/**
 * Processor time until now, as Linux counts it.
 *
 * @throws Error where there is no /proc
 */
export async function ticksUntilNow(): Promise<Ticks> {
  const [total = ""] = (await readProc("stat")).split("\n");
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] =
    total.split(/\s+/).slice(1).map(Number);
  const used = user + nice + system + irq + softIrq + stolen;
  return { all: used + idle + waiting, used, own: ownTicks(await processes(), Deno.pid) };
}

/** Load that others made between two moments: the part of a core, of each, that they used. */
export function loadOfOthers(before: Ticks, after: Ticks): number {
  const used = after.used - before.used - (after.own - before.own);
  return Math.max(0, used) / (after.all - before.all);
}

/** Line of /proc/PID/stat. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and those of its children that have ended. */
  readonly ticks: number;
}

/** Ticks of a process and of all that come from it. */
export function ownTicks(all: readonly Process[], pid: number): number {
  const children = all.filter(({ parent }) => parent === pid);
  return children.reduce(
    (sum, child) => sum + ownTicks(all, child.pid),
    all.find((one) => one.pid === pid)?.ticks ?? 0,
  );
}

/** Reads a line of /proc/PID/stat; the name in it may hold anything. */
export function readProcess(line: string): Process {
  const numbers = line.slice(line.lastIndexOf(")") + 2).split(" ").map(Number);
  const times = numbers.slice(11, 15);
  return {
    pid: Number.parseInt(line),
    parent: numbers[1] ?? 0,
    ticks: times.reduce((sum, time) => sum + time, 0),
  };
}

async function processes(): Promise<Process[]> {
  const found = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // It may have ended in between: its parent has its ticks then.
    const line = await readProc(`${name}/stat`).catch(() => null);
    if (line !== null) found.push(readProcess(line));
  }
  return found;
}

const readProc = (name: string) => Deno.readTextFile(`/proc/${name}`);
