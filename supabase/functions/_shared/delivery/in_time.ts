/** It took longer than it might. */
export class LateError extends Error {
  override name = "LateError";
}

/**
 * Waits for something, but no longer than this; it goes on all the same.
 *
 * @param milliseconds how long
 * @throws {LateError} it took longer
 */
export async function inTime<Result>(
  promise: Promise<Result>,
  milliseconds: number,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new LateError()), milliseconds);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
