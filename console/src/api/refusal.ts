import { toldBy } from "../../../packages/client/src/told.ts";
import { idIn, readable } from "./readable.ts";

/** Call that was refused since it takes a second person. */
export interface Asked {
  readonly procedure: string;
  readonly arguments: Record<string, unknown>;
}

/** Slugs of what somebody else may approve. */
const OF_TWO = ["second_person_needed", "rate_of_other_role"];

/** Refusal by the API: a sentence for a person, advice, and a slug for programs. */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string | null;
  readonly slug: string | null;
  /** The row that it names beside the one that was written. */
  readonly id: string | null;
  /** The call that somebody else may be asked to approve; null where nobody can, or it was no call. */
  asked: Asked | null = null;

  constructor(
    status: number,
    sentence: string,
    hint: string | null = null,
    slug: string | null = null,
  ) {
    // A file that is imported has its days as the file's kind wants them.
    const told = slug === "import_not_valid" ? String : readable;
    super(told(sentence));
    this.name = "Refusal";
    this.status = status;
    this.hint = hint === null ? null : told(hint);
    this.slug = slug;
    this.id = idIn(`${hint ?? ""} ${sentence}`);
  }
}

/** A refusal of a call, which says what somebody else may approve: all that it was asked but for its own id. */
export function askedOf(thrown: unknown, procedure: string, args: object): unknown {
  if (thrown instanceof Refusal && OF_TWO.includes(thrown.slug ?? "") && procedure !== "approve") {
    const { request_id: _, ...given } = args as Record<string, unknown>;
    thrown.asked = { procedure, arguments: given };
  }
  return thrown;
}

/** Name of a rule in the database's own words, where it has no sentence of ours. */
const CONSTRAINT = /constraint "(\w+)"/;

/** Turns anything that was thrown into something that can be shown. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  return new Refusal(
    0,
    thrown instanceof Error ? thrown.message : String(thrown),
  );
}

/** An answer's own words, whichever part of the platform it comes from. */
export async function refusalOfAnswer(answer: Response): Promise<Refusal> {
  const body: unknown = await answer.json().catch(() => null);
  const { message, hint, details, error } = toldBy(body);
  const sentence = message ?? error ?? `The server answered ${answer.status}.`;
  const constraint = CONSTRAINT.exec(sentence)?.[1];
  if (constraint !== undefined) {
    // The console has its texts by now; the pages before it do without them.
    const { words } = await import("../words.ts");
    const told = words.constraints[constraint];
    if (told !== undefined) return new Refusal(answer.status, told.message, told.hint);
  }
  return new Refusal(answer.status, sentence, hint, details);
}
