import type { HttpCall } from "./http_call.ts";

/** By procedure, table or view the arguments or columns that are lists. */
type Lists = ReadonlyMap<string, readonly string[]>;

/** A failure of the embedded REST that docs/embedded_rest.md lists. */
interface Failure {
  readonly status: number;
  readonly code: string;
  readonly isSo: (call: HttpCall, lists: Lists) => boolean;
}

const FAILURES: readonly Failure[] = [
  { status: 500, code: "PGRSTXXX", isSo: ({ kind }) => kind === "write" },
  { status: 500, code: "SUP", isSo: givesNoList },
  { status: 500, code: "SUP", isSo: namesListInQuery },
  { status: 500, code: "SUP", isSo: changesByNoObject },
];

/** True if docs/embedded_rest.md lists a failure of the embedded REST. */
export function isListed(call: HttpCall, status: number, code: string, lists: Lists): boolean {
  return FAILURES.some((one) =>
    one.status === status && one.code === code && one.isSo(call, lists)
  );
}

/** True if a body has something else where a list belongs. */
function givesNoList({ kind, target, body }: HttpCall, lists: Lists): boolean {
  const value = parsed(body ?? "");
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return (kind === "rpc" || kind === "write") &&
    rows.some((row) =>
      row !== null && typeof row === "object" &&
      (lists.get(target) ?? []).some((name) =>
        name in row && !Array.isArray(Reflect.get(row, name))
      )
    );
}

/** True if a query filters by a list, or gives an argument that is one. */
function namesListInQuery({ path, target }: HttpCall, lists: Lists): boolean {
  return (lists.get(target) ?? []).some((name) => new RegExp(`[?&(,]${name}[=.]`).test(path));
}

/** True if rows are to be changed, in columns that are named, by what has none. */
function changesByNoObject({ kind, path, body }: HttpCall): boolean {
  const value = parsed(body ?? "");
  return kind === "write" && /[?&]columns=/.test(path) &&
    (value === null || typeof value !== "object");
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
