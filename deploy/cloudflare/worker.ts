// A Cloudflare Worker with two uses, of which you may take one: `fetch` is the proxy for POST
// /api/cron/<job>, `scheduled` is the scheduler, started by the cron triggers of wrangler.toml.

/** Variables that wrangler.toml and `wrangler secret put` set. */
interface Env {
  /** Address of the edge functions: https://PROJECT_REF.supabase.co/functions/v1 */
  readonly FUNCTIONS_URL: string;
  /** For `scheduled` alone: the proxy passes on what its callers present. */
  readonly CRON_SHARED_SECRET?: string;
}

const JOBS = ["lock-ended", "accrue-interest", "maintain", "deliver"];
/** Jobs that the cron triggers run; one that is not here runs lock-ended, which is for once a day. */
const RUN_BY: Readonly<Record<string, string>> = {
  "10 * * * *": "accrue-interest",
  "* * * * *": "deliver",
  "15 9 * * *": "maintain",
};
const MAX_BODY_BYTES = 1024;
/** As long as a function may take. */
const TIME_LIMIT_MS = 150_000;
/** Between the attempts of a run; every job is idempotent. */
const PAUSES_MS = [1_000, 4_000, 16_000, 64_000];

export default {
  /** Passes a scheduler's call on to the job's function. It logs nothing: `?token=` carries the secret. */
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const job = JOBS.find((job) => pathname === `/api/cron/${job}`);
    if (job === undefined) return refusal(404, "not_found");
    if (request.method !== "POST") return refusal(405, "method_not_allowed", { Allow: "POST" });
    const body = await request.arrayBuffer();
    if (body.byteLength > MAX_BODY_BYTES) return refusal(413, "body_too_large");
    try {
      return await fetch(`${env.FUNCTIONS_URL}/cron-${job}${search}`, {
        method: "POST",
        headers: request.headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
    } catch {
      return refusal(503, "function_unavailable");
    }
  },

  /** Runs the job of a trigger; that it failed shows as a failed invocation. */
  async scheduled({ cron }: { readonly cron: string }, env: Env): Promise<void> {
    await run(RUN_BY[cron] ?? "lock-ended", env);
  },
};

/** Runs a job, again after a pause while its function fails or is away. */
async function run(job: string, env: Env): Promise<void> {
  for (let attempt = 0;; attempt++) {
    const { status, text } = await fetch(`${env.FUNCTIONS_URL}/cron-${job}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.CRON_SHARED_SECRET}` },
      redirect: "manual",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
    ).catch((error) => ({ status: 503, text: String(error) }));
    const outcome = `${job}: ${text} ${status}`;
    if (status === 200) return console.log(outcome);
    const pause = PAUSES_MS[attempt];
    if (status < 500 || pause === undefined) throw new Error(outcome);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function refusal(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
