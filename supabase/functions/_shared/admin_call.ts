import { EnvironmentError, readDocumentsEnvironment } from "./env.ts";

const TIME_LIMIT_MS = 10_000;
/** Three parts in base64url: what a shared secret is not by chance. */
const TOKEN = /^bearer +[\w-]+\.[\w-]+\.[\w-]+$/i;

/** Says whether a request comes from an admin of the firm who is signed in. */
export type AdminCheck = (headers: Headers) => Promise<boolean>;

/**
 * Checks by asking the API who is signed in, with the token and the key that were presented: it verifies the token, and
 * the rows of staff say who is an admin now, with the second factor where the firm asks one of any of their roles. Nobody is one where the function is not told where the API is.
 *
 * @param get looks a variable up, such as `(name) => Deno.env.get(name)`
 */
export function adminCheck(get: (name: string) => string | undefined): AdminCheck {
  const environment = readEnvironment(get);
  return async (headers) => {
    const token = headers.get("Authorization") ?? "";
    if (environment === null || !TOKEN.test(token)) return false;
    const key = headers.get("apikey") ?? environment.publishableKey;
    const answer = await fetch(
      `${environment.apiUrl}/rest/v1/me?select=roles,lacks_second_factor`,
      {
        headers: { Authorization: token, ...(key === null ? {} : { apikey: key }) },
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      },
    ).catch(() => null);
    const rows: unknown = await answer?.json().catch(() => null);
    return answer?.status === 200 && Array.isArray(rows) && rows.some(isAdmin);
  };
}

function isAdmin(row: unknown): boolean {
  return typeof row === "object" && row !== null && "roles" in row && Array.isArray(row.roles) &&
    row.roles.includes("admin") &&
    !("lacks_second_factor" in row && row.lacks_second_factor === true);
}

function readEnvironment(get: (name: string) => string | undefined) {
  try {
    return readDocumentsEnvironment(get);
  } catch (error) {
    if (error instanceof EnvironmentError) return null;
    throw error;
  }
}
