/** Those who call, in SQL as PostgREST does, or over HTTP. */
import postgres from "postgres";
import type { DatabaseIdentity } from "../../tests/support/access/callers.ts";
import { claimsOf, token } from "../../tests/support/access/tokens.ts";
import type { Kind } from "./kind.ts";
import type { SoakApi } from "./options.ts";
import { filled, type Row, type Values } from "./values.ts";

/** Answer to a call, with the instants between which its changes became visible. */
export interface Answer {
  /** `done`, the slug of a refusal, or what nobody should be told: an SQLSTATE or a status, and the message. */
  readonly told: string;
  readonly rows: readonly Row[];
  /** Between which instants its changes became everybody's, in microseconds; in SQL one: while it held its rows. */
  readonly from: number;
  readonly to: number;
}

/** One connection. */
export interface Caller {
  readonly isHttp: boolean;
  call(kind: Kind, values: Values, as: DatabaseIdentity): Promise<Answer>;
  close(): Promise<void>;
}

/** Time that the API gives a statement without a limit of its own, in seconds. */
const ROLES_LIMIT = 8;
/** Beyond what any limit of the database allows, in milliseconds. */
const GIVES_UP = 75_000;

/**
 * The time limits that the API sets: the procedure's own, or the role's; each so many times as long.
 *
 * @returns by the text of a call, as `statement_timeout` has it
 */
export async function limitsOf(
  sql: postgres.Sql,
  patience = 1,
): Promise<(call: string) => string> {
  const own = await sql<{ name: string; limit: number }[]>`
    select proname as name, extract(epoch from substr(setting, 19)::interval)::int as limit
      from pg_proc cross join unnest(proconfig) as setting
     where pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`;
  const limitOf = (call: string) => own.find(({ name }) => call.includes(`${name}(`))?.limit;
  return (call) => `${patience * (limitOf(call) ?? ROLES_LIMIT)}s`;
}

/** Mark of a refusal: the slug, or code and message of what is none. */
export function toldOf(code: string, detail: string | undefined, message: string): string {
  return /^PT4/.test(code) ? detail ?? "" : `${code}: ${message}`;
}

const now = () => (performance.timeOrigin + performance.now()) * 1000;

/** A connection to the database or a pooler: a transaction each call, which leaves nothing in the session. */
export function sqlCaller(
  url: string,
  clock: () => string,
  limitOf: (call: string) => string,
): Caller {
  const sql = postgres(url, { max: 1, prepare: false, onnotice: () => {} });
  return {
    isHttp: false,
    async call(kind, values, { claims, role }) {
      const call = filled(kind.call, values);
      try {
        const [rows, at] = await sql.begin(async (sql) => {
          await sql`
            select set_config('app.clock', ${clock()}, true), set_config('request.jwt.claims', ${claims}, true),
                   set_config('statement_timeout', ${
            limitOf(call)
          }, true), set_config('role', ${role}, true)`;
          const [answer] = await sql.unsafe<[{ rows: Row[] }]>(
            `with answered as (${call})
             select coalesce(jsonb_agg(to_jsonb(answered)), '[]') as rows from answered`,
          );
          const [stamp] = await sql<[{ at: number }]>`
            select extract(epoch from clock_timestamp())::float8 * 1e6 as at`;
          return [answer.rows, stamp.at] as const;
        });
        return { told: "done", rows, from: at, to: at };
      } catch (error) {
        if (!(error instanceof Error) || !("code" in error)) throw error;
        const detail = error instanceof postgres.PostgresError ? error.detail : undefined;
        return { told: toldOf(`${error.code}`, detail, error.message), rows: [], from: 0, to: 0 };
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

/** A client of the API, with a token of its own for each call. */
export function httpCaller(api: SoakApi): Caller {
  const headersOf = ({ role, claims }: DatabaseIdentity): Record<string, string> => {
    if (role === "service_role") return { apikey: api.secretKey };
    const { sub } = JSON.parse(claims);
    const bearer = token(claimsOf(sub), api.tokenKey);
    return { apikey: api.publishableKey, authorization: `Bearer ${bearer}` };
  };
  return {
    isHttp: true,
    async call({ http }, values, as) {
      if (http === undefined) throw new Error("this kind is not called over HTTP");
      const { path, body, method = body === undefined ? "GET" : "POST" } = http(values);
      const from = now();
      const asked = await fetchText(`${api.url}/rest/v1/${path}`, {
        method,
        headers: {
          ...headersOf(as),
          "content-type": "application/json",
          ...(path.startsWith("rpc/") ? {} : { prefer: "return=representation" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const to = now();
      if (typeof asked === "string") return { told: asked, rows: [], from, to };
      const { ok, status, text } = asked;
      if (!ok) return { told: toldOfHttp(status, text), rows: [], from, to };
      const json = text === "" ? [] : JSON.parse(text);
      return { told: "done", rows: Array.isArray(json) ? json : [json], from, to };
    },
    close: () => Promise.resolve(),
  };
}

/** An answer, or in words that none came. */
export async function fetchText(
  url: string,
  init: RequestInit,
): Promise<{ ok: boolean; status: number; text: string } | string> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVES_UP) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`;
  }
}

function toldOfHttp(status: number, text: string): string {
  try {
    const { code, details, message } = JSON.parse(text);
    return toldOf(`${code}`, details ?? undefined, `${message} (${status})`);
  } catch {
    return `${status}: ${text.slice(0, 200)}`;
  }
}
