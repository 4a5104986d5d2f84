import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { contents } from "./rows.ts";

/**
 * Asserts that the database refuses with one of the project's errors: its status, its slug in detail,
 * a sentence as message and a hint.
 */
export async function assertRefused(
  attempt: PromiseLike<unknown>,
  status: 400 | 401 | 403 | 404 | 409,
  slug: string,
): Promise<void> {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, `not refused, expected ${slug}`);
  assertStrictEquals(error.detail, slug, error.message);
  assertEquals(error.code, `PT${status}`);
  assertMatch(error.message, /^[A-Z0-9].*\.$/);
  assert(error.hint, `${slug} has no hint`);
}

/**
 * Asserts that a constraint of that name, which says its rule, refuses: itself, or in words with its name as the slug, as
 * a check does over the API.
 */
export async function assertViolates(
  attempt: PromiseLike<unknown>,
  constraint: string,
  what = "",
): Promise<void> {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, `not refused by ${constraint}: ${what}`);
  const name = error.code === "PT400" ? error.detail : error.constraint_name;
  assertStrictEquals(name, constraint, error.message);
}

/** Asserts that the database refuses, and that no row of any table changed. */
export async function assertRefusedUnchanged(
  sql: postgres.Sql,
  attempt: () => PromiseLike<unknown>,
  status: 400 | 403 | 404 | 409,
  slug: string,
): Promise<void> {
  const before = await contents(sql);
  await assertRefused(attempt(), status, slug);
  assertEquals(await contents(sql), before);
}
