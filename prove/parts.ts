import { FAULTS } from "./faults/faults.ts";
import { HOSTILE } from "./hostile/hostile.ts";
import { MUTATIONS } from "./mutations/mutations.ts";
import type { Part } from "./part.ts";
import { SOAK } from "./soak/soak.ts";

/** The parts of `deno task prove`, in the order in which they run. */
export const PARTS: readonly Part[] = [SOAK, FAULTS, HOSTILE, MUTATIONS];
