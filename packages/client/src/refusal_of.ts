import { CHECKS, STATUSES_OF_SLUG } from "./slugs.ts";
import { toldBy } from "./told.ts";

/** The slug of a refusal: stable, for programs to test. */
export type Slug = keyof typeof STATUSES_OF_SLUG;

/** A check of a table, by which a value is refused. */
export type Check = (typeof CHECKS)[number];

interface Words {
  /** One sentence for a person. */
  readonly message: string;
  /** Advice for whoever was refused. */
  readonly hint: string | null;
}

/**
 * A refusal by the API. Its slug tells them apart, and nearly each has one status. `other` has the slug of a newer API
 * than this package knows.
 */
export type Refusal =
  | {
    readonly [S in Slug]:
      & {
        readonly kind: "refusal";
        readonly slug: S;
        readonly status: (typeof STATUSES_OF_SLUG)[S][number];
      }
      & Words;
  }[Slug]
  | ({ readonly kind: "check"; readonly slug: Check; readonly status: 400 } & Words)
  | (
    & {
      readonly kind: "other";
      readonly slug: null;
      readonly other: string;
      readonly status: number;
    }
    & Words
  );

const checks: ReadonlySet<string> = new Set(CHECKS);

/**
 * The refusal that an error of supabase-js is, or that `documentOf` answers. Null for all else: a lost connection, an
 * error of PostgreSQL's own, which `code` tells.
 *
 * @example
 * ```ts ignore
 * const { error } = await supabase.rpc("void_invoice", { invoice_id, reason: "Billed twice." });
 * const refusal = refusalOf(error);
 * if (refusal?.slug === "invoice_has_payments") console.log(refusal.message, refusal.hint);
 * ```
 */
export function refusalOf(error: unknown): Refusal | null {
  const { message, hint, details, code } = toldBy(error);
  const status = Number(/^PT(\d{3})$/.exec(code ?? "")?.[1]);
  if (details === null || message === null || Number.isNaN(status)) return null;
  const words = { message, hint };
  if (isSlug(details)) {
    // The compiler does not follow that slug and status are of one member.
    return { kind: "refusal", slug: details, status, ...words } as Refusal;
  }
  if (isCheck(details)) return { kind: "check", slug: details, status: 400, ...words };
  return { kind: "other", slug: null, other: details, status, ...words };
}

function isSlug(text: string): text is Slug {
  return Object.hasOwn(STATUSES_OF_SLUG, text);
}

function isCheck(text: string): text is Check {
  return checks.has(text);
}
