import { type AuthError, AuthWeakPasswordError } from "@supabase/auth-js";
import { Refusal } from "../api/refusal.ts";
import { authRefusals, betterPassword, otherAuthRefusals, type Said } from "./words.ts";

/** A refusal by Supabase Auth in the console's words. */
export function refusalOfAuth(error: AuthError): Refusal {
  const { status = 0, code = null } = error;
  return refusal(saidOf(error), status, code);
}

/** Words as a refusal, which is shown where somebody acted. */
export function refusal({ message, hint }: Said, status = 0, code: string | null = null): Refusal {
  return new Refusal(status, message, hint, code);
}

/** Words of a refusal, where it is no fault of anybody. */
export function saidBy({ message, hint }: Refusal): Said {
  return { message, hint: hint ?? "" };
}

/** Goes on with what Auth answered. @throws Refusal */
export function granted<Answer extends { data: unknown; error: AuthError | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>["data"] {
  if (answer.error !== null) throw refusalOfAuth(answer.error);
  return answer.data;
}

function saidOf(error: AuthError): Said {
  const said = authRefusals[error.code ?? ""];
  if (error instanceof AuthWeakPasswordError && said !== undefined) {
    const better = error.reasons.flatMap((reason) => betterPassword[reason] ?? []);
    return better.length === 0 ? said : { ...said, hint: better.join(" ") };
  }
  if (said !== undefined) return said;
  const isAway = [undefined, 0, 502, 503, 504].includes(error.status);
  return isAway
    ? otherAuthRefusals.unreachable
    : { message: error.message, hint: otherAuthRefusals.hint };
}
