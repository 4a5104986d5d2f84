import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { JobName } from "../supabase/functions/_shared/jobs/job_name.ts";

const SCRIPT = fileURLToPath(new URL("./job_process.ts", import.meta.url));

const Outcome = z.object({
  counts: z.record(z.string(), z.number()),
  time: z.number(),
  cpu: z.number(),
  memory: z.number(),
});

/**
 * Resources that a job in a new process took: milliseconds, the process's own processor time, peak
 * memory in bytes.
 */
export type JobOutcome = z.infer<typeof Outcome>;

/** Runs a job in a process of its own. */
export async function runJobProcess(
  job: JobName,
  databaseUrl: string,
  today: string,
): Promise<JobOutcome> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", SCRIPT, job, databaseUrl, today],
    stderr: "inherit",
  });
  const { success, stdout } = await command.output();
  if (!success) throw new Error(`${job} in its own process failed`);
  return Outcome.parse(JSON.parse(new TextDecoder().decode(stdout)));
}
