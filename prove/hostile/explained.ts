/** What docs/errors.md explains of refusals. */

const PAGE = new URL("../../docs/errors.md", import.meta.url);

/** What a client may be told by way of an error. */
export interface Explanations {
  /** Whether a refusal of that slug is answered with that status. */
  readonly hasRefusal: (slug: string, status: number) => boolean;
  /** Whether a constraint, by its name, is explained. */
  readonly hasConstraint: (name: string) => boolean;
}

/** Reads the page. */
export async function readExplanations(): Promise<Explanations> {
  const page = await Deno.readTextFile(PAGE);
  const [before = "", constraints = ""] = page.split("## Constraints");
  const refusals = [...before.matchAll(/^\| `(\w+)` +\| (\d{3}) /gm)].map(([, slug = "", status]) =>
    `${slug} ${status}`
  );
  const names = [...constraints.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) =>
      new RegExp(`^${name.replaceAll("…", "\\w+")}$`)
    )
  );
  return {
    hasRefusal: (slug, status) => refusals.includes(`${slug} ${status}`),
    hasConstraint: (name) => names.some((pattern) => pattern.test(name)),
  };
}

/** What no answer may contain, with what it would be. */
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
 * What of our insides an answer tells; null: nothing.
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

/** Whether what was given is nested deeper, or longer, than PostgreSQL takes, which errors.md explains. */
export function isTooLarge(code: string, message: string): boolean {
  return /^5400[01]$/.test(code) &&
    /stack depth|array dimensions|array bound|^index row/.test(message);
}
