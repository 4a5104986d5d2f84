/** Locks of transactions, and locking against them. */
import type postgres from "postgres";
import type { Lock } from "./lock_table.ts";

/** Advisory locks by the name that the table gives them, with the text that is hashed to their key. */
const ADVISORY_LOCKS: Readonly<Record<string, string>> = {
  imports: "private.hold_imports",
  billing: "private.bill_time",
  rates: "private.rates_of_days",
  time: "private.hold_time",
  plans: "private.hold_plans",
  approving: "private.hold_approvals",
  leave: "private.hold_leave",
  books: "private.hold_books",
  requirements: "private.hold_requirements",
};

const ROW_STRENGTHS = ["for key share", "for share", "for no key update", "for update"];

/** A lock that somebody holds. */
export interface Held {
  readonly name: string;
  /** As in {@link Lock}. */
  readonly strength: string;
  /** True if any statement takes it by itself: for a foreign key, or on a row that it writes. */
  readonly isImplicit: boolean;
}

/**
 * Locks of all transactions of the database but one: each lock once, rows of a table at
 * their strongest. Takes the extension pgrowlocks.
 *
 * @param except the transaction that is left out
 */
export async function heldLocks(sql: postgres.Sql, except: Transaction | null): Promise<Held[]> {
  return [
    ...await heldAdvisoryLocks(sql, except),
    ...await heldTables(sql, except),
    ...await heldRows(sql, except),
  ];
}

/** True if one strength of a lock includes another. */
export function includes(strength: string, other: string): boolean {
  return ROW_STRENGTHS.includes(strength)
    ? ROW_STRENGTHS.indexOf(strength) >= ROW_STRENGTHS.indexOf(other)
    : strength === other;
}

async function heldAdvisoryLocks(sql: postgres.Sql, except: Transaction | null): Promise<Held[]> {
  const locks = await sql<{ key: string; mode: string }[]>`
    select coalesce(known.name, 'unknown') as key, mode
      from pg_locks
      left join unnest(${Object.keys(ADVISORY_LOCKS)}::text[], ${
    Object.values(ADVISORY_LOCKS)
  }::text[])
             as known (name, hashed)
        on (classid::bigint << 32 | objid::bigint) = hashtextextended(known.hashed, 0)
     where locktype = 'advisory' and granted
       and database = (select oid from pg_database where datname = current_database())
       and pid is distinct from ${except?.pid ?? null}`;
  return locks.map(({ key, mode }) => ({
    name: key,
    strength: mode === "ShareLock" ? "shared" : "exclusive",
    isImplicit: false,
  }));
}

/** Locks of tables that are stronger than those of statements that write. */
async function heldTables(sql: postgres.Sql, except: Transaction | null): Promise<Held[]> {
  const locks = await sql<{ mode: string }[]>`
    select mode from pg_locks as lock join pg_class as class on class.oid = lock.relation
     where locktype = 'relation' and granted and pid is distinct from ${except?.pid ?? null}
       and database = (select oid from pg_database where datname = current_database())
       and relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`;
  return locks.map(({ mode }) => ({
    name: "tables",
    strength: mode.replace("Lock", "").replace(/\B[A-Z]/g, " $&").toLowerCase(),
    isImplicit: false,
  }));
}

async function heldRows(sql: postgres.Sql, except: Transaction | null): Promise<Held[]> {
  // A table that somebody wants for himself cannot be read.
  const tables = await sql<{ name: string; path: string }[]>`
    select relname as name, format('%I.%I', nspname, relname) as path
      from pg_class as class join pg_namespace as schema on schema.oid = class.relnamespace
     where relkind = 'r' and nspname in ('public', 'private')
       and not exists (
           select from pg_locks where relation = class.oid and mode = 'AccessExclusiveLock'
              and database = (select oid from pg_database where datname = current_database()))`;
  const locks = await sql<{ name: string; mode: string }[]>`
    select locked.name, lock.mode
      from unnest(${tables.map(({ name }) => name)}::text[], ${
    tables.map(({ path }) => path)
  }::text[])
             as locked (name, path)
     cross join lateral extensions.pgrowlocks(locked.path) as row
     cross join lateral unnest(row.xids, row.modes) as lock (xid, mode)
     where lock.xid::text is distinct from ${except?.xid ?? null}`;
  const strongest = new Map<string, Held>();
  for (const { name, mode } of locks) {
    // A lock is "For Update", or "Update" on a row that was written, or shared with others.
    const strength = `for ${mode.toLowerCase().replace("for ", "")}`;
    const isImplicit = /^(No Key )?Update$|Key Share$/.test(mode);
    const before = strongest.get(name);
    strongest.set(name, {
      name,
      strength: before && includes(before.strength, strength) ? before.strength : strength,
      isImplicit: isImplicit && before?.isImplicit !== false,
    });
  }
  return [...strongest.values()];
}

/** An open transaction. */
export interface Transaction {
  readonly pid: number;
  readonly xid: string;
}

/** Opens a transaction on a connection of its own. */
export async function beginOn(connection: postgres.Sql): Promise<Transaction> {
  await connection`begin`;
  const [transaction] = await connection<[Transaction]>`
    select pg_backend_pid() as pid, pg_current_xact_id()::xid::text as xid`;
  return transaction;
}

/** The weakest lock that keeps one of a strength waiting. */
const AGAINST: Readonly<Record<string, string>> = {
  "for update": "for key share",
  "for no key update": "for share",
  "for share": "for no key update",
  "for key share": "for update",
};

/** Locks against a lock of the table, everything that it may be about, as weakly as keeps it waiting. */
export async function lockAgainst(connection: postgres.Sql, lock: Lock): Promise<void> {
  const hashed = ADVISORY_LOCKS[lock.name];
  if (hashed !== undefined) {
    const shared = lock.strength === "exclusive" ? "_shared" : "";
    await connection.unsafe(
      `select pg_advisory_xact_lock${shared}(hashtextextended($1, 0))`,
      [hashed],
    );
  } else if (lock.name === "tables") {
    await connection.unsafe(`do $$ declare loose regclass; begin
      for loose in select oid from pg_class
                    where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity loop
        execute format('lock table %s in access share mode', loose);
      end loop; end $$`);
  } else {
    const isPrivate = ["last_invoice_numbers", "outbox"].includes(lock.name);
    const schema = isPrivate ? "private" : "public";
    await connection.unsafe(`select from ${schema}.${lock.name} ${AGAINST[lock.strength]}`);
  }
}
