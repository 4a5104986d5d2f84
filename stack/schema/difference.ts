import { statementsOf } from "./statements.ts";
import { supabaseCli } from "./supabase_cli.ts";

/** Data that a change of the schema may lose for good. */
export interface Loss {
  /** `drop`: the thing goes; `retype`: a column gets another type. */
  readonly action: "drop" | "retype";
  /** Such as `public.facilities.billing_email`. */
  readonly name: string;
}

/**
 * SQL by which the Supabase CLI makes one database's schema that of another; empty when
 * they agree. It does not see rows, the order of columns, and columns' statistics and storage. The
 * partitions of the audit log, which each database has by the calendar, are left out. Both databases have
 * to have the same owner.
 *
 * @throws Error with what the CLI said when it cannot be had or cannot compare them.
 */
export async function draftDifference(from: string, to: string): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".sql" });
  try {
    await supabaseCli(
      "db",
      "diff",
      `--from=${withoutTls(from)}`,
      `--to=${withoutTls(to)}`,
      "--strict-coverage",
      "-o",
      file,
    );
    return withoutPartitions((await Deno.readTextFile(file)).trim());
  } finally {
    await Deno.remove(file);
  }
}

const PARTITION = /"?\bprivate\b"?\."?audit_log_(?:first|default|\d{4}_\d{2})\b/;
const FUNCTION = /^create (?:or replace )?function /i;

/** A draft without its statements about partitions of the log. Bodies of functions may name them. */
function withoutPartitions(draft: string): string {
  if (!PARTITION.test(draft)) return draft;
  const statements = statementsOf(draft).filter((statement) =>
    FUNCTION.test(statement) || !PARTITION.test(statement)
  );
  const isEmpty = statements.every((statement) => /^set /i.test(statement));
  return isEmpty ? "" : statements.map((statement) => `${statement};`).join("\n\n");
}

const NAME = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))*)`;
const KINDS = "table|column|sequence|schema|type|domain|extension|materialized view";
const DROP = new RegExp(String.raw`^drop (?:${KINDS}) (?:if exists )?${NAME}`, "gim");
const DROP_COLUMN = new RegExp(
  String.raw`^alter table (?:only )?${NAME}\s+drop column (?:if exists )?${NAME}`,
  "gim",
);
const RETYPE = new RegExp(
  String.raw`^alter table (?:only )?${NAME}\s+alter column ${NAME} (?:set data )?type\b`,
  "gim",
);

/** The statements of a text that may lose data: dropped tables and columns, changed types and the like. */
export function lossesIn(text: string): Loss[] {
  const name = (...parts: (string | undefined)[]) => parts.join(".").replaceAll('"', "");
  return [
    ...[...text.matchAll(DROP)].map(([, thing]) => ({
      action: "drop" as const,
      name: name(thing),
    })),
    ...[...text.matchAll(DROP_COLUMN)].map(([, table, column]) => ({
      action: "drop" as const,
      name: name(table, column),
    })),
    ...[...text.matchAll(RETYPE)].map(([, table, column]) => ({
      action: "retype" as const,
      name: name(table, column),
    })),
  ];
}

/** The line by which `supabase/changes/` agrees to a loss: `-- drop: facilities.billing_email`. */
export function lineOf({ action, name }: Loss): string {
  return `-- ${action}: ${name.replace(/^public\./, "")}`;
}

function withoutTls(url: string): string {
  const plain = new URL(url);
  plain.searchParams.set("sslmode", "disable");
  return plain.href;
}
