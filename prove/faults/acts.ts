/** Acts under way when a fault happens: each procedure that writes much, and each job. */
import type postgres from "postgres";
import type { JobName } from "../../supabase/functions/_shared/jobs/job_name.ts";
import { CALLS, type ProcedureCall } from "./procedure_calls.ts";

/** A procedure or a job. */
export type Act = { readonly name: string } & (ProcedureCall | { readonly job: JobName });

/** All of them. */
export const ACTS: readonly Act[] = [
  ...CALLS.map((call) => ({ name: call.procedure, ...call })),
  ...(["lock-ended", "accrue-interest", "deliver", "maintain"] as const).map((job) => ({
    name: job,
    job,
  })),
];

/** The jobs among them. */
export const JOB_ACTS = ACTS.filter((act) => "job" in act);

/** Looks up what a procedure is called with. */
export async function argumentsOf(
  sql: postgres.Sql,
  { args }: ProcedureCall,
): Promise<Record<string, unknown>> {
  const [row] = await sql.unsafe<[{ jsonb_build_object: Record<string, unknown> }]>(args);
  return row.jsonb_build_object;
}

/** The call as the secret key makes it through the API: one message, one transaction, after one that was refused. */
export function callText(procedure: string, args: Readonly<Record<string, unknown>>): string {
  const list = Object.entries(args).map(([name, value]) => `${name} => ${literal(value)}`);
  return `rollback;
    begin;
    select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true);
    select * from public.${procedure}(${list.join(", ")});
    commit`;
}

function literal(value: unknown): string {
  const text = Array.isArray(value) && value.every((one) => typeof one === "string")
    ? `{${value.join()}}`
    : typeof value === "object"
    ? JSON.stringify(value)
    : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
