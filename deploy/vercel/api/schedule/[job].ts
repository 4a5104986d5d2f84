// What Vercel Cron calls: it sends GET, a job wants POST. Vercel presents its variable CRON_SECRET as
// Bearer, and the job's function checks it: set it to the value of CRON_SHARED_SECRET. So this route needs
// no secret, and lets nobody do what the function would not. SUPABASE_URL is to be set, too.
import process from "node:process";

const JOBS = ["lock-ended", "accrue-interest", "maintain", "deliver"];
/** Between the attempts; every job is idempotent. */
const PAUSES_MS = [1_000, 4_000, 16_000];
/** Of all attempts together; vercel.json gives this route a little more. */
const TIME_LIMIT_MS = 290_000;

/** Runs the job that the path ends in, again after a pause while its function fails or is away. */
export async function GET(request: Request): Promise<Response> {
  const job = JOBS.find((job) => new URL(request.url).pathname === `/api/schedule/${job}`);
  if (job === undefined) return json(404, '{"error":"not_found"}');
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_MS);
  for (let attempt = 0;; attempt++) {
    const answer = await fetch(`${process.env["SUPABASE_URL"]}/functions/v1/cron-${job}`, {
      method: "POST",
      headers: { Authorization: request.headers.get("Authorization") ?? "" },
      redirect: "manual",
      signal: timeLimit,
    }).then(
      async (answer) => json(answer.status, await answer.text()),
    ).catch(() => json(503, '{"error":"function_unavailable"}'));
    const pause = PAUSES_MS[attempt];
    if (answer.status < 500 || pause === undefined || timeLimit.aborted) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function json(status: number, text: string): Response {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" };
  return new Response(text, { status, headers });
}
