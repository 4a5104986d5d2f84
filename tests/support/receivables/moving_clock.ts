/** A clock that moves between what reports tell of. */
import postgres from "postgres";
import { Firm } from "../firm.ts";
import { withDatabase } from "../server/database.ts";

/** Sets the clock, such as to `"2026-05-21 05:59+00"`. */
export type SetClock = (instant: string) => Promise<void>;

/** Runs a test with a firm on one connection whose clock moves as the test says; it starts at noon of a day in Denver. */
export function withMovingClock(
  day: string,
  test: (firm: Firm, setClock: SetClock) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ url }) => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      const setClock: SetClock = async (instant) => {
        await sql`select set_config('app.clock', ${instant}, false)`;
      };
      try {
        await setClock(noon(day));
        await test(await Firm.create(sql), setClock);
      } finally {
        await sql.end({ timeout: 1 });
      }
    });
}

/** Noon of a day in Denver, summer or winter. */
export function noon(day: string): string {
  return `${day} 12:00 America/Denver`;
}
