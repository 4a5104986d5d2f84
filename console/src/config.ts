/**
 * Project that this console speaks to: `config.json` beside `index.html`, so that one bundle serves
 * any.
 */
export interface Config {
  /** Base of `/rest/v1` and `/auth/v1`, without a slash at its end; empty: this page's own origin. */
  readonly url: string;
  readonly publishableKey: string;
}

/**
 * Asks for what index.html began to load; its server says that it is not kept.
 *
 * @throws Error in words when there is none, or what is there is none.
 */
export async function loadConfig(): Promise<Config> {
  const answer = await fetch("config.json");
  const found: unknown = answer.ok ? await answer.json().catch(() => null) : null;
  if (typeof found !== "object" || found === null) {
    throw new Error("config.json is missing or not JSON.");
  }
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = found as Record<
    string,
    unknown
  >;
  if (typeof url !== "string" || typeof key !== "string" || key === "") {
    throw new Error(
      "config.json names no SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY.",
    );
  }
  return {
    url: (url || location.origin).replace(/\/+$/, ""),
    publishableKey: key,
  };
}
