import type { Books } from "./books.ts";
import type { Row, Values } from "./values.ts";

/** Callers: people by their role, the secret key, or the schedule. */
export type Who =
  | "contractor"
  | "contact"
  | "billing"
  | "payroll"
  | "recruiting"
  | "admin"
  | "viewer"
  | "service"
  | "schedule";

/** A request below /rest/v1; without a body a GET. */
interface Http {
  readonly path: string;
  readonly method?: "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
}

/**
 * A kind of call. In its texts `{ids}` stands for the rows that it found, `{id}` for the first, and each of the values
 * (values.ts) for itself.
 */
export interface Kind {
  readonly name: string;
  readonly who: Who;
  /** Its frequency, beside the others. */
  readonly weight: number;
  /** The ids of the rows that it may be about, so many of which it takes; none is needed where it is left out. */
  readonly about?: string;
  readonly rows?: number;
  /** Call as one statement that answers rows; of the schedule, the job. */
  readonly call: string;
  /** The same over HTTP; left out: it is called in SQL alone. */
  readonly http?: (values: Values) => Http;
  /** Days on which it may have taken time out that it does not answer: assignments and days, as placeOf. */
  readonly places?: (values: Values) => readonly string[];
  /** Effect on the books of a call that was done, by the rows that it answered. */
  readonly keep?: (books: Books, rows: readonly Row[], values: Values) => void;
}
