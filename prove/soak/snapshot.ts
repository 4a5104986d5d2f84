/** All that must hold, asked in one snapshot, also while everybody works. */
import type postgres from "postgres";
import type { Table } from "../part.ts";
import type { Day } from "./day.ts";
import type { Findings } from "./findings.ts";
import { INVARIANTS } from "./invariants.ts";

interface Asked {
  times: number;
  total: number;
  slowest: number;
}

/** Asks again and again, and remembers how long each takes. */
export class Snapshots {
  readonly #asked = new Map(
    Object.keys(INVARIANTS).map((name): [string, Asked] => [
      name,
      { times: 0, total: 0, slowest: 0 },
    ]),
  );
  #taken = 0;

  constructor(readonly owner: postgres.Sql, readonly findings: Findings) {}

  async take(day: Day): Promise<void> {
    await this.owner.begin("isolation level repeatable read read only", async (sql) => {
      await sql`select set_config('app.clock', ${day.clock}, true), set_config('jit', 'off', true)`;
      for (const [name, invariant] of Object.entries(INVARIANTS)) {
        const began = performance.now();
        const wrong = await invariant(sql, day);
        const took = performance.now() - began;
        const asked = this.#asked.get(name);
        if (asked !== undefined) {
          asked.times++;
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

  table(): Table {
    return {
      head: ["what must never be", "asked", "ms", "slowest ms"],
      rows: [...this.#asked].map(([name, { times, total, slowest }]) => [
        name,
        `${times}`,
        (total / Math.max(1, times)).toFixed(1),
        slowest.toFixed(0),
      ]),
    };
  }
}
