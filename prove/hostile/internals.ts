/** Secrets that answers must not tell. */

/** Procedures that answer a secret, once. */
export const ANSWERS_A_SECRET = /^(add_webhook|rotate_webhook_secret)$/;

/** Texts that no answer may contain, each with its meaning. */
const INTERNALS: readonly (readonly [RegExp, string])[] = [
  [/PL\/pgSQL|SQL (statement|function) "|\bQUERY: /, "where in a function it was raised"],
  [
    /\bprivate\.\w|pg_temp|pg_catalog\.|information_schema\./,
    "a name of schema private or of the catalog",
  ],
  [
    /\b(select|insert into|update|delete from)\b[^.]{0,80}\b(public|auth)\.\w/i,
    "text of a statement",
  ],
  [/\n\s+at .+:\d+|\.(ts|js|tsx|sql|c):\d+|file:\/\//, "a stack trace"],
  [/node_modules|\/(home|usr|tmp|work|root|dev\/shm|var)\/\w/, "a path of files"],
  [/postgres(ql)?:\/\/|sb_secret_|\bwhsec_|\$2[aby]\$\d\d\$|-----BEGIN/, "a secret"],
  [/"(encrypted_password|code_hash|code_digest|secret|jwt_secret)":"[^"]/, "a secret of a row"],
];

/**
 * Internal detail that an answer tells; null: none.
 *
 * @param asked what the caller said, which an answer may repeat
 */
export function internalsIn(answer: string, asked: string): string | null {
  const told = INTERNALS.find(([pattern]) => {
    const [match] = pattern.exec(answer) ?? [];
    return match !== undefined && !asked.includes(match);
  });
  return told?.[1] ?? null;
}

/** True if what was given is nested deeper, or longer, than PostgreSQL takes, which errors.md explains. */
export function isTooLarge(code: string, message: string): boolean {
  return /^5400[01]$/.test(code) &&
    /stack depth|array dimensions|array (upper )?bound|^index row/.test(message);
}
