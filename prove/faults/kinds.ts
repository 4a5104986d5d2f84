/** The kinds of faults that this machine can cause. */
import { type Act, ACTS, JOB_ACTS } from "./acts.ts";
import { faketimeLibrary, letClockJump } from "./clock.ts";
import { disturb, type Disturbance, type Happened } from "./disturb.ts";
import { FULL_DISK } from "./full_disk.ts";
import type { Ground } from "./ground.ts";
import { KILL_BACKEND, KILL_FUNCTION, KILL_SERVER } from "./kills.ts";
import { CUT_ANSWER, CUT_DATABASE, TERMINATE } from "./lost_connections.ts";
import type { Stacks } from "./stacks.ts";
import { type Undisturbed, undisturbed } from "./undisturbed.ts";
import { Upgrades } from "./upgrades.ts";

/** A kind of fault, and what makes one of them. */
export interface Kind {
  readonly name: string;
  /** The first of them takes its time, so a run begins with it. */
  readonly isSlow?: boolean;
  /** A sentence that says why it cannot be caused here: what this machine lacks. */
  readonly lacks?: string | null;
  readonly cause: (next: () => number) => Promise<Happened>;
}

const ANY_TIME: readonly Disturbance[] = [KILL_SERVER, KILL_BACKEND, CUT_DATABASE];
const DURING_JOBS: readonly Disturbance[] = [KILL_FUNCTION, CUT_ANSWER, TERMINATE];

/** All kinds, also those that this machine lacks something for: so a seed chooses alike everywhere. */
export async function kindsOn(ground: Ground, stacks: Stacks): Promise<Kind[]> {
  const known = new Map<Act, Undisturbed>();
  const during = (
    name: string,
    acts: readonly Act[],
    happen: (act: Act, normal: Undisturbed, next: () => number) => Promise<Happened>,
  ): Kind => ({
    name,
    cause: async (next) => {
      const act = acts[next() % acts.length];
      if (act === undefined) throw new Error("there is no act");
      const normal = known.get(act) ?? await undisturbed(ground, act);
      known.set(act, normal);
      return await happen(act, normal, next);
    },
  });
  const disturbing = (acts: readonly Act[]) => (disturbance: Disturbance) =>
    during(
      disturbance.name,
      acts,
      (act, normal, next) => disturb(ground, act, normal, disturbance, next),
    );
  const library = await faketimeLibrary();
  const upgrades = new Upgrades(ground);
  return [
    ...ANY_TIME.map(disturbing(ACTS)),
    ...DURING_JOBS.map(disturbing(JOB_ACTS)),
    { name: "kill -9 of a stack", isSlow: true, cause: (next) => stacks.cutOff(next) },
    {
      ...disturbing(ACTS)(FULL_DISK),
      lacks: ground.isSmall ? null : "No disk was filled: to mount a small one takes root.",
    },
    {
      ...during(
        "a clock that jumps",
        ACTS,
        (act, normal, next) => letClockJump(ground, act, normal, library ?? "", next),
      ),
      lacks: library === null ? "No clock jumped: faketime is not installed." : null,
    },
    {
      name: "kill -9 during an upgrade",
      isSlow: true,
      cause: (next) => upgrades.cutOff(next),
    },
  ];
}
