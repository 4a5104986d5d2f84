import { described, type Part, refTo } from "./part.ts";

const PAGE = new URL("../../docs/errors.md", import.meta.url);

/** A refusal as docs/errors.md lists it. */
export interface KnownRefusal {
  readonly slug: string;
  readonly status: number;
  /** Case in which it is raised, without a period. */
  readonly when: string;
}

/** All refusals, sorted by their slugs. One slug may stand twice, with another status. A test holds the page equal to what the schema raises. */
export function readRefusals(): KnownRefusal[] {
  return [...Deno.readTextFileSync(PAGE).matchAll(/^\| `(\w+)` *\| (\d{3}) *\| (.*?) *\|$/gm)]
    .map(([, slug = "", status, when = ""]) => ({ slug, status: Number(status), when }));
}

/** Schemas of what a refusal answers. */
export function refusalSchemas(refusals: readonly KnownRefusal[]): Part {
  return {
    Slug: {
      description: "Slugs of all refusals, for programs to test.",
      oneOf: [...Map.groupBy(refusals, ({ slug }) => slug)].map(([slug, ofSlug]) => ({
        const: slug,
        description: ofSlug.map(({ status, when }) => `${status}: ${when}.`).join(" "),
      })),
    },
    Refusal: {
      description: "A refusal, or an error of PostgreSQL's or PostgREST's. It changed nothing.",
      type: "object",
      properties: {
        code: {
          type: "string",
          description: "PT and the status of a refusal; else PostgreSQL's or PostgREST's own code.",
        },
        message: { type: "string", description: "A sentence for a person." },
        details: {
          description:
            "The slug of a refusal, which may also be the name of a check (docs/errors.md, Constraints).",
          anyOf: [refTo("Slug"), { type: "string" }, { type: "null" }],
        },
        hint: { type: ["string", "null"], description: "Advice for whoever was refused." },
      },
      required: ["code", "message", "details", "hint"],
    },
  };
}

const REFUSED: Part = { "application/json": { schema: refTo("Refusal") } };

/** Responses by status, each with the slugs of an operation that have it; `default` is any other refusal. */
export function refusalResponses(
  slugs: readonly string[],
  known: readonly KnownRefusal[],
): Part {
  const found = slugs.flatMap((slug) => {
    const refusals = known.filter((one) => one.slug === slug);
    if (refusals.length === 0) throw new Error(`docs/errors.md has no ${slug}`);
    return refusals;
  });
  const byStatus = [...Map.groupBy(found, ({ status }) => status)].sort(([a], [b]) => a - b);
  const responses = byStatus.map(([status, refusals]) => [
    String(status),
    described(
      { content: REFUSED, "x-slugs": refusals.map(({ slug }) => slug) },
      refusals.map(({ slug, when }) => `- \`${slug}\`: ${when}.`).join("\n"),
    ),
  ]);
  return { ...Object.fromEntries(responses), default: { $ref: "#/components/responses/Refused" } };
}

/** The response that every operation may have. */
export const REFUSED_RESPONSE: Part = {
  description: "Refused, or failed; docs/errors.md says what each code means.",
  content: REFUSED,
};
