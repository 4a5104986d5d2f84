/** Requests beside tables and procedures: documents, jobs, the monitor, mail events, auth, and paths that are none. */
import type { Choice } from "./choice.ts";
import { encoded, type HttpCall } from "./http_call.ts";
import type { Surface } from "./surface.ts";
import { hostileValue } from "./values.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
/** By kind of document what it is of, as columns name it. */
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ["invoice", "invoice_id"],
  ["credit-note", "credit_note_id"],
  ["statement", "facility_id"],
  ["timesheet", "invoice_id"],
  ["pay", "payroll_item_id"],
]);
const KINDS = [...DOCUMENTS.keys(), "nosuch", "__proto__", ""];
const JOBS = [
  "lock-ended",
  "accrue-interest",
  "maintain",
  "deliver",
  "nosuch",
  "LOCK-ENDED",
  "a--b",
];
const FUNCTIONS = [
  "health",
  "mail-events",
  "documents",
  "cron-lock-ended",
  "cron-accrue-interest",
  "cron-maintain",
  "cron-deliver",
  "_shared",
  "nosuch",
  "cron-lock-ended%2f..%2fhealth",
  "main",
  "..",
];
/** Those that send no mail and make nobody. */
const AUTH = [
  "admin/users",
  "admin/generate_link",
  "invite",
  "user",
  "settings",
  "health",
  "nosuch",
  "",
  "token?grant_type=nosuch",
  "token?grant_type=refresh_token",
  "verify?token=x&type=signup",
  "authorize?provider=nosuch",
  "callback",
  "factors",
  "sso",
  "logout",
  ".well-known/jwks.json",
];
const NOWHERE = [
  "/",
  "//",
  "/rest",
  "/rest/v1",
  "/rest/v1/",
  "/rest/v1/rpc",
  "/rest/v1/rpc/",
  "/rest/v1/rpc/pg_sleep",
  "/rest/v1/rpc/set_config",
  "/rest/v1/private.clock",
  "/rest/v1/rpc/private.clock",
  "/rest/v1/pg_authid",
  "/rest/v1/facilities/1",
  "/rest/v1/facilities%00",
  "/rest/v1/%66acilities",
  "/rest/v1/facilities%2f..",
  "/rest/v2/facilities",
  "/storage/v1/object",
  "/graphql/v1",
  "/.env",
  "/.git/config",
  "/stack.env",
  "/rest/v1/../../etc/passwd",
  "/rest/v1/%2e%2e/%2e%2e",
  "/functions/v1",
  "/functions/v1/",
  "/api/cron/",
  "/rest/v1/rpc/__proto__",
  "/rest/v1/constructor",
  "/rest/v1/toString",
  "/%ff%fe",
  "/rest/v1/%ff",
  "/api/config",
  "/config.json",
  "/auth",
  "/realtime/v1/websocket",
  "/pg/query",
  "/_/studio",
  "/studio",
];
const BODIES = [
  null,
  "",
  "{}",
  "[]",
  "nul",
  '{"dry_run":true}',
  '{"dry_run":"yes"}',
  '{"limit":0}',
  '{"limit":1e9}',
  '{"limit":NaN}',
  '{"dry_run":true,"nosuch":1}',
  "\u0000",
  '{"__proto__":{"dry_run":true}}',
  `{"type":"email.bounced","created_at":"x","data":{"email_id":"${"x".repeat(300)}"}}`,
  "x".repeat(70_000),
  "[".repeat(30_000),
];

type Request = Omit<HttpCall, "limit">;

/** Chooses one. */
export function otherRequest(choice: Choice, surface: Surface): Request {
  const roll = choice.below(20);
  if (roll < 8) return ofDocuments(choice, surface);
  const [kind, path] = roll < 12
    ? ["job", `/api/cron/${choice.of(JOBS)}${choice.once(4) ? token(choice) : ""}`] as const
    : roll < 15
    ? ["function", `/functions/v1/${choice.of(FUNCTIONS)}${tail(choice)}`] as const
    : roll < 17
    ? ["auth", `/auth/v1/${choice.of(AUTH)}`] as const
    : ["path", choice.of(NOWHERE)] as const;
  const method = choice.once(2) ? "POST" : choice.of(METHODS);
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  return {
    kind,
    target: path.slice(0, 60),
    method,
    path,
    headers: [["content-type", "application/json"]],
    body: mayHaveBody ? choice.of(BODIES) : null,
  };
}

function ofDocuments(choice: Choice, surface: Surface): Request {
  const kind = choice.of(KINDS);
  // Mostly of its kind, so that there is a document to refuse.
  const ofKind = surface.values.get(DOCUMENTS.get(kind) ?? "") ?? surface.ids;
  const id = choice.once(4)
    ? encoded(hostileValue(choice, surface, { name: "id", type: "uuid" }))
    : encoded(choice.of(choice.once(4) ? surface.ids : ofKind));
  const day = () => encoded(hostileValue(choice, surface, { name: "day", type: "date" }));
  const query = kind === "statement" || choice.once(6)
    ? choice.once(3) ? `?from=${day()}&to=${day()}` : "?from=2026-01-01&to=2026-12-31"
    : "";
  return {
    kind: "documents",
    target: kind,
    method: choice.once(8) ? choice.of(METHODS) : "GET",
    path: `/functions/v1/documents/${kind}/${id}${choice.once(20) ? "/more" : ""}${query}`,
    headers: [],
    body: null,
  };
}

function token(choice: Choice): string {
  return `?token=${choice.of(["", "x", "%00", "%ff", "a".repeat(5_000), "null", "&token=x"])}`;
}

function tail(choice: Choice): string {
  return choice.once(3) ? choice.of(["/", "//", "/x", "/../health", "?a=b", "/%2e%2e", "#x"]) : "";
}
