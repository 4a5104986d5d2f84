/** A disk without room: nothing that was answered is lost, and work goes on when there is room again. */
import { join } from "node:path";
import type { Disturbance } from "./disturb.ts";
import type { Ground } from "./ground.ts";

const BLOCK = new Uint8Array(1024 * 1024);

function ballastOf(ground: Ground): string {
  return join(ground.disk, "ballast");
}

/** Writes until nothing more fits, a page at a time at the end. */
async function fill(ground: Ground): Promise<void> {
  using ballast = await Deno.open(ballastOf(ground), { create: true, append: true });
  for (const size of [BLOCK.length, 4096]) {
    try {
      for (;;) ballast.writeSync(BLOCK.subarray(0, size));
    } catch {
      // Full.
    }
  }
}

/** Filled before or during the call. */
export const FULL_DISK: Disturbance = {
  name: "a full disk",
  takesServer: true,
  prepare: async ({ ground, next }) => {
    const isBefore = next() % 2 === 0;
    if (isBefore) await fill(ground);
    return isBefore;
  },
  strike: async ({ ground }) => {
    await fill(ground);
    return true;
  },
  cease: (ground) => Deno.remove(ballastOf(ground)).catch(() => {}),
};
