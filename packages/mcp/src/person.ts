import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../client/src/types.ts";
import type { Kind, Procedure } from "./catalog.ts";

/** Row of the view `me`, as far as it says who somebody is. */
export interface Me {
  readonly name: string | null;
  readonly roles: readonly string[];
  readonly contractor_id: string | null;
  readonly facility_ids: readonly string[];
  readonly facility_names: readonly string[];
  readonly business_date: string;
  readonly firm_name: string | null;
}

/** Roles that an admin has besides. */
const ROLES = ["billing", "payroll", "recruiting", "admin"] as const satisfies readonly Kind[];

/**
 * The person who is signed in.
 *
 * @throws the error of the answer
 */
export async function readMe(supabase: SupabaseClient<Database>): Promise<Me> {
  const { data, error } = await supabase.from("me")
    .select("name, roles, contractor_id, facility_ids, facility_names, business_date, firm_name")
    .single();
  if (error) throw new Error(error.message);
  return data;
}

/** Kinds of person that somebody is. */
export function kindsOf(me: Me): ReadonlySet<Kind> {
  const kinds = new Set<Kind>(["anybody"]);
  if (me.roles.length > 0) kinds.add("staff");
  for (const role of ROLES) {
    if (me.roles.includes(role) || me.roles.includes("admin")) kinds.add(role);
  }
  if (me.contractor_id !== null) kinds.add("contractor");
  if (me.facility_ids.length > 0) kinds.add("contact");
  return kinds;
}

/** True if somebody of these kinds is among the callers of a procedure. */
export function mayCall(
  kinds: ReadonlySet<Kind>,
  { callers }: Pick<Procedure, "callers">,
): boolean {
  return callers.some((all) => all.every((kind) => kinds.has(kind)));
}

/** True if whoever is signed in may call it, also somebody who is nobody in the firm. */
export function isForAnybody({ callers }: Procedure): boolean {
  return callers.some((all) => all.includes("anybody"));
}
