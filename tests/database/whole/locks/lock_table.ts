/** The table of docs/architecture.md, "Locks". */

/** A row of it. */
export interface Lock {
  /** Locks of a lower order come first. */
  readonly order: number;
  /** A table, `"tables"` for a lock of a whole one, or the name of an advisory lock. */
  readonly name: string;
  /** As SQL says it, such as `"for no key update"`; of advisory locks `"shared"` or `"exclusive"`. */
  readonly strength: string;
  /** True if it passes over rows that another transaction has locked. */
  readonly skipsLocked: boolean;
  /** True if it refuses, rather than wait for another transaction. */
  readonly refusesLocked: boolean;
  /** Procedures, jobs and guards. */
  readonly takers: readonly string[];
}

/** Reads the table. */
export async function readLockTable(): Promise<Lock[]> {
  const page = await Deno.readTextFile(
    new URL("../../../../docs/architecture.md", import.meta.url),
  );
  const section = page.split("\n## ").find((section) => section.startsWith("Locks\n")) ?? "";
  return [...section.matchAll(/^\| (\d+) *\| (\w+)[^|]*\| ([^|]+?) *\| ([^|]+)\|$/gm)].map(
    ([, order = "", name = "", strength = "", takers = ""]) => ({
      order: Number(order),
      name,
      strength: strength.replace(/, (skip locked|nowait)$/, ""),
      skipsLocked: strength.includes("skip locked"),
      refusesLocked: strength.includes("nowait"),
      takers: [...takers.matchAll(/`([\w-]+)`/g)].map(([, taker = ""]) => taker),
    }),
  );
}
