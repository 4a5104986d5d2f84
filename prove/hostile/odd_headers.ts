import type { Choice } from "./choice.ts";

type Header = readonly [name: string, value: string];

/** By name, what each may say; none of them is a credential of anybody. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  "prefer": [
    "return=representation",
    "count=exact",
    "count=estimated,return=nosuch",
    "params=single-object",
    "params=multiple-objects",
    "handling=strict",
    "timezone=America/Denver",
    "timezone=Nowhere/None",
    "tx=commit",
    "max-affected=-1",
    "max-affected=0,handling=strict",
    "return",
    "=",
    ",".repeat(500),
    "x".repeat(6_000),
  ],
  "accept": [
    "application/json",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/vnd.pgrst.plan",
    "application/vnd.pgrst.plan+json; options=analyze|verbose",
    "application/geo+json",
    "text/plain",
    "application/octet-stream",
    "application/openapi+json",
    "text/html",
    "*/*;q=0",
    "nosuch",
    ";;;",
    "",
    "application/vnd.pgrst.array+json;nulls=stripped",
    "image/png",
  ],
  "accept-profile": [
    "public",
    "private",
    "auth",
    "pg_catalog",
    "extensions",
    "",
    "PUBLIC",
    "public,private",
  ],
  "content-profile": ["public", "private", "auth", "information_schema", "", "public;private"],
  "content-type": [
    "text/csv",
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/octet-stream",
    "",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/xml",
    "application/json;".repeat(50),
  ],
  "range": ["0-9", "9-0", "-5", "0-", "abc", "bytes=0-1", "0-99999999999999999999"],
  "range-unit": ["items", "bytes", "nosuch"],
  "cookie": ["sb-access-token=x; role=admin", "a".repeat(7_000), "=;=;="],
  "x-forwarded-for": ["127.0.0.1", "::1", "1.1.1.1, 2.2.2.2", "'"],
  "x-forwarded-host": ["evil.example", "a b", ""],
  "x-forwarded-proto": ["https", "javascript", "ftp"],
  "forwarded": ["for=127.0.0.1;host=evil.example;proto=https"],
  "origin": ["null", "https://evil.example", "http://127.0.0.1"],
  "access-control-request-headers": ["authorization", "x-\u00ff", ",".repeat(200)],
  "access-control-request-method": ["DELETE", "NOSUCH"],
  "x-http-method-override": ["DELETE", "PATCH"],
  "x-client-info": ["supabase-js/2", "\u00e9\u00ff", "x".repeat(7_000)],
  "x-role": ["service_role", "admin"],
  "role": ["postgres"],
  "request.jwt.claims": ['{"role":"service_role"}'],
  "x-request-id": ["../../etc/passwd", "${jndi:ldap://x}", "{{7*7}}"],
  "if-none-match": ["*", '"x"'],
  "if-modified-since": ["Thu, 01 Jan 1970 00:00:00 GMT", "nosuch"],
  "accept-encoding": ["gzip", "identity;q=0", "br;q=nosuch"],
  "accept-language": ["xx", "x".repeat(3_000)],
  "user-agent": ["", "() { :; }; echo", "x".repeat(7_000)],
  "webhook-id": ["x"],
  "webhook-signature": ["v1,AAAA", "v1," + "A".repeat(5_000)],
  "svix-timestamp": ["0", "NaN", "99999999999999"],
};
const NAMES = Object.keys(HEADERS);

/** One header or a few, of which one may come twice. */
export function oddHeaders(choice: Choice): Header[] {
  const chosen = choice.some(NAMES, 3);
  const headers = chosen.map((name) => [name, choice.of(HEADERS[name] ?? [""])] as const);
  const [first] = headers;
  return first !== undefined && choice.once(6) ? [...headers, first] : headers;
}
