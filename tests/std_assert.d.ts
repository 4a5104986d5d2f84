/**
 * Types of the standard library's assertions, which npm has without any (`deno-std`). They go when import_map.json
 * maps `@std/assert` to JSR; `compilerOptions.types` in deno.json names this file.
 */
declare module "@std/assert" {
  /** Signals an assertion that does not hold. */
  export class AssertionError extends Error {}

  /** Holds that a value is truthy. */
  export function assert(expr: unknown, msg?: string): asserts expr;
  /** Holds that two values are equal in depth, keys that are undefined and prototypes included. */
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  /** Holds that a value is neither null nor undefined. */
  export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
  /** Holds that a value is of a class. */
  export function assertInstanceOf<T>(
    actual: unknown,
    expectedType: abstract new (...args: never[]) => T,
    msg?: string,
  ): asserts actual is T;
  /** Holds that a text matches an expression. */
  export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
  /** Holds that two values differ somewhere in depth. */
  export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
  /** Holds that a text does not match an expression. */
  export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;
  /** Holds that two values are not the same, after `Object.is`. */
  export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void;
  /** Holds that a promise is rejected, and answers by what. */
  export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
  /** Holds that a promise is rejected by an error of a class whose message includes a text. */
  export function assertRejects<E extends Error>(
    fn: () => PromiseLike<unknown>,
    ErrorClass: abstract new (...args: never[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): Promise<E>;
  /** Holds that two values are the same, after `Object.is`. */
  export function assertStrictEquals<T>(
    actual: unknown,
    expected: T,
    msg?: string,
  ): asserts actual is T;
  /** Holds that a text includes another. */
  export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
  /** Holds that a function throws, and answers what. */
  export function assertThrows(fn: () => unknown, msg?: string): unknown;
  /** Holds that a function throws an error of a class whose message includes a text. */
  export function assertThrows<E extends Error>(
    fn: () => unknown,
    ErrorClass: abstract new (...args: never[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): E;
  /** Fails. */
  export function fail(msg?: string): never;
}
