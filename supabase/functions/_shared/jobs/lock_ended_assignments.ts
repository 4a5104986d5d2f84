import type postgres from "postgres";
import { InvalidJobOptionError, type JobOptions, recordRun } from "./job_run.ts";

/** Options of {@link lockEndedAssignments}. */
export interface LockEndedOptions extends JobOptions {
  /** Entries locked in one transaction. Default 10,000. */
  readonly batchSize?: number | undefined;
  /** No further transaction starts after so many milliseconds. Default 100,000, below any function's limit. */
  readonly timeBudget?: number | undefined;
}

/** Result of a run of lock-ended. A type, not an interface, so that it is also a plain JSON record. */
export type LockEndedCounts = {
  /** Entries locked: the sum of the next three, which tell the state they were in. */
  locked: number;
  draft: number;
  submitted: number;
  approved: number;
  /** Of `locked`: entries without an approval, which payroll has to take up or set aside. */
  unapproved: number;
  /** Assignments with an entry locked. */
  assignments: number;
  /** Entries of ended assignments that were left alone because they wait for approval. */
  pending_approval: number;
  /** Entries still to be locked: the time was up, or another transaction holds them. */
  remaining: number;
};

/**
 * Locks the time of ended assignments: entries in draft, submitted or approved whose assignment's
 * end_date is before today. Works in short transactions that skip rows others hold, so that it can run
 * beside anything, itself included; its cost follows the entries to lock and the ended assignments,
 * not the size of the table. At its end, leave that has lapsed by today is written to the ledger
 * (private.lapse_leave), where plans are in use, whoever is to be erased is (private.erase_due), and the log
 * says once a month that a firm is one person (private.note_single_person_firm).
 *
 * Source of the rule: docs/architecture.md, "Locking ended assignments".
 *
 * @param sql a connection as the owner of the tables
 * @param options today, dry run, and how the work is cut up
 * @throws {InvalidJobOptionError} the batch size or today is malformed
 * @throws {JobFailedError} the run failed; what earlier transactions locked stays locked
 */
export async function lockEndedAssignments(
  sql: postgres.Sql,
  options: LockEndedOptions = {},
): Promise<LockEndedCounts> {
  const { batchSize = 10_000 } = options;
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new InvalidJobOptionError("batchSize", "a whole number, at least 1");
  }
  return await recordRun(sql, "lock-ended", options, async (today) => {
    const found = await surveyEnded(sql, today);
    if (options.dryRun) return { ...found, remaining: 0 };
    if (found.locked === 0) {
      await endDay(sql, today);
      return found;
    }

    const done = await lockInBatches(sql, today, options);
    const left = await surveyEnded(sql, today);
    await endDay(sql, today);
    return { ...done, pending_approval: left.pending_approval, remaining: left.locked };
  });
}

/**
/**
 * Leave that lapsed by today, of people who are away for too long or by the turn of the year; what is left of people
 * who are erased, once its day has come; and once a month, in the log, that one person alone decides, where the firm
 * said so. Each in a transaction of its own.
 */
async function endDay(sql: postgres.Sql, today: string): Promise<void> {
  await sql`select private.lapse_leave(${today}::text::date)`;
  await sql`select private.erase_due(${today}::text::date)`;
  await sql`select private.note_single_person_firm(${today}::text::date)`;
}

/** Time due to be locked, and time that waits for approval, in the shape of a run's counts. */
async function surveyEnded(sql: postgres.Sql, today: string): Promise<LockEndedCounts> {
  // The lateral keeps one index probe per ended assignment, however many entries others have.
  const [counts] = await sql<[LockEndedCounts]>`
    select count(*) filter (where entry.is_to_be_locked)::int as locked,
           count(*) filter (where entry.status = 'draft')::int as draft,
           count(*) filter (where entry.status = 'submitted')::int as submitted,
           count(*) filter (where entry.status = 'approved')::int as approved,
           count(*) filter (where entry.is_to_be_locked and entry.is_unapproved)::int as unapproved,
           count(distinct assignment.id) filter (where entry.is_to_be_locked)::int as assignments,
           count(*) filter (where entry.status = 'pending_approval')::int as pending_approval,
           0 as remaining
      from public.assignments as assignment
      cross join lateral (
           select entry.status, entry.is_to_be_locked, entry.is_unapproved
             from private.open_time as entry
            where entry.assignment_id = assignment.id
           offset 0
      ) as entry
     where assignment.end_date < ${today}::text::date`;
  return counts;
}

/** End of a batch, so that the next one does not search what is already locked. */
interface Cursor {
  readonly endDate: string;
  readonly assignmentId: string;
}

type Batch =
  & Pick<LockEndedCounts, Exclude<keyof LockEndedCounts, "pending_approval" | "remaining">>
  & {
    picked: number;
    end_date: string;
    assignment_id: string;
    continues: boolean;
  };

async function lockInBatches(
  sql: postgres.Sql,
  today: string,
  { batchSize = 10_000, timeBudget = 100_000 }: LockEndedOptions,
): Promise<Omit<LockEndedCounts, "pending_approval" | "remaining">> {
  const done = { locked: 0, draft: 0, submitted: 0, approved: 0, unapproved: 0, assignments: 0 };
  const deadline = performance.now() + timeBudget;
  let cursor: Cursor = {
    endDate: "-infinity",
    assignmentId: "00000000-0000-0000-0000-000000000000",
  };
  do {
    const batch = await lockBatch(sql, today, batchSize, cursor);
    done.locked += batch.locked;
    done.draft += batch.draft;
    done.submitted += batch.submitted;
    done.approved += batch.approved;
    done.unapproved += batch.unapproved;
    done.assignments += batch.assignments - (batch.continues ? 1 : 0);
    if (batch.picked < batchSize) break;
    cursor = { endDate: batch.end_date, assignmentId: batch.assignment_id };
  } while (performance.now() < deadline);
  return done;
}

async function lockBatch(sql: postgres.Sql, today: string, batchSize: number, cursor: Cursor) {
  const [batch] = await sql<[Batch]>`
    with picked as materialized (
      select entry.place, entry.status, entry.is_unapproved, assignment.id as assignment_id, assignment.end_date
        from public.assignments as assignment
        cross join lateral (
             select entry.place, entry.status, entry.is_unapproved
               from private.open_time as entry
              where entry.assignment_id = assignment.id and entry.is_to_be_locked
                for no key update skip locked
        ) as entry
       where assignment.end_date < ${today}::text::date
         and (assignment.end_date, assignment.id) >= (${cursor.endDate}::text::date, ${cursor.assignmentId}::uuid)
       order by assignment.end_date, assignment.id
       limit ${batchSize}
    ), locked as (
      update public.time_entries as entry
         set status = 'locked', locked_at = clock.at
        from picked, private.clock() as clock
       where entry.ctid = picked.place
      returning picked.status, picked.is_unapproved, picked.assignment_id
    ), last as (
      select end_date, assignment_id from picked order by end_date desc, assignment_id desc limit 1
    )
    select count(*)::int as locked,
           count(*) filter (where status = 'draft')::int as draft,
           count(*) filter (where status = 'submitted')::int as submitted,
           count(*) filter (where status = 'approved')::int as approved,
           count(*) filter (where is_unapproved)::int as unapproved,
           count(distinct assignment_id)::int as assignments,
           coalesce(bool_or(assignment_id = ${cursor.assignmentId}::uuid), false) as continues,
           (select count(*)::int from picked) as picked,
           (select to_char(end_date, 'YYYY-MM-DD') from last) as end_date,
           (select assignment_id from last) as assignment_id
      from locked`;
  return batch;
}
