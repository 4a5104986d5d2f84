/** Connections that are lost half-way through an answer. */
import { withConnection } from "../../stack/schema/scratch_database.ts";
import type { Disturbance } from "./disturb.ts";

/** Between a caller and the database, after so many bytes of what the database says. */
export const CUT_DATABASE: Disturbance = {
  name: "a lost connection to the database",
  prepare: ({ toDatabase, next }) => {
    toDatabase.setMode({ cutAfter: 400 + next() % 1600 });
    return false;
  },
};

/** The session is terminated, and the caller learns it late. */
export const TERMINATE: Disturbance = {
  name: "a terminated session of which the caller learns late",
  prepare: ({ toDatabase, next }) => {
    toDatabase.setMode({ closeLate: next() % 400 });
    return false;
  },
  strike: async ({ url, session }) => {
    const terminated = await withConnection(url, (sql) =>
      sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and (pid = ${session} or ${session}::int is null)`);
    return terminated.length > 0;
  },
};

/** Between whoever asked and a function, in the middle of its answer: it has worked, and they do not know. */
export const CUT_ANSWER: Disturbance = {
  name: "a lost answer of a job's function",
  strike: ({ toFunction, next }) => {
    toFunction?.cutAfter(next() % 200);
    return false;
  },
};
