/** Callers: those of the matrix, and those who may do nothing. */
import type postgres from "postgres";
import type { AccessFirm } from "../../tests/support/access/firm/firm.ts";
import { type Caller, CALLERS, identityOf } from "../../tests/support/access/callers.ts";

/** Somebody who calls in SQL, as PostgREST presents them. */
export interface SqlCaller {
  readonly name: string;
  /** Their column of the matrix; null: may do nothing. */
  readonly column: Caller | null;
  readonly role: string;
  /** The setting request.jwt.claims. */
  readonly claims: string;
}

/** Somebody whom the firm once employed. */
export const FORMER = "0f0f0f0f-0000-4000-8000-00000000000f";
/** Their name as a caller. */
export const FORMER_ADMIN = "former admin";
/** Somebody who can sign in and is nobody here. */
export const NOBODY = "0b0b0b0b-0000-4000-8000-00000000000b";

/** Adds an admin who was deactivated, to a firm. */
export async function addFormerAdmin(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into public.staff_members (name, user_id, roles, is_active)
    values ('Former', ${FORMER}, '{admin,billing,payroll}', false)`;
}

/** The claims of tokens that PostgREST would accept, of which none names anybody. */
export function oddClaims(adminId: string): Readonly<Record<string, unknown>[]> {
  return [
    {},
    { sub: null },
    { sub: "" },
    { sub: 1 },
    { sub: true },
    { sub: [adminId] },
    { sub: { id: adminId } },
    { sub: `${adminId}' or true --` },
    { sub: ` ${adminId}` },
    { sub: adminId.replaceAll("-", "") },
    { sub: `{${adminId}}` },
    { sub: "x".repeat(20_000) },
    { sub: NOBODY, app_metadata: { role: "admin", roles: ["admin"] } },
    { sub: NOBODY, user_metadata: { role: "admin", is_staff: true }, user_role: "admin" },
    { sub: NOBODY, email: "admin@demo.example", is_active: true },
    { user_id: adminId, id: adminId, uid: adminId },
    { SUB: adminId, "sub ": adminId },
  ];
}

/** All who call in SQL. */
export function sqlCallers(firm: AccessFirm): SqlCaller[] {
  const inMatrix = CALLERS.map((name) => ({
    name,
    column: name === "signed_out" ? null : name,
    ...identityOf(name, firm.users),
  }));
  const authenticated = (name: string, claims: unknown) => ({
    name,
    column: null,
    role: "authenticated",
    claims: typeof claims === "string" ? claims : JSON.stringify(claims),
  });
  const admin = firm.users.admin;
  return [
    ...inMatrix,
    {
      name: "signed out, with an admin's claims",
      column: null,
      role: "anon",
      claims: JSON.stringify({ role: "anon", sub: admin }),
    },
    authenticated("nobody", { role: "authenticated", sub: NOBODY }),
    authenticated(FORMER_ADMIN, { role: "authenticated", sub: FORMER }),
    authenticated("no claims", ""),
    authenticated("claims that are a text", '"admin"'),
    authenticated("claims that are a list", "[]"),
    authenticated("claims of the secret key", { role: "service_role" }),
    ...oddClaims(admin).map((claims, nth) =>
      authenticated(`odd claims ${nth}`, { role: "authenticated", ...claims })
    ),
  ];
}
