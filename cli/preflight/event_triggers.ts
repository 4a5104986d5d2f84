import type postgres from "postgres";
import type { Finding, Findings } from "./findings.ts";

/** The procedure whose name the dashboard gives to a function of its own. */
export const RLS_FUNCTION = "public.rls_auto_enable()";

/** A line that the dashboard's function writes to the log when it has done its work. */
const DASHBOARDS = /rls_auto_enable: enabled RLS on/;

interface EventTrigger {
  readonly name: string;
  readonly function: string;
  readonly body: string;
}

/** Event triggers and a function rls_auto_enable that the first file would replace. */
export async function eventTriggers(
  sql: postgres.TransactionSql,
): Promise<Findings> {
  const triggers = await sql<EventTrigger[]>`
    select evtname as name, evtfoid::regprocedure::text as function, prosrc as body
      from pg_catalog.pg_event_trigger
      join pg_catalog.pg_proc on pg_proc.oid = evtfoid
     order by evtname`;
  const [own] = await sql<{ body: string }[]>`
    select prosrc as body from pg_catalog.pg_proc where oid = to_regprocedure(${RLS_FUNCTION})`;
  const others = triggers.filter((trigger) =>
    trigger.function === RLS_FUNCTION && trigger.name !== "ensure_rls"
  );
  const ensuring = triggers.find(({ name }) => name === "ensure_rls");
  const inTheWay: Finding[] = [];
  if (others.length > 0) {
    inTheWay.push({
      what: `Event triggers of yours call ${RLS_FUNCTION}, a name that this project needs.`,
      names: others.map(({ name }) => name),
      todo:
        "Rename the function (alter function public.rls_auto_enable() rename to …): they go on " +
        "calling it.",
    });
  } else if (own && !DASHBOARDS.test(own.body)) {
    inTheWay.push({
      what: `The function ${RLS_FUNCTION} is yours. The first file drops it.`,
      todo: "Rename it: alter function public.rls_auto_enable() rename to …",
    });
  }
  if (ensuring && !DASHBOARDS.test(ensuring.body)) {
    inTheWay.push({
      what:
        `The event trigger ensure_rls is yours (it calls ${ensuring.function}). The first file ` +
        "drops it.",
      todo: "Rename it: alter event trigger ensure_rls rename to …",
    });
  }
  const isDashboards = ensuring && DASHBOARDS.test(ensuring.body);
  return {
    inTheWay,
    toKnow: isDashboards
      ? [
        "The dashboard's automatic row level security (ensure_rls) is replaced by one that does the same.",
      ]
      : [],
  };
}
