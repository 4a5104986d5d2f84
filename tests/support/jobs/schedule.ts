import type postgres from "postgres";

/** The secret that tests schedule with unless they give another. */
export const SECRET = "a secret that is seen nowhere";

/** Calls schedule_maintenance_jobs with good arguments but for those given. */
export function scheduleJobs(
  sql: postgres.Sql,
  other: Readonly<Record<string, string | null>> = {},
): Promise<postgres.RowList<postgres.Row[]>> {
  const named = { base_url: "https://jobs.example.org", cron_shared_secret: SECRET, ...other };
  const places = Object.keys(named).map((name, index) => `${name} => $${index + 1}`).join(", ");
  return sql.unsafe(
    `select * from private.schedule_maintenance_jobs(${places})`,
    Object.values(named),
  );
}
