/** A gate before every write, at one of which a call can be made to stop. */
import postgres from "postgres";

const GATE = 2_207_2026;

/** Puts a gate before each statement that writes a table; open until `closeGate`. */
export async function putGates(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema gate;
    create sequence gate.writes;
    create table gate.stop (at bigint not null);
    insert into gate.stop values (0);
    create function gate.pass() returns trigger language plpgsql security definer as $$
    begin
        if nextval('gate.writes') = (select at from gate.stop) then
            perform pg_advisory_xact_lock_shared(${GATE});
        end if;
        return null;
    end;
    $$;
    do $$
    declare
        v_table regclass;
    begin
        for v_table in select oid from pg_class
                        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                          and relkind in ('r', 'p') and not relispartition loop
            execute format('create trigger gate before insert or update or delete on %s execute function gate.pass()',
                           v_table);
        end loop;
    end;
    $$;
    grant usage on schema gate to public;`);
}

/** Number of statements that have written by now. */
export async function writesSoFar(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<[{ writes: number }]>`
    select case when is_called then last_value else 0 end::int as writes from gate.writes`;
  return row.writes;
}

/** A gate that is closed. */
export interface ClosedGate {
  /** The session that stands there, once one does; null where `ended` settles before, or after 10 s. */
  reached(ended: Promise<unknown>): Promise<number | null>;
  /** Opens it, as does the end of the server. */
  open(): Promise<void>;
}

/** Closes the gate before one of the next writes, the first of which is 1. */
export async function closeGate(url: string, write: number): Promise<ClosedGate> {
  const keeper = postgres(url, { max: 1, onnotice: () => {}, idle_timeout: 0 });
  await keeper`select pg_advisory_lock(${GATE})`;
  await keeper`update gate.stop set at = ${await writesSoFar(keeper) + write}`;
  return {
    reached: async (ended) => {
      let isOver = false;
      ended.then(() => isOver = true, () => isOver = true);
      for (let attempt = 0; attempt < 1000 && !isOver; attempt++) {
        const [session] = await keeper<{ pid: number }[]>`
          select pid from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
          .catch(() => []); // The server has gone away.
        if (session) return session.pid;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return null;
    },
    open: () => keeper.end({ timeout: 1 }).catch(() => {}),
  };
}
