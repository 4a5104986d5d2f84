/** All that must hold, asked in one snapshot, also while everybody works. */
import type postgres from "postgres";
import type { Table } from "../part.ts";
import type { Day } from "./day.ts";
import type { Findings } from "./findings.ts";
import { INVARIANTS } from "./invariants.ts";

interface Asked {
  times: number;
  /** Number compared in all; null: always all that there were. */
  compared: number | null;
  total: number;
  slowest: number;
}

/** Asks again and again, and remembers how long each takes. */
export class Snapshots {
  readonly #asked = new Map(
    Object.keys(INVARIANTS).map((name): [string, Asked] => [
      name,
      { times: 0, compared: null, total: 0, slowest: 0 },
    ]),
  );
  #taken = 0;

  constructor(readonly owner: postgres.Sql, readonly findings: Findings) {}

  async take(day: Day): Promise<void> {
    await this.owner.begin("isolation level repeatable read read only", async (sql) => {
      await sql`select set_config('app.clock', ${day.clock}, true), set_config('jit', 'off', true)`;
      for (const [name, invariant] of Object.entries(INVARIANTS)) {
        const began = performance.now();
        const { wrong, compared } = await invariant(sql, day);
        const took = performance.now() - began;
        const asked = this.#asked.get(name);
        if (asked !== undefined) {
          asked.times++;
          if (compared !== undefined) asked.compared = (asked.compared ?? 0) + compared;
          asked.total += took;
          asked.slowest = Math.max(asked.slowest, took);
        }
        this.findings.add(
          day.today,
          wrong.length === 0
            ? []
            : [`${name}: ${wrong.slice(0, 3).join("; ")}${wrong.length > 3 ? " …" : ""}`],
        );
      }
    });
    this.#taken++;
  }

  said(): string[] {
    return [
      `${this.#taken} times all of ${this.#asked.size} invariants were asked in one snapshot, half of them while everybody worked.`,
    ];
  }

  /** Those that never had anything to compare, and so could not fail. */
  comparedNothing(): string[] {
    return [...this.#asked].filter(([, { compared }]) => compared === 0).map(([name]) => name);
  }

  table(): Table {
    return {
      head: ["what must never be", "asked", "compared", "ms", "slowest ms"],
      rows: [...this.#asked].map(([name, { times, compared, total, slowest }]) => [
        name,
        `${times}`,
        compared === null ? "all" : `${compared}`,
        (total / Math.max(1, times)).toFixed(1),
        slowest.toFixed(0),
      ]),
    };
  }
}
