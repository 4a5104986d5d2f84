import { statementsOf } from "../../stack/schema/statements.ts";

const TRANSACTION =
  /^(begin|commit|end|rollback|abort|start\s+transaction|savepoint|release|prepare\s+transaction)\b/i;
const CONCURRENTLY = /^(create|drop|refresh|reindex|alter)\b[^']*\bconcurrently\b/i;
const MAINTAIN = /^(grant|revoke)\b[^"]*\bmaintain\b/i;
const LOCK_TIMEOUT = /^set\s+local\s+lock_timeout\b/i;

/**
 * Faults of a migration, a sentence each. A file is one transaction: whoever applies it
 * begins and commits, and an upgrade that waits for a lock gives up instead of stopping everyone.
 */
export function brokenRules(text: string): string[] {
  const statements = statementsOf(text).map(withoutComments);
  const broken = statements.flatMap((statement) => {
    if (TRANSACTION.test(statement)) return [`It must not say \`${firstLine(statement)}\`.`];
    if (CONCURRENTLY.test(statement)) {
      return [`Nothing can be done concurrently in a transaction: \`${firstLine(statement)}\`.`];
    }
    if (MAINTAIN.test(statement)) {
      return [`PostgreSQL 15 has no privilege MAINTAIN: \`${firstLine(statement)}\`.`];
    }
    return [];
  });
  if (!LOCK_TIMEOUT.test(statements[0] ?? "")) {
    broken.push("It does not begin with `set local lock_timeout`.");
  }
  return broken;
}

function withoutComments(statement: string): string {
  return statement.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^\s*--.*$/gm, "").trim();
}

function firstLine(statement: string): string {
  return statement.split("\n")[0] ?? "";
}
