/** Refusals that docs/errors.md explains, which is what a client may be told. */

const PAGE = new URL("../docs/errors.md", import.meta.url);

/** The page, as programs ask it. */
export interface ErrorsPage {
  /** The slugs of all refusals. */
  readonly slugs: ReadonlySet<string>;
  /** True if a refusal of that slug is answered with that status. */
  readonly hasRefusal: (slug: string, status: number) => boolean;
  /** True if a constraint, by its name, is explained. */
  readonly hasConstraint: (name: string) => boolean;
}

/** Reads the page. */
export async function readErrorsPage(): Promise<ErrorsPage> {
  const [before = "", constraints = ""] = (await Deno.readTextFile(PAGE)).split("## Constraints");
  const refusals = [...before.matchAll(/^\| `(\w+)` +\| (4\d\d) /gm)]
    .map(([, slug = "", status]) => ({ slug, status: Number(status) }));
  const names = [...constraints.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) =>
      new RegExp(`^${name.replaceAll("…", "\\w+")}$`)
    )
  );
  const hasConstraint = (name: string) => names.some((pattern) => pattern.test(name));
  return {
    slugs: new Set(refusals.map(({ slug }) => slug)),
    // A check that is told in words has its name as the slug.
    hasRefusal: (slug, status) =>
      refusals.some((refusal) => refusal.slug === slug && refusal.status === status) ||
      (status === 400 && hasConstraint(slug)),
    hasConstraint,
  };
}
