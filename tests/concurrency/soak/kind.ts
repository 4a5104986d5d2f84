/** Whoever calls: people by their role, the secret key, or the schedule. */
export type Who =
  | "contractor"
  | "contact"
  | "billing"
  | "payroll"
  | "recruiting"
  | "service"
  | "schedule";

/** A kind of call. In its texts `{ids}` stands for the rows that it found, `{id}` for the first, `{n}` for a number. */
export interface Kind {
  readonly name: string;
  readonly who: Who;
  /** How often, beside the others. */
  readonly weight: number;
  /** The ids of the rows that it may be about, so many of which it takes; none is needed where it is left out. */
  readonly about?: string;
  readonly rows?: number;
  /** What is called; of the schedule, the job. */
  readonly call: string;
}
