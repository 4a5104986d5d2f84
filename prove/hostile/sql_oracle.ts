/** Possible results of a statement, by the matrix, by `Who` and by grants.txt. */
import { expectation, rowName } from "../../tests/support/access/expectation.ts";
import type { AccessFirm } from "../../tests/support/access/firm/firm.ts";
import type { PreparedRow } from "../../tests/support/access/prepared_rows.ts";
import type { ErrorsPage } from "../errors_page.ts";
import type { SqlCaller } from "./callers.ts";
import { ANSWERS_A_SECRET, internalsIn, isTooLarge } from "./internals.ts";
import type { SqlAnswer } from "./sql_attempts.ts";
import type { SqlCall } from "./sql_calls.ts";
import type { Callers } from "./who.ts";

/** Facts that the oracle knows. */
export interface Knowledge {
  readonly firm: AccessFirm;
  readonly who: ReadonlyMap<string, Callers>;
  /** By signature the roles that may execute it. */
  readonly granted: ReadonlyMap<string, ReadonlySet<string>>;
  readonly explanations: ErrorsPage;
  /** True if rows may have moved on to states of other rights, since calls were kept. */
  readonly isMoved?: boolean;
}

/** A call with all that decides what may come of it. */
export interface Judged {
  readonly call: SqlCall;
  readonly caller: SqlCaller;
  /** Of a function, as grants.txt has it. */
  readonly signature: string | null;
}

/** The letters of the matrix that let somebody write a row that is there. */
export const WRITES = /[uspabdlhcy]/;
const MATRIX = expectation();

/** Writers of some columns of a table, and not the one that the matrix tries. */
const WRITES_OTHERS: Readonly<Record<string, string>> = { contractors: "payroll" };

/** The letters that a caller has on a prepared row. */
export function lettersOn(caller: SqlCaller, row: PreparedRow): string {
  if (caller.column === null) return "";
  const letters = MATRIX.get(rowName(row))?.get(caller.column) ?? "";
  return WRITES_OTHERS[row.table] === caller.column ? `${letters}u` : letters;
}

/** The letter of the matrix that a statement asks for, of each kind that touches rows that are there. */
const WANTED = { select: /r/, update: WRITES, delete: /d/ };

/** The prepared rows that a call may not touch, whoever else may: none of one that touches no rows that are there. */
export function forbiddenRows(
  { kind }: SqlCall,
  caller: SqlCaller,
  rows: readonly PreparedRow[],
): PreparedRow[] {
  if (kind !== "select" && kind !== "update" && kind !== "delete") return [];
  return rows.filter((row) => !WANTED[kind].test(lettersOn(caller, row)));
}

/** The prepared rows that a caller may not even read, of tables. */
export function foreignRows(firm: AccessFirm, caller: SqlCaller): PreparedRow[] {
  return firm.rows.filter((row) => lettersOn(caller, row) === "" && "id" in row.key);
}

/** Fault of an answer of its kind; null: none. */
export function wrongWith(
  judged: Judged,
  answer: SqlAnswer,
  knowledge: Knowledge,
): string | null {
  const told = [answer.message, answer.detail, answer.hint].join("\n");
  const tellsSecret = answer.state === null && ANSWERS_A_SECRET.test(judged.call.target);
  // What is raised below schema private by its name is nobody's answer: no client can name it.
  const internals = judged.call.kind === "private" || tellsSecret
    ? null
    : internalsIn(answer.state === null ? answer.answer : told, judged.call.statement);
  if (internals !== null) return `an answer tells ${internals}`;
  if (answer.state !== null) return refusalWrong(judged, answer, knowledge);
  return rightWrong(judged, answer, knowledge);
}

function isFunction({ kind }: SqlCall): boolean {
  return kind === "procedure" || kind === "private";
}

/** Of a refusal: whether it is one of ours, or one that the documentation explains. */
function refusalWrong(
  { call, caller, signature }: Judged,
  { state, message, detail, context }: SqlAnswer,
  knowledge: Knowledge,
): string | null {
  const code = state ?? "";
  // Raised below the statement itself: in a procedure, or a trigger.
  const isInside = /function (?!pg_temp)/.test(context);
  if (code.startsWith("PT")) {
    if (!knowledge.explanations.hasRefusal(detail, Number(code.slice(2)))) {
      return `a refusal that errors.md does not have, ${code} ${detail}`;
    }
    const isTold = ["PT401", "PT403", "PT404"].includes(code);
    const isByRole = knowledge.who.get(call.target)?.isByRole ?? false;
    if (isByRole && !isTold && !mayCall(call, caller, signature, knowledge)) {
      return `${detail} is said to somebody who may not call it`;
    }
    return null;
  }
  if (code === "42501") return null;
  if (["42883", "42725"].includes(code) && call.isMisnamed) return null;
  if (["42804", "42883", "22P02", "42846"].includes(code) && !isInside && call.kind === "private") {
    return null;
  }
  // No operator or function for what a filter asks; a column that is generated, or always an identity.
  if (["42883", "428C9"].includes(code) && !isInside && !isFunction(call)) return null;
  if (code.startsWith("22") && !isInside) return null;
  if (isTooLarge(code, message)) return null;
  if (["23502", "23503", "23505"].includes(code) && !isFunction(call)) return null;
  const name = /constraint "(\w+)"/.exec(message)?.[1] ?? "";
  // A check is told in words, but not to a direct session of the owner.
  if (["23514", "23P01"].includes(code) && !isFunction(call)) {
    return knowledge.explanations.hasConstraint(name)
      ? null
      : `a constraint that errors.md does not explain, ${name}`;
  }
  return `${isInside ? "raised inside" : "raised"}: ${code} ${
    message.replaceAll(/[\d.]+|"[^"]*"/g, "…")
  }`;
}

function mayCall(
  call: SqlCall,
  caller: SqlCaller,
  signature: string | null,
  { who, granted }: Knowledge,
): boolean {
  if (!granted.get(signature ?? "")?.has(caller.role)) return false;
  const callers = who.get(call.target)?.all ?? "signed in";
  if (callers === "signed in") return true;
  return caller.column !== null && callers.has(caller.column);
}

/** Of what went through: whether the caller had the right. */
function rightWrong(
  judged: Judged,
  answer: SqlAnswer,
  knowledge: Knowledge,
): string | null {
  const { call, caller, signature } = judged;
  if (!answer.isIntact) return "rows that the caller may not read were written";
  if (isFunction(call)) {
    if (!mayCall(call, caller, signature, knowledge)) return "somebody called what is not theirs";
    // Helpers of policies, and columns that are computed.
    const writes = answer.written > 0 && !knowledge.who.has(call.target);
    return writes ? "a function without `Who` wrote rows" : null;
  }
  if (call.kind === "truncate") return "a table was emptied";
  if (answer.rows === 0) return null;
  const rows = knowledge.firm.rows.filter((row) => row.table === call.target);
  if (caller.column === null) {
    const isOwnName = call.kind === "select" && call.target === "me" && caller.role !== "anon";
    return isOwnName ? null : `somebody without rights did ${call.kind} rows`;
  }
  if (knowledge.isMoved) return null;
  const wanted = { insert: /i/, ...WANTED }[call.kind as "insert"];
  // Everybody has a row of their own there.
  const mayNone = call.target !== "me" && rows.length > 0 &&
    rows.every((row) => !wanted.test(lettersOn(caller, row)));
  if (mayNone) return `a caller without the right did ${call.kind} rows`;
  return answer.touched === ""
    ? null
    : `a caller without the right did ${call.kind} ${answer.touched}`;
}
