import type postgres from "postgres";
import { numbersFrom } from "../numbers.ts";
import type { Caller } from "./caller.ts";
import type { Day } from "./day.ts";
import { callJob, hasAddress, runJob } from "./jobs.ts";
import type { Kind } from "./kind.ts";
import type { Notes } from "./notes.ts";
import type { SoakOptions } from "./options.ts";
import { NOTHING_TO_DO, type Outcomes } from "./outcomes.ts";
import { filled, type Values, valuesOf } from "./values.ts";

/** State that all connections share. */
export interface Surroundings {
  readonly options: SoakOptions;
  readonly owner: postgres.Sql;
  readonly outcomes: Outcomes;
  readonly notes: Notes;
}

/** Somebody's program: makes one call after the other, which a stream of numbers of its own chooses. */
export class Connection {
  readonly #next: () => number;
  readonly #lots: readonly Kind[];

  constructor(
    readonly surroundings: Surroundings,
    readonly caller: Caller,
    kinds: readonly Kind[],
    seed: number,
  ) {
    this.#next = numbersFrom(seed);
    const may = (kind: Kind) =>
      !caller.isHttp || kind.http !== undefined || kind.who === "schedule" && hasAddress(kind.call);
    this.#lots = kinds.filter(may).flatMap((kind) => Array<Kind>(kind.weight).fill(kind));
  }

  /** Makes so many calls on a day. */
  async work(day: Day, calls: number): Promise<void> {
    for (let made = 0; made < calls && !this.surroundings.options.signal.aborted; made++) {
      const kind = this.#lots[this.#next() % this.#lots.length];
      const n = this.#next() % 1_000_000;
      if (kind !== undefined) await this.#make(kind, n, day);
    }
  }

  async #make(kind: Kind, n: number, day: Day): Promise<void> {
    const { outcomes } = this.surroundings;
    const began = performance.now();
    const told = kind.who === "schedule"
      ? await this.#runJob(kind.call, day)
      : await this.#call(kind, n, day);
    outcomes.count(kind, told, performance.now() - began);
  }

  #runJob(job: string, day: Day): Promise<string> {
    const { api, databaseUrl } = this.surroundings.options;
    return this.caller.isHttp && api !== null
      ? callJob(api, job)
      : runJob(databaseUrl, day.clock, job);
  }

  async #call(kind: Kind, n: number, day: Day): Promise<string> {
    const people = day.people[kind.who];
    const person = people[n % people.length];
    if (person === undefined) return NOTHING_TO_DO;
    const values = valuesOf(n, day.today, person.contractor);
    const ids = await this.#find(kind, values);
    if (kind.about !== undefined && ids.length === 0) return NOTHING_TO_DO;
    const found = { ...values, ids, id: ids[0] ?? "" };
    const answer = await this.caller.call(kind, found, person.identity);
    if (answer.told === "done") this.surroundings.notes.add(kind, found, answer);
    return answer.told;
  }

  async #find({ about, rows = 1 }: Kind, values: Values): Promise<string[]> {
    if (about === undefined) return [];
    const found = await this.surroundings.owner.unsafe<{ id: string }[]>(
      `select id from (${
        filled(about, values)
      }) as found order by md5(id::text || ${values.n}) limit ${rows}`,
    );
    return found.map(({ id }) => id);
  }
}
