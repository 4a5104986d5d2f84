// Reads what nobody has billed yet, and makes the draft invoices of a week.
import { createClient } from "@supabase/supabase-js";
import { allPages, type Database, refusalOf } from "staffing-client";
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "", EMAIL = "", PASSWORD = "" } = process.env;
const supabase = createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
  auth: { persistSession: false, autoRefreshToken: false },
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "week": { type: "string" }, // its first day; without it the last complete week
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { error } = await supabase.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  if (error) throw error;

  const unbilled = await allPages((from, to) =>
    supabase.from("unbilled_groups").select("facility_name, hours, oldest, newest")
      .order("facility_name").order("facility_id").order("group_key").range(from, to)
  );
  console.log("Not billed yet:");
  for (const { facility_name, hours, oldest, newest } of unbilled) {
    console.log(`  ${facility_name}: ${hours} hours, ${oldest} to ${newest}`);
  }

  const run = await billWeek(values.week, values["dry-run"]);
  console.log(
    `${run.dry_run ? "Would be billed" : "Billed"}, ${run.week_start} to ${run.week_end}:`,
  );
  // Amounts in JSON are text, so that no cent is lost on the way.
  for (const { facility, outcome, amount, reason } of run.details) {
    console.log(`  ${facility}: ${outcome} ${reason ?? amount}`);
  }
}

/** The week's drafts. They are sent by send_invoices, once somebody has looked at them. */
async function billWeek(week: string | undefined, isDryRun: boolean) {
  const request = {
    ...(week !== undefined && { week_start: week }),
    dry_run: isDryRun,
    // The same call may be made again under this id: it answers the same run.
    request_id: randomUUID(),
  };
  let { data, error } = await supabase.rpc("weekly_billing_run", request);
  if (error && refusalOf(error) === null) { // the answer was lost
    ({ data, error } = await supabase.rpc("weekly_billing_run", request));
  }
  if (error) throw error;
  if (data === null) throw new Error("The answer has no run.");
  return data;
}

try {
  await main();
} catch (error) {
  const refusal = refusalOf(error);
  const isMistyped = error instanceof TypeError && "code" in error; // an argument that there is not
  console.error(
    refusal ? `${refusal.message} ${refusal.hint ?? ""}` : isMistyped ? error.message : error,
  );
  process.exitCode = 1;
}
