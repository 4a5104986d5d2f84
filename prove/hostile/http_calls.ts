/** Requests as somebody hostile makes them: paths, queries, headers and bodies. */
import type { Choice } from "./choice.ts";
import { encoded, type HttpCall } from "./http_call.ts";
import { queryOf } from "./http_queries.ts";
import { otherRequest } from "./http_paths.ts";
import { oddHeaders } from "./odd_headers.ts";
import { type Callable, someFunction, type Surface } from "./surface.ts";
import { hostileValue, objectOf, type Place } from "./values.ts";

/** The limit of Supabase for people, in milliseconds. */
const LIMIT = 8_000;
const JSON_TYPE = ["content-type", "application/json"] as const;

/** Chooses a request. */
export function someRequest(choice: Choice, surface: Surface): HttpCall {
  const call = plainRequest(choice, surface);
  if (!choice.once(4)) return call;
  return { ...call, headers: [...call.headers, ...oddHeaders(choice)] };
}

function plainRequest(choice: Choice, surface: Surface): HttpCall {
  const roll = choice.below(100);
  if (roll < 40) return procedureRequest(choice, surface);
  if (roll < 62) return reading(choice, surface);
  if (roll < 80) return writing(choice, surface);
  return { limit: LIMIT, ...otherRequest(choice, surface) };
}

function procedureRequest(choice: Choice, surface: Surface): HttpCall {
  const callable = someFunction(choice, surface);
  const { name, limit } = callable;
  const places = someArguments(choice, callable);
  const path = `/rest/v1/rpc/${choice.once(60) ? name.toUpperCase() : name}`;
  const of = { kind: "rpc", target: name, limit: limit ?? LIMIT };
  if (choice.once(8)) {
    const query = places.map((place) =>
      `${encodeURIComponent(place.name)}=${encoded(hostileValue(choice, surface, place))}`
    );
    return { ...of, method: "GET", path: `${path}?${query.join("&")}`, headers: [], body: null };
  }
  const object = objectOf(choice, surface, places, choice.of([1, 2, 4, 12]));
  const query = choice.once(10) ? `?${queryOf(choice, surface, choice.of(surface.relations))}` : "";
  return {
    ...of,
    method: "POST",
    path: path + query,
    headers: [JSON_TYPE],
    body: choice.once(30) ? brokenBody(choice, object) : object,
  };
}

function someArguments(choice: Choice, { arguments: all, defaults }: Callable): readonly Place[] {
  if (choice.once(30)) return choice.some(all, all.length);
  const given = all.filter((_, index) => index < all.length - defaults || !choice.once(2));
  return choice.once(60) ? [...given, { name: "no_such_argument", type: "text" }] : given;
}

function reading(choice: Choice, surface: Surface): HttpCall {
  const relation = choice.of(surface.relations);
  return {
    kind: "read",
    target: relation.name,
    method: choice.once(12) ? "HEAD" : "GET",
    path: `/rest/v1/${relation.name}?${queryOf(choice, surface, relation)}`,
    headers: [],
    body: null,
    limit: LIMIT,
  };
}

function writing(choice: Choice, surface: Surface): HttpCall {
  const relation = choice.of(surface.relations);
  const method = choice.of(["POST", "PATCH", "DELETE", "PUT"]);
  const columns = choice.some(relation.columns, 5);
  const object = objectOf(choice, surface, columns, choice.of([1, 2, 6]));
  const body = choice.once(6) ? `[${object},${object}]` : object;
  const query = method === "POST" && !choice.once(4)
    ? ""
    : `?${queryOf(choice, surface, relation)}`;
  const prefer = choice.of([
    "return=representation",
    "return=minimal",
    "resolution=merge-duplicates",
    "resolution=ignore-duplicates,return=headers-only",
    "missing=default",
    "tx=rollback",
    "handling=strict,max-affected=1",
  ]);
  return {
    kind: "write",
    target: relation.name,
    method,
    path: `/rest/v1/${relation.name}${query}`,
    headers: [JSON_TYPE, ["prefer", prefer]],
    body: method === "DELETE" ? null : choice.once(30) ? brokenBody(choice, body) : body,
    limit: LIMIT,
  };
}

function brokenBody(choice: Choice, body: string): string {
  return choice.of([
    "",
    body.slice(0, -1),
    `${body}${body}`,
    `\ufeff${body}`,
    "null",
    "[]",
    "{",
    "nul",
    "1",
    '"text"',
    "[".repeat(20_000),
    `{"a":${"[".repeat(3_000)}${"]".repeat(3_000)}}`,
    "a,b\n1,2\n",
    "\u0000",
    '{"__proto__":{"role":"admin"},"constructor":1}',
  ]);
}
