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
  const run = await client.from("billing_runs").select("details").single();
  const amounts: string[] = run.data?.details.map(({ amount }) => amount) ?? [];
  const job = await client.from("job_runs").select("counts").single();
  const counts = job.data?.counts;
  const locked: number = counts && "locked" in counts ? counts.locked : 0;
  const margin = await client.from("assignment_margin").select("facility_name, end_date").single();
  const facility: string | undefined = margin.data?.facility_name;
  const lastDay: string | null | undefined = margin.data?.end_date;
  const invited = await client.rpc("invite", { kind: "contractor", id: "" });
  const code: string = invited.data?.code ?? "";
  const who = (await client.rpc("accept_invitation", { code })).data?.kind;
  await client.from("invitations").select().eq("state", "open").eq("kind", who ?? "staff_member");
  const { data } = await client.from("ar_aging").select("net, facility_name").single();
  const net: number | undefined = data?.net;
  const invoice = await client.from("invoices").select("interest_breakdown").single();
  const breakdown = invoice.data?.interest_breakdown;
  const segments = breakdown && "segments" in breakdown ? breakdown.segments : [];
  return [
    String(net),
    String(locked),
    String(facility),
    String(lastDay),
    ...amounts,
    ...segments.map(({ interest }) => interest),
  ];
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
  // @ts-expect-error: an employment type that is none
  await client.from("contractors").update({ employment_type: "freelance" }).eq("id", "");
  const advance = { payroll_batch_id: "", expected_status: "closed" } as const;
  // @ts-expect-error: a status that no batch advances from, under the path segment
  await client.rpc("advancepayrollbatch_status", advance);
  // @ts-expect-error: a view is not written
  await client.from("ar_aging").insert({ net: 1 });
  // @ts-expect-error: nor changed
  await client.from("ar_aging").update({ net: 1 }).eq("facility_id", "");
  // @ts-expect-error: money in a breakdown is text
  await client.from("invoices").update({ interest_breakdown: { ...NOTHING, fee: 0 } }).eq("id", "");
  // @ts-expect-error: an outcome that no facility has
  await client.from("billing_runs").update({ details: [{ ...OUTCOME, outcome: "paid" }] });
  // @ts-expect-error: the counts of no job
  await client.from("job_runs").update({ counts: { remaining: 0 } });
  const paid = await client.rpc("payroll_export", { payroll_batch_id: "" }).select("batch_status");
  // @ts-expect-error: a status that no batch has
  if (paid.data?.[0]?.batch_status === "paid") return true;
  const margin = await client.from("assignment_margin").select("end_date").single();
  // @ts-expect-error: an assignment may have no end
  const lastDay: string | undefined = margin.data?.end_date;
  // @ts-expect-error: never true
  return entry.status === "aproved" && lastDay;
}

const NOTHING = { interest: "0.00", fee: "0.00", accruedThrough: "2026-03-02", segments: [] };

const OUTCOME = { facility_id: "", facility: "", reason: null, entries: 0, amount: "0.00" };

// @ts-expect-error: a view has no type of rows to add
export type Added = Database["public"]["Views"]["ar_aging"]["Insert"];
// @ts-expect-error: nor of changes
export type Changed = Database["public"]["Views"]["ar_aging"]["Update"];
