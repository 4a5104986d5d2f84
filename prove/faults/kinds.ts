/** The kinds of faults that this machine can cause. */
import { type Act, ACTS, JOB_ACTS } from "./acts.ts";
import { faketimeLibrary, letClockJump } from "./clock.ts";
import {
  disturb,
  type Disturbance,
  type Happened,
  type Undisturbed,
  undisturbed,
} from "./disturb.ts";
import { FULL_DISK } from "./full_disk.ts";
import type { Ground } from "./ground.ts";
import { KILL_BACKEND, KILL_FUNCTION, KILL_SERVER } from "./kills.ts";
import { CUT_ANSWER, CUT_DATABASE, TERMINATE } from "./lost_connections.ts";
import type { Stacks } from "./stacks.ts";
import { hasPsql, Upgrades } from "./upgrades.ts";

/** A kind of fault, and what makes one of them. */
export interface Kind {
  readonly name: string;
  /** The first of them takes its time, so a run begins with it. */
  readonly isSlow?: boolean;
  readonly cause: (next: () => number) => Promise<Happened>;
}

const ANY_TIME: readonly Disturbance[] = [KILL_SERVER, KILL_BACKEND, CUT_DATABASE];
const DURING_JOBS: readonly Disturbance[] = [KILL_FUNCTION, CUT_ANSWER, TERMINATE];

/**
 * The kinds, and a sentence about each that this machine lacks something for.
 *
 * @param releasesBack how many of the last releases are upgraded
 */
export async function kindsOn(
  ground: Ground,
  stacks: Stacks,
  releasesBack: number,
): Promise<{ kinds: Kind[]; skipped: string[] }> {
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
  const kinds = [...ANY_TIME.map(disturbing(ACTS)), ...DURING_JOBS.map(disturbing(JOB_ACTS))];
  kinds.push({ name: "kill -9 of a stack", isSlow: true, cause: (next) => stacks.cutOff(next) });
  const skipped: string[] = [];

  if (ground.isSmall) kinds.push(disturbing(ACTS)(FULL_DISK));
  else skipped.push("No disk was filled: to mount a small one takes root.");

  const library = await faketimeLibrary();
  if (library === null) skipped.push("No clock jumped: faketime is not installed.");
  else {
    kinds.push(during(
      "a clock that jumps",
      ACTS,
      (act, normal, next) => letClockJump(ground, act, normal, library, next),
    ));
  }

  if (await hasPsql()) {
    const upgrades = new Upgrades(ground, releasesBack);
    const cause = (next: () => number) => upgrades.cutOff(next);
    kinds.push({ name: "kill -9 during an upgrade", isSlow: true, cause });
  } else skipped.push("No upgrade was cut off: psql of Debian's postgresql-15 is not installed.");
  return { kinds, skipped };
}
