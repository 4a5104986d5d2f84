import postgres from "postgres";

/** Words of an error, with the hint that a refusal of the database has. */
export function explain(error: unknown): string {
  if (error instanceof postgres.PostgresError && error.hint) {
    return `${error.message} ${error.hint}`;
  }
  return error instanceof Error ? error.message : String(error);
}
