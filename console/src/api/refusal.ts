import { words } from "../words.ts";

/** What the API answers in place of what was asked: a sentence for a person, what to do, and a slug for programs. */
export class Refusal extends Error {
  readonly status: number;
  readonly hint: string | null;
  readonly slug: string | null;

  constructor(
    status: number,
    sentence: string,
    hint: string | null = null,
    slug: string | null = null,
  ) {
    super(sentence);
    this.name = "Refusal";
    this.status = status;
    this.hint = hint;
    this.slug = slug;
  }
}

/** What the database calls a rule of its own, where it has no sentence for it. */
const CONSTRAINT = /constraint "(\w+)"/;

/** Whatever was thrown, as something that can be shown. */
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
  const text = (name: string): string | null => {
    const value = typeof body === "object" && body !== null
      ? (body as Record<string, unknown>)[name]
      : null;
    return typeof value === "string" && value !== "" ? value : null;
  };
  const sentence = text("message") ?? text("msg") ?? text("error") ??
    `The server answered ${answer.status}.`;
  const told = words.constraints[CONSTRAINT.exec(sentence)?.[1] ?? ""];
  if (told !== undefined) return new Refusal(answer.status, told.message, told.hint);
  return new Refusal(answer.status, sentence, text("hint"), text("details"));
}
