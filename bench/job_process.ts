// One job in a process of its own, as a function's worker runs it: says what it took, as JSON.
// Arguments: a job's name, the database's URL, today.

import process from "node:process";
import { connect } from "../supabase/functions/_shared/database.ts";
import { isJobName } from "../supabase/functions/_shared/jobs/job_name.ts";
import { JOBS } from "../supabase/functions/_shared/jobs/jobs.ts";

const [name, url = "", today] = Deno.args;
if (!isJobName(name)) throw new Error(`no job is called ${name}`);
const job = JOBS[name];
const sql = connect(url);
await sql`select`;
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
const counts: Record<string, number> = await job(sql, { today });
const [time, cpu] = [performance.now() - startedAt, process.cpuUsage(cpuBefore)];
await sql.end({ timeout: 5 });
console.log(
  JSON.stringify({ counts, time, cpu: (cpu.user + cpu.system) / 1000, memory: await peakMemory() }),
);

/** The most memory that was resident, in bytes; where the system does not tell, what is resident now. */
async function peakMemory(): Promise<number> {
  const status = await Deno.readTextFile("/proc/self/status").catch(() => "");
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? Deno.memoryUsage().rss : Number(kibibytes) * 1024;
}
