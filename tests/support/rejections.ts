import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";

/**
 * Description of an error: an expression that `<name>: <message>` matches, a condition, or properties, each equal or,
 * where an expression stands for it, matching.
 */
type Expected =
  | RegExp
  | ((error: Error) => boolean)
  | Readonly<Record<string, unknown>>;

/** Holds that a promise is rejected by an error as described. */
export async function assertRejectsWith(
  fn: () => PromiseLike<unknown>,
  expected: Expected,
  msg?: string,
): Promise<void> {
  assertDescribed(await assertRejects(fn, Error, undefined, msg), expected, msg);
}

/** Holds that a function throws an error as described. */
export function assertThrowsWith(fn: () => unknown, expected: Expected, msg?: string): void {
  assertDescribed(assertThrows(fn, Error, undefined, msg), expected, msg);
}

function assertDescribed(error: Error, expected: Expected, msg?: string): void {
  if (expected instanceof RegExp) assertMatch(String(error), expected, msg);
  else if (typeof expected === "function") assert(expected(error), msg ?? String(error));
  else {
    for (const [key, value] of Object.entries(expected)) {
      const found: unknown = Reflect.get(error, key);
      if (value instanceof RegExp) assertMatch(String(found), value, msg ?? key);
      else assertEquals(found, value, msg ?? key);
    }
  }
}
