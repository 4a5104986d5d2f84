/** Credentials in tests: kinds, what people have, and what is required where. */
import type postgres from "postgres";

type Sql = postgres.Sql | postgres.TransactionSql;

/** Adds a kind of credential; not confidential, and without months, unless said otherwise. */
export async function addKind(
  sql: Sql,
  name: string,
  values: { months_good?: number; is_confidential?: boolean } = {},
): Promise<string> {
  const [kind] = await sql<[{ id: string }]>`
    insert into public.credential_kinds ${sql({ name, ...values })} returning id`;
  return kind.id;
}

/** Holder of a credential. */
export type Holder = { readonly contractor_id: string } | { readonly candidate_id: string };

/** Adds a credential of somebody; without an end unless said otherwise. */
export async function addCredential(
  sql: Sql,
  holder: Holder,
  kindId: string,
  values: Readonly<Record<string, string | null>> = {},
): Promise<string> {
  const [credential] = await sql<[{ id: string }]>`
    insert into public.credentials ${sql({ credential_kind_id: kindId, ...holder, ...values })}
    returning id`;
  return credential.id;
}

/** Requires a kind, from the start of 2026 on: of the firm, unless a place is given. */
export async function requireKind(
  sql: Sql,
  kindId: string,
  place: Readonly<Record<string, string | null>> = {},
): Promise<string> {
  const [requirement] = await sql<[{ id: string }]>`
    insert into public.requirements ${
    sql({ credential_kind_id: kindId, effective_from: "2026-01-01", ...place })
  } returning id`;
  return requirement.id;
}

/** Contractor of an assignment. */
export async function contractorOf(sql: Sql, assignmentId: string): Promise<string> {
  const [assignment] = await sql<[{ contractor_id: string }]>`
    select contractor_id from public.assignments where id = ${assignmentId}`;
  return assignment.contractor_id;
}
