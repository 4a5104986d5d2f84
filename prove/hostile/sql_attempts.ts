import postgres from "postgres";

/** One statement by one caller. */
export interface Attempt {
  readonly role: string;
  readonly claims: string;
  readonly statement: string;
  /** Asks whether rows that do not concern the caller are as they were; empty: it is not asked. */
  readonly intact: string;
  /** By name the keys of rows that must not be in the answer, as JSON; empty: none. */
  readonly forbidden: string;
}

/** Answer of the database to one attempt: a number of rows, or the error in all its parts. */
export interface SqlAnswer {
  /** The SQLSTATE; null: it went through. */
  readonly state: string | null;
  readonly message: string;
  readonly detail: string;
  readonly hint: string;
  /** Place where it was raised, as the server's log has it; no client sees it. */
  readonly context: string;
  readonly rows: number;
  /** Answer as JSON text, cut. */
  readonly answer: string;
  /** Number of rows of tables it wrote, also of those that it then gave up. */
  readonly written: number;
  readonly isIntact: boolean;
  /** The name of a forbidden row that is in the whole answer; empty: none is. */
  readonly touched: string;
  readonly milliseconds: number;
}

/** As long as an answer is looked at, in characters. */
const LOOKED_AT = 20_000;
/** SQLSTATEs with which the server ends a connection, as after a crash beside it. */
const ENDS = /^(08|57P)/;
/** Above every limit of ours: what hangs ends then. */
const HANGS = "75s";

/**
 * Runs statements one after the other, each in a transaction of its own within the transaction: taken back, or
 * kept where it went through.
 */
const PROGRAM = `
create or replace function pg_temp.attempts(
    as_roles text[], all_claims text[], statements text[], intact text[], forbidden text[],
    are_kept boolean)
returns table (state text, message text, detail text, hint text, context text, rows bigint, answer text,
               written bigint, is_intact boolean, touched text, milliseconds float)
language plpgsql
as $$
declare
    v_tables constant oid[] := (
        select array_agg(oid) from pg_class
         where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace));
    v_before bigint;
    v_start timestamptz;
begin
    for n in 1 .. cardinality(statements) loop
        v_before := (select sum(pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id)
                                + pg_stat_get_xact_tuples_deleted(id)) from unnest(v_tables) as id);
        v_start := clock_timestamp();
        is_intact := true;
        state := null; message := ''; detail := ''; hint := ''; context := ''; rows := 0; answer := '';
        touched := '';
        begin
            perform set_config('request.jwt.claims', all_claims[n], true), set_config('role', as_roles[n], true);
            if statements[n] like 'truncate %' then
                execute statements[n];
                rows := 1;
            else
                execute statements[n] into answer, rows;
            end if;
            set constraints all immediate; -- as at the end of a request
            perform set_config('role', 'none', true);
            if intact[n] <> '' then
                execute intact[n] into is_intact;
            end if;
            if not are_kept then
                raise exception using errcode = 'ZZ000';
            end if;
        exception
            when sqlstate 'ZZ000' then null;
            when others then
                get stacked diagnostics state = returned_sqlstate, message = message_text,
                    detail = pg_exception_detail, hint = pg_exception_hint, context = pg_exception_context;
        end;
        milliseconds := 1000 * extract(epoch from clock_timestamp() - v_start);
        written := (select sum(pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id)
                               + pg_stat_get_xact_tuples_deleted(id)) from unnest(v_tables) as id) - v_before;
        if state is null and forbidden[n] <> '' then
            -- A row is there by its whole key; whoever's key is nowhere in the text is not parsed for.
            touched := (
                select foreign_row.key from json_each(forbidden[n]::json) as foreign_row
                 where not exists (select from json_each_text(foreign_row.value) as part
                                    where strpos(answer, part.value) = 0)
                   and exists (select from json_array_elements(answer::json) as answered
                                where not exists (select from json_each_text(foreign_row.value) as part
                                                   where answered ->> part.key is distinct from part.value))
                 limit 1);
        end if;
        answer := left(answer, ${LOOKED_AT});
        return next;
    end loop;
end;
$$`;

/** Attempts on one connection. */
export class Attempts {
  readonly #sql: postgres.Sql;

  private constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  /** @param sql has one connection, as the superuser */
  static async on(sql: postgres.Sql): Promise<Attempts> {
    await sql.unsafe(PROGRAM);
    await sql.unsafe(`set statement_timeout = '${HANGS}'`);
    return new Attempts(sql);
  }

  /**
   * Result of each. One that hangs is ended, and counts as refused with 57014; those beside it are made
   * again, alone.
   *
   * @throws {Error} once the connection is lost
   */
  async answers(attempts: readonly Attempt[], areKept: boolean): Promise<SqlAnswer[]> {
    try {
      return await run(this.#sql, attempts, areKept);
    } catch (error) {
      if (!(error instanceof postgres.PostgresError) || ENDS.test(error.code)) throw error;
      if (attempts.length > 1) {
        const answers: SqlAnswer[] = [];
        for (const attempt of attempts) answers.push(...await this.answers([attempt], areKept));
        return answers;
      }
      return [{ ...NOTHING, state: error.code, message: error.message, milliseconds: Infinity }];
    }
  }
}

const NOTHING: SqlAnswer = {
  state: null,
  message: "",
  detail: "",
  hint: "",
  context: "",
  rows: 0,
  answer: "",
  written: 0,
  isIntact: true,
  touched: "",
  milliseconds: 0,
};

/**
 * One statement, which is a transaction by itself: postgres.js takes back a longer one even over a connection that was
 * lost, throws that where nobody can catch it, and never answers.
 */
async function run(
  sql: postgres.Sql,
  attempts: readonly Attempt[],
  areKept: boolean,
): Promise<SqlAnswer[]> {
  const rows = await sql`
    select state, message, coalesce(detail, '') as detail, coalesce(hint, '') as hint,
           coalesce(context, '') as context, coalesce(answer, '') as answer,
           coalesce(rows, 0)::int as rows, written::int,
           coalesce(is_intact, false) as "isIntact", coalesce(touched, '') as touched, milliseconds
      from pg_temp.attempts(${attempts.map(({ role }) => role)}, ${
    attempts.map(({ claims }) => claims)
  }, ${attempts.map(({ statement }) => statement)}, ${attempts.map(({ intact }) => intact)}, ${
    attempts.map(({ forbidden }) => forbidden)
  }, ${areKept})`;
  return rows.map((row) => ({ ...NOTHING, ...row }));
}
