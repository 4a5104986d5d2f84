/** Interval between two looks at a process, in milliseconds: shorter peaks may be missed. */
const EVERY_MS = 20;

/**
 * Does work and says how much memory of its own a server's process had at most meanwhile, in bytes: its anonymous
 * pages, without the shared buffers that it touched.
 *
 * @param pid a process of this machine
 */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = await ownMemory(pid);
  const timer = setInterval(async () => {
    peak = Math.max(peak, await ownMemory(pid));
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, await ownMemory(pid));
}

async function ownMemory(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN) * 1024;
}
