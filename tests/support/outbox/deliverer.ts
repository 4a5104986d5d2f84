/** The job deliver in a process of its own, which can be killed. */
import postgres from "postgres";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "../http/function.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const GATE = 2_107_721;

/** A run of `deno task job deliver` under way. */
export interface Deliverer {
  /** kill -9; settles when the process is gone. */
  kill(): Promise<void>;
  /** Its counts, once it has ended well. */
  readonly counts: Promise<Record<string, number>>;
}

/**
 * Starts the job as an operator does.
 *
 * @param databaseUrl the test's database
 * @param environment MAIL_API_KEY and its like
 */
export function startDeliverer(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Deliverer {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--quiet", "cli/job.ts", "deliver"],
    cwd: ROOT,
    clearEnv: true,
    env: { ...ownEnvironment(), ...environment, SUPABASE_DB_URL: databaseUrl },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = child.output();
  const counts = output.then(({ success, stdout, stderr }) => {
    if (!success) throw new Error(`deliver failed: ${new TextDecoder().decode(stderr)}`);
    return JSON.parse(new TextDecoder().decode(stdout));
  });
  counts.catch(() => {}); // of one that is killed nobody asks
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await output;
    },
    counts,
  };
}

/** Point at which a run can be made to stop: while it writes one of these and has not committed it. */
export type Gate = "claim" | "print" | "lost_print" | "settle" | "end";

/** Closes a gate in a test's database; `reached` settles when a run stands there. */
export async function closeGate(
  sql: postgres.Sql,
  url: string,
  gate: Gate,
): Promise<{ reached: () => Promise<void>; open: () => Promise<void> }> {
  const [table, condition] = {
    claim: ["private.outbox", "new.status = 'sending'"],
    print: ["private.outbox", "old.composing_at is not null and new.composing_at is null"],
    lost_print: [
      "private.outbox",
      "old.composing_at is not null and new.composing_at is null and new.lost_prints > 0",
    ],
    settle: ["private.outbox", "new.status = 'sent'"],
    end: ["public.job_runs", "new.status = 'succeeded'"],
  }[gate];
  await sql.unsafe(`
    create schema gate;
    create function gate.wait() returns trigger language plpgsql as $$
    begin
        perform pg_advisory_xact_lock_shared(${GATE});
        return null;
    end;
    $$;
    create trigger gate after update on ${table} for each row when (${condition}) execute function gate.wait();`);
  const keeper = postgres(url, { max: 1, onnotice: () => {} });
  await keeper`select pg_advisory_lock(${GATE})`;
  const waiting = keeper`
    datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
  return {
    reached: async () => {
      await waitUntil(async () =>
        (await keeper`select from pg_stat_activity where ${waiting}`).length > 0
      );
    },
    open: async () => {
      // The server would go on with what it was told, and never know that nobody waits for it.
      await keeper`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`;
      await waitUntil(async () =>
        (await keeper`select from pg_stat_activity where ${waiting}`).length === 0
      );
      await keeper.end({ timeout: 1 });
      await sql.unsafe("drop schema gate cascade");
    },
  };
}

/** Asks again and again, for twenty seconds at most. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it never came to be");
}
