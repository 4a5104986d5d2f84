import { createClient } from "@supabase/supabase-js";
import { type Database, refusalOf } from "staffing-client";

/** The project, which is named when the page is built. */
const supabase = createClient<Database>(
  import.meta.env["VITE_SUPABASE_URL"],
  import.meta.env["VITE_SUPABASE_PUBLISHABLE_KEY"],
);

/** An answer of supabase-js. */
interface Answer<T> {
  readonly data: T;
  readonly error: unknown;
}

/** Data of an answer. A refusal is thrown in its own words, which are made for people. */
function done<T>({ data, error }: Answer<T>): NonNullable<T> {
  const refusal = refusalOf(error);
  if (refusal) throw new Error(`${refusal.message} ${refusal.hint ?? ""}`);
  if (error) {
    throw new Error("The office did not answer. Look whether you are online, and try again.");
  }
  return data as NonNullable<T>;
}

export async function isSignedIn(): Promise<boolean> {
  return (await supabase.auth.getSession()).data.session !== null;
}

export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await supabase.auth.signInWithPassword({ email, password });
  if (error) throw error;
}

export async function signOut(): Promise<void> {
  await supabase.auth.signOut({ scope: "local" });
}

/** First day of the firm's present workweek. */
export async function presentWeek(): Promise<string> {
  return done(await supabase.from("me").select("week_start").single()).week_start;
}

export type Assignment = Awaited<ReturnType<typeof assignmentsOf>>[number];

/** The contractor's assignments in a week. */
export async function assignmentsOf(start: string, end: string) {
  return done(
    await supabase.from("my_assignments")
      .select("assignment_id, facility_name, department, start_date, end_date")
      .lte("start_date", end).or(`end_date.is.null,end_date.gte.${start}`)
      .order("start_date").order("assignment_id"),
  );
}

/** The contractor's time in a week. */
export async function timeOf(start: string, end: string) {
  return done(
    await supabase.from("my_time").select("assignment_id, work_date, hours, status, shift_id")
      .gte("work_date", start).lte("work_date", end).eq("is_set_aside", false)
      .order("work_date").order("time_entry_id"),
  );
}

/** Writes days of a week, all or none of them. Those that are not named stay as they are. */
export async function saveWeek(
  assignment_id: string,
  week_start: string,
  days: Readonly<Record<string, number>>,
  submit: boolean,
): Promise<void> {
  done(await supabase.rpc("save_week", { assignment_id, week_start, days, submit }));
}
