const POLL_MS = 500;

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
  }, POLL_MS);
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
