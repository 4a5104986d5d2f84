/** Callers in the tests of access, in the order of the matrix's columns. */
export const CALLERS = [
  "signed_out",
  "viewer",
  "billing",
  "payroll",
  "recruiting",
  "admin",
  /** A contractor, placed at both facilities. */
  "ada",
  /** Another contractor, placed at South. */
  "ben",
  /** A contact of the facility North. */
  "north",
  /** A contact of the facility South. */
  "south",
  "service",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Those of them who sign in. */
export const PEOPLE = [
  "viewer",
  "billing",
  "payroll",
  "recruiting",
  "admin",
  "ada",
  "ben",
  "north",
  "south",
] as const satisfies readonly Caller[];
export type Person = (typeof PEOPLE)[number];
/** The user of each person: `auth.users.id`. */
export type Users = Readonly<Record<Person, string>>;

/** Staff of the firm; each has the one role of that name. */
export const STAFF = [
  "viewer",
  "billing",
  "payroll",
  "recruiting",
  "admin",
] as const satisfies readonly Person[];

/** Users that nobody has yet. */
export function newUsers(): Users {
  const id = () => crypto.randomUUID();
  return {
    viewer: id(),
    billing: id(),
    payroll: id(),
    recruiting: id(),
    admin: id(),
    ada: id(),
    ben: id(),
    north: id(),
    south: id(),
  };
}

/** Settings of PostgREST for a caller's request: the database role and the claims. */
export interface DatabaseIdentity {
  readonly role: string;
  readonly claims: string;
}

/** The secret key as PostgREST presents it to the database. */
export const SERVICE: DatabaseIdentity = {
  role: "service_role",
  claims: '{"role":"service_role"}',
};

/** A caller as PostgREST presents them to the database. */
export function identityOf(caller: Caller, users: Users): DatabaseIdentity {
  if (caller === "signed_out") return { role: "anon", claims: '{"role":"anon"}' };
  if (caller === "service") return SERVICE;
  return signedIn(users[caller]);
}

/** Any signed-in user as PostgREST presents them to the database. */
export function signedIn(userId: string): DatabaseIdentity {
  return {
    role: "authenticated",
    claims: JSON.stringify({ role: "authenticated", sub: userId }),
  };
}
