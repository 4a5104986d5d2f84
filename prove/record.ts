import { z } from "zod";

const Table = z.strictObject({ head: z.array(z.string()), rows: z.array(z.array(z.string())) });

/** Result of one part when it last ran with `--record`. */
const PartRecord = z.strictObject({
  name: z.string(),
  /** The day, `YYYY-MM-DD`. */
  day: z.string(),
  /** Command that was run, as one types it to have it again. */
  command: z.string(),
  machine: z.string(),
  seconds: z.number(),
  calls: z.number(),
  did: z.array(z.string()),
  tables: z.array(Table),
  findings: z.array(z.string()),
});

/** Result of one part when it last ran with `--record`. */
export type PartRecord = z.infer<typeof PartRecord>;

const LAST_RUN = new URL("last_run.json", import.meta.url);

/** Last result of each part, where it was kept. */
export async function readLastRun(): Promise<readonly PartRecord[]> {
  return z.array(PartRecord).parse(JSON.parse(await Deno.readTextFile(LAST_RUN)));
}

/** Keeps what parts did now, in place of what the same parts did before. */
export async function writeLastRun(now: readonly PartRecord[]): Promise<readonly PartRecord[]> {
  const before = (await readLastRun()).filter((old) => !now.some(({ name }) => name === old.name));
  const all = [...before, ...now];
  await Deno.writeTextFile(LAST_RUN, `${JSON.stringify(all, null, 2)}\n`);
  return all;
}
