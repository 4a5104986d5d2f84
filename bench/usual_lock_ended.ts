import type { SupabaseClient } from "@supabase/supabase-js";

const PAGE = 1000;
const OPEN = ["draft", "submitted", "approved"];

/**
 * lock-ended as most would write it: fetch the entries with their assignments a page at a time, and
 * update one after the other. No counts by state, no run record, no protection against a second run.
 *
 * @returns how many were locked
 */
export async function usualLockEnded(client: SupabaseClient, today: string): Promise<number> {
  let locked = 0;
  for (;;) {
    const { data: entries, error } = await client
      .from("time_entries")
      .select("id, status, assignments!inner(end_date)")
      .lt("assignments.end_date", today)
      .in("status", OPEN)
      .limit(PAGE);
    if (error) throw new Error(error.message);
    if (entries.length === 0) return locked;
    for (const entry of entries) {
      const { error } = await client
        .from("time_entries")
        .update({ status: "locked", locked_at: new Date().toISOString() })
        .eq("id", entry.id);
      if (error) throw new Error(error.message);
      locked++;
    }
  }
}
