/**
 * Thrown by `computeInterest` for input it refuses to guess about. `field` is the path of the
 * culprit as a caller writes it: `asOf`, `payments[1].amount`, `terms[0].dayCount`.
 */
export class InvalidInterestInputError extends Error {
  override readonly name = "InvalidInterestInputError";

  /** @param field path of the culprit, @param problem what is wrong with it, for a person */
  constructor(readonly field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}
