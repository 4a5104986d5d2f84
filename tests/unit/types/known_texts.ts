// What must compile against database.types.ts, and what must not: `deno check .` reads this file, and complains of an
// expected error that is none. It is never run.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database, Tables } from "../../../supabase/functions/_shared/database.types.ts";

export async function compiles(client: SupabaseClient<Database>): Promise<string[]> {
  await client.from("time_entries").update({ status: "approved" }).eq("status", "submitted");
  await client.from("staff_members").update({ roles: ["billing", "payroll"] }).eq("id", "");
  await client.rpc("hire_candidate", {
    candidate_id: "",
    facility_id: "",
    start_date: "2026-03-02",
    bill_rate: 95,
    pay_rate: 60,
    employment_type: "1099",
  });
  const invited = await client.rpc("invite", { kind: "contractor", id: "" });
  const code: string = invited.data?.code ?? "";
  const who = (await client.rpc("accept_invitation", { code })).data?.kind;
  await client.from("invitations").select().eq("state", "open").eq("kind", who ?? "staff_member");
  const { data } = await client.from("ar_aging").select("net, facility_name").single();
  const net: number | undefined = data?.net;
  const invoice = await client.from("invoices").select("interest_breakdown").single();
  const breakdown = invoice.data?.interest_breakdown;
  const segments = breakdown && "segments" in breakdown ? breakdown.segments : [];
  return [String(net), ...segments.map(({ interest }) => interest)];
}

export async function doesNotCompile(
  client: SupabaseClient<Database>,
  entry: Tables<"time_entries">,
): Promise<boolean> {
  // @ts-expect-error: nobody is invited as a candidate
  await client.rpc("invite", { kind: "candidate", id: "" });
  // @ts-expect-error: a status that no entry has
  await client.from("time_entries").update({ status: "aproved" }).eq("id", "");
  // @ts-expect-error: a role that nobody has
  await client.from("staff_members").insert({ user_id: "", roles: ["biling"] });
  // @ts-expect-error: an overtime rule that is none
  await client.rpc("hire_candidate", { overtime_rule: "texas" });
  const advance = { payroll_batch_id: "", expected_status: "closed" } as const;
  // @ts-expect-error: a status that no batch advances from, under the path segment
  await client.rpc("advancepayrollbatch_status", advance);
  // @ts-expect-error: a view is not written
  await client.from("ar_aging").insert({ net: 1 });
  // @ts-expect-error: never true
  return entry.status === "aproved";
}
