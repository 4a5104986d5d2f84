/** Effect of an act when nothing happens to it: what all others are compared with. */
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { startHttpProvider } from "../../tests/support/delivery/http_provider.ts";
import type { Act } from "./acts.ts";
import { callerOf, lookUp } from "./caller.ts";
import { writesSoFar } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { type Digests, readDigests } from "./table_digests.ts";

/** Digests of the database before and after an act without a fault, and the size of the act. */
export interface Undisturbed {
  readonly before: Digests;
  readonly after: Digests;
  /** Number of statements that write. */
  readonly writes: number;
  readonly milliseconds: number;
}

/** Does an act without a fault. */
export async function undisturbed(ground: Ground, act: Act): Promise<Undisturbed> {
  const url = await ground.copy();
  const provider = await startHttpProvider();
  const caller = await callerOf(act, await lookUp(act, url), url, provider);
  try {
    return await withConnection(url, async (sql) => {
      const before = await readDigests(sql);
      const written = await writesSoFar(sql);
      const began = performance.now();
      const { isDone, said } = await caller.call();
      if (!isDone) throw new Error(`${act.name} fails without a fault: ${said}`);
      const milliseconds = performance.now() - began;
      const writes = await writesSoFar(sql) - written;
      if (writes === 0) throw new Error(`${act.name} writes nothing`);
      return { before, after: await readDigests(sql), writes, milliseconds };
    });
  } finally {
    await caller.end();
    await provider.close();
    await ground.drop(url);
  }
}
