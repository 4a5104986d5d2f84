/** An error of the database as Supabase Lite has it. */
interface DatabaseError {
  readonly code: string;
  readonly message: string;
  readonly detail?: string | null;
  readonly hint?: string | null;
}

/** The status of PostgREST's answer, by the beginning of the SQLSTATE; the first that fits. 400 for all others. */
const STATUS: readonly (readonly [string, number])[] = [
  ["23503", 409],
  ["23505", 409],
  ["53400", 500],
  ["57P01", 503],
  ["P0001", 400],
  ["08", 503],
  ["09", 500],
  ["0L", 403],
  ["0P", 403],
  ["25", 500],
  ["28", 403],
  ["2D", 500],
  ["38", 500],
  ["39", 500],
  ["3B", 500],
  ["40", 500],
  ["53", 503],
  ["54", 500],
  ["55", 500],
  ["57", 500],
  ["58", 500],
  ["F0", 500],
  ["HV", 500],
  ["P0", 500],
  ["XX", 500],
];

/**
 * Errors that Lite answers as PostgREST does: refusals (`PTxyz`), privileges, syntax, data that
 * cannot be read.
 */
const ANSWERED_ALIKE = /^(PT|PGRST|42|22|21|23502|25006)/;

/** A token in the name of a role that there is not. */
const NO_ROLE = /^role .* does not exist$/;

/**
 * An error of the database so that Lite answers it with PostgREST's status, code, details and hint. Left to itself,
 * Lite answers those it does not know with 500 and no code, such as a violated check.
 */
export function answeredAsPostgrest(error: unknown): unknown {
  if (!isDatabaseError(error)) return error;
  const isOfNoRole = error.code === "22023" && NO_ROLE.test(error.message);
  if (ANSWERED_ALIKE.test(error.code) && !isOfNoRole) return error;
  const { code, message, detail = null, hint = null } = error;
  const status = isOfNoRole
    ? 401
    : STATUS.find(([beginning]) => code.startsWith(beginning))?.[1] ?? 400;
  // As a function does with `raise sqlstate 'PGRST'`, which says the whole answer.
  return Object.assign(new Error(JSON.stringify({ code, message, details: detail, hint })), {
    code: "PGRST",
    detail: JSON.stringify({ status, headers: {} }),
  });
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "code" in error && typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code);
}
