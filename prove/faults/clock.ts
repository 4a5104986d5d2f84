/** A server's clock that jumps, by Debian's libfaketime, between two calls or in the middle of one. */
import { join } from "node:path";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { startHttpProvider } from "../../tests/support/delivery/http_provider.ts";
import type { Act } from "./acts.ts";
import { differences, readDigests } from "./table_digests.ts";
import { callerOf, lookUp, type Told } from "./caller.ts";
import type { Happened } from "./disturb.ts";
import { CLOCK, MAILS } from "./firm.ts";
import { closeGate } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { brokenInvariants, isWell, liesAboutJob } from "./truth.ts";
import type { Undisturbed } from "./undisturbed.ts";

const DAY_MS = 86_400_000;
const JUMPS = [
  { name: "an hour back", milliseconds: -3_600_000 },
  { name: "a day forward", milliseconds: DAY_MS },
  { name: "ninety days forward", milliseconds: 90 * DAY_MS },
] as const;

/** The library that fakes the time, where it is installed. */
export async function faketimeLibrary(): Promise<string | null> {
  for (const folder of ["x86_64-linux-gnu", "aarch64-linux-gnu"]) {
    const path = `/usr/lib/${folder}/faketime/libfaketime.so.1`;
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  return null;
}

/** Lets the server's clock jump while an act is under way or between two calls, and looks at what comes of it. */
export async function letClockJump(
  ground: Ground,
  act: Act,
  normal: Undisturbed,
  library: string,
  next: () => number,
): Promise<Happened> {
  const file = join(ground.disk, "clock");
  const setClock = (milliseconds: number) =>
    Deno.writeTextFile(file, `${(Date.parse(CLOCK) + milliseconds - Date.now()) / 1000}`);
  await setClock(0);
  await ground.restart([
    "env",
    `LD_PRELOAD=${library}`,
    `FAKETIME_TIMESTAMP_FILE=${file}`,
    "FAKETIME_NO_CACHE=1",
    "FAKETIME_DONT_FAKE_MONOTONIC=1",
  ]);
  const jump = JUMPS[next() % JUMPS.length] ?? JUMPS[0];
  const provider = await startHttpProvider();
  const url = await ground.copy({ clock: null });
  const args = await lookUp(act, url);
  const caller = await callerOf(act, args, url, provider);
  try {
    const gate = next() % 2 === 0 ? await closeGate(url, 1 + next() % normal.writes) : null;
    const call = caller.call();
    const isMidway = gate !== null && await gate.reached(call) !== null;
    // Else it would wait at a gate that nobody opens before it has ended.
    if (!isMidway) {
      await gate?.open();
      await call;
    }
    await setClock(jump.milliseconds);
    await gate?.open();
    const findings = await withConnection(url, async (sql) => {
      const wrong: string[] = [];
      const expect = (told: Told, which: string) => {
        if (!told.isDone) wrong.push(`the ${which} call: ${told.said}`);
      };
      expect(await call, "first");
      // By then the invitations have expired that were still to be mailed.
      const isTooLate = isMidway && act.name === "deliver" && jump.milliseconds > DAY_MS;
      if (!isTooLate) wrong.push(...differences(normal.after, await readDigests(sql)));
      if ("job" in act && !isMidway && jump.milliseconds > DAY_MS && await isWell(sql, act.job)) {
        wrong.push("health says yes though the last success is old");
      }
      expect(await caller.call(), "next");
      const after = await readDigests(sql);
      // Interest grows with the days; everything else is done.
      if (act.name !== "accrue-interest" && !isTooLate) {
        wrong.push(...differences(normal.after, after));
      }
      expect(await caller.call(), "last");
      wrong.push(...differences(after, await readDigests(sql)));
      wrong.push(...await brokenInvariants(sql));
      if ("job" in act) wrong.push(...await liesAboutJob(sql, act.job));
      const mails = provider.received().length;
      if (act.name === "deliver" && (mails > MAILS || mails < MAILS && !isTooLate)) {
        wrong.push("mails are doubled or lost");
      }
      return wrong;
    });
    const when = isMidway ? "in the middle" : "between two calls";
    return {
      when: `${act.name}, ${jump.name} ${when}`,
      said: (await call).said,
      hasStruck: true,
      findings,
    };
  } finally {
    await caller.end();
    await provider.close();
    await ground.drop(url);
    await ground.restart();
    await Deno.remove(file);
  }
}
