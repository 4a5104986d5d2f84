/** A gate at which runs of the jobs stop while a test holds it. */
import postgres from "postgres";

const GATE = 7_302_026;

/**
 * Makes runs of lock-ended stop and wait at their second batch, and runs of accrue-interest before they
 * write, while `whileGateIsClosed` holds it.
 */
export async function putGate(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema gate;
    create function gate.wait() returns trigger language plpgsql as $$
    begin
        if tg_table_name = 'invoices'
            or exists (select from public.time_entries where status = 'locked') then
            perform pg_advisory_xact_lock_shared(${GATE});
        end if;
        return null;
    end;
    $$;
    create trigger gate before update on public.time_entries execute function gate.wait();
    create trigger gate before update on public.invoices execute function gate.wait();`);
}

/** Closes the gate until the callback is through; it gets the means to wait for a run that stands there. */
export async function whileGateIsClosed(
  url: string,
  work: (runWaits: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const keeper = postgres(url, { max: 1, onnotice: () => {} });
  await keeper`select pg_advisory_lock(${GATE})`;
  try {
    await work(async () => {
      for (let attempt = 0; attempt < 1000; attempt++) {
        const [run] = await keeper<{ pid: number }[]>`
          select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
        if (run) return run.pid;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error("no run came to the gate");
    });
  } finally {
    // The lock goes with its session.
    await keeper.end({ timeout: 1 });
  }
}

/** Settles when a session of the database has ended. */
export async function sessionEnds(sql: postgres.Sql, pid: number): Promise<void> {
  while ((await sql`select from pg_stat_activity where pid = ${pid}`).length > 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
