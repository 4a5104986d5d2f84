import type { z } from "zod";
import type { AdminCheck } from "./admin_call.ts";
import { authorizeCron } from "./cron_auth.ts";
import { jsonResponse, refuseOther } from "./http.ts";
import { JobFailedError } from "./jobs/job_run.ts";

/** A job as its HTTP endpoint needs to know it. */
export interface CronJob<Body> {
  /** The function's name, which is also the first segment of its path: `cron-lock-ended`. */
  readonly functionName: string;
  /** Fields of the request's body; an empty body counts as `{}`. */
  readonly body: z.ZodType<Body>;
  /** Runs the job and resolves to its counts. */
  readonly run: (body: Body) => Promise<unknown>;
  /** The secrets that schedulers may present, the one in force first; none refuses every request. */
  readonly sharedSecrets: readonly string[];
  /** Says whether an admin asks, who may run the job too; left out, nobody but schedulers may. */
  readonly isAdmin?: AdminCheck;
  /** Takes one line for the operator; the platform says which function it comes from. Never given the secret. */
  readonly log: (line: string) => void;
}

/** Pages of every origin may ask: an admin's token is what counts, and no browser sends it by itself. */
const OPEN_TO_PAGES = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "authorization, apikey, x-client-info, content-type",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
};

/**
 * The HTTP side of a job: authenticates, calls the logic, answers its counts. Checks in the order 404,
 * 405, 401, 400; a failed run answers 500 with its run id and nothing of what went wrong. Who runs it is a scheduler
 * with the secret, or an admin of the firm with the token of their session.
 *
 * @param job the job behind the endpoint
 */
export function cronHandler<Body>(job: CronJob<Body>): (request: Request) => Promise<Response> {
  const { log } = job;
  if (job.sharedSecrets.length === 0) {
    log("CRON_SHARED_SECRET is unset or blank: every request will be refused.");
  }
  return async (request) => {
    const isQuestion = request.method === "OPTIONS" &&
      refuseOther(request, job.functionName, ["OPTIONS"]) === null;
    const response = isQuestion ? new Response(null, { status: 204 }) : await answer(request, job);
    for (const [name, value] of Object.entries(OPEN_TO_PAGES)) response.headers.set(name, value);
    return response;
  };
}

async function answer<Body>(request: Request, job: CronJob<Body>): Promise<Response> {
  const { log } = job;
  const refusal = refuseOther(request, job.functionName, ["POST"]);
  if (refusal) return refusal;
  const authorization = await authorizeCron(request, job.sharedSecrets);
  if (!authorization.ok) {
    if (!await job.isAdmin?.(request.headers)) {
      log(`refused: ${authorization.reason}`);
      return jsonResponse(401, { error: "unauthorized" });
    }
    log("started by an admin");
  } else if (authorization.isPrevious) {
    log("accepted CRON_SHARED_SECRET_PREVIOUS: this scheduler still has to get the new secret.");
  }
  const value = parseBody(await request.text());
  const body = job.body.safeParse(value);
  if (!body.success) {
    const message = value === undefined
      ? "The body is not JSON."
      : body.error.issues.map(describeIssue).join("; ");
    return jsonResponse(400, { error: "invalid_body", message });
  }
  return await answerRun(() => job.run(body.data), log);
}

async function answerRun(run: () => Promise<unknown>, log: (line: string) => void) {
  try {
    const counts = await run();
    log(`succeeded: ${JSON.stringify(counts)}`);
    return jsonResponse(200, counts);
  } catch (error) {
    const runId = error instanceof JobFailedError ? error.runId : null;
    log(`failed: run ${runId}: ${error instanceof Error ? error.message : error}`);
    return jsonResponse(500, { error: "job_failed", run_id: runId });
  }
}

/** The body as a value; undefined, which no schema of ours accepts, for what is not JSON. */
function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.join(".");
  return field === "" ? issue.message : `${field}: ${issue.message}`;
}
