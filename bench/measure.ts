import type postgres from "postgres";
import type { Figure } from "./benchmark.ts";

/** Milliseconds that work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds that a statement takes, which is then taken back. */
export async function takenBack(sql: postgres.Sql, statement: string): Promise<number> {
  let took = 0;
  await sql.begin(async (sql) => {
    await sql`savepoint before`;
    took = await timed(() => sql.unsafe(statement));
    await sql`rollback to before`;
  });
  return took;
}

/** The middle of some measurements, which a single disturbed one does not move. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return (low + high) / 2;
}

/** Calls so many times, after one that does not count: the median, with the spread as its note. */
export async function medianOfCalls(
  calls: number,
  call: () => Promise<number>,
): Promise<Pick<Figure, "time" | "note">> {
  await call();
  const times: number[] = [];
  for (let nth = 0; nth < calls; nth++) times.push(await call());
  return { time: median(times), note: `median of ${calls} calls, ${spread(times)}` };
}

/** Times of one thing and of its floor, measured in turns. */
export interface Rounds {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

/** Measures both sides `count` times, each first in every other round. */
export async function inTurns(
  count: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Rounds> {
  const rounds = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < count; round++) {
    const order = round % 2 === 0 ? ["ours", "floor"] as const : ["floor", "ours"] as const;
    for (const side of order) rounds[side].push(await (side === "ours" ? ours() : floor()));
  }
  return rounds;
}

/** Time and floor of a figure: medians, with the spread as its note. */
export function againstFloor({ ours, floor }: Rounds): Pick<Figure, "time" | "floor" | "note"> {
  return {
    time: median(ours),
    floor: median(floor),
    note: `medians of ${ours.length} rounds, ${spread(ours)} against ${spread(floor)}`,
  };
}

/** `3.1 s to 4.0 s`. */
export function spread(values: readonly number[]): string {
  return `${duration(Math.min(...values))} to ${duration(Math.max(...values))}`;
}

/** `22 µs`, `8.5 ms`, `850 ms`, `12.3 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(2)} s`;
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(0)} µs`;
  return `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;
}

/** `600,000`. */
export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** Leaves the planner no more than it knows after an import or a restore: how large tables are. */
export async function forgetStatistics(sql: postgres.Sql): Promise<void> {
  await sql`delete from pg_catalog.pg_statistic`;
}
