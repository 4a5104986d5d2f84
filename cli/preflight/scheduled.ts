import type postgres from "postgres";
import type { Finding } from "./findings.ts";
import type { Plan } from "./plan.ts";

/** Jobs of pg_cron and secrets of Vault that have names of this project and are not its own. */
export async function scheduled(sql: postgres.TransactionSql, plan: Plan): Promise<Finding[]> {
  const coming = (kind: string) =>
    plan.comingNames.flatMap(({ adds }) => adds).flatMap((name) =>
      name.startsWith(`${kind} `) ? name.slice(kind.length + 1) : []
    );
  const [may] = await sql<[{ jobs: boolean; secrets: boolean }]>`
    select coalesce(has_table_privilege(to_regclass('cron.job'), 'select'), false) as jobs,
           coalesce(has_table_privilege(to_regclass('vault.secrets'), 'select'), false) as secrets`;
  const jobs = !may.jobs ? [] : await sql<{ name: string }[]>`
    select distinct jobname::text as name
      from cron.job
     where jobname = any (${
    coming("job")
  }) and command !~ '^select private[.](request_job|purge_job_history)[(]'
     order by 1`;
  const secrets = !may.secrets ? [] : await sql<{ name: string }[]>`
    select name from vault.secrets where name = any (${coming("secret")}) order by 1`;
  return [
    ...(jobs.length === 0 ? [] : [{
      what: "Jobs of yours in pg_cron have names of this project's jobs.",
      names: jobs.map(({ name }) => name),
      todo: "Schedule them under other names (cron.schedule, cron.unschedule).",
    }]),
    ...(secrets.length === 0 ? [] : [{
      what:
        "Secrets of yours in Vault have names of this project's. Scheduling would replace them.",
      names: secrets.map(({ name }) => name),
      todo: "Rename them: select vault.update_secret(id, new_name => '…') from vault.secrets …",
    }]),
  ];
}
