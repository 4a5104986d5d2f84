import { loadSchemaTree, readSchemaTree, type SchemaFile } from "../stack/schema/tree.ts";
import type postgres from "postgres";
import { ROOT } from "./server.ts";

/** A change of the tree's text, of which there must be exactly one place. */
interface Change {
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

const TIME = "time/tables.sql";
const BILLING = "billing/tables.sql";
const [PAYROLL, CREDITS] = ["payroll/tables.sql", "receivables/credit_note_tables.sql"];

/**
 * Changes that partition time and lines by work_date. Every unique key takes the day in, and so says
 * less; foreign keys to an id alone are not possible any more. A line without a day lies in the default partition, and
 * because the day may be null, lines lose their primary key.
 */
const CHANGES: readonly Change[] = [
  {
    file: TIME,
    from: "id uuid primary key default gen_random_uuid(),",
    to: "id uuid not null default gen_random_uuid(),\n    primary key (id, work_date),",
  },
  {
    file: TIME,
    from: "exclude using gist (shift_c",
    to: "exclude using gist (work_date with =, shift_c",
  },
  {
    file: TIME,
    from: /\n\);\ncomment on table public\.time_entries/,
    to: "\n) partition by range (work_date);\ncomment on table public.time_entries",
  },
  {
    file: BILLING,
    from: /(create table public\.invoice_lines \(\s*id uuid) primary key/,
    to: "$1 not null",
  },
  {
    file: BILLING,
    from: /time_entry_id uuid\s+constraint invoice_lines_time_entry_id_fkey [^,]*,/,
    to: "time_entry_id uuid,",
  },
  {
    file: BILLING,
    from: "unique (time_entry_id, part)",
    to: "unique (time_entry_id, part, work_date)",
  },
  {
    file: BILLING,
    from: /\n\);\ncomment on table public\.invoice_lines/,
    to: "\n) partition by range (work_date);\n" +
      "create index invoice_lines_by_id on public.invoice_lines (id);\n" +
      "comment on table public.invoice_lines",
  },
  {
    file: BILLING,
    from: "invoice_id, purchase_order_id, department, cost_centre)",
    to: "invoice_id, purchase_order_id, department, cost_centre, work_date)",
  },
  {
    file: PAYROLL,
    from: /time_entry_id uuid\s+constraint payroll_item_lines_time_entry_id_fkey [^,]*,/,
    to: "time_entry_id uuid,",
  },
  {
    file: CREDITS,
    from: "primary key references public.invoice_lines (id) deferrable initially deferred,",
    to: "primary key,",
  },
];

/** Loads the tree into a database in place of the one it has, with time and lines partitioned by quarters. */
export async function loadPartitioned(
  sql: postgres.Sql,
  quarters: readonly string[],
): Promise<void> {
  const files = await readSchemaTree(ROOT);
  await loadSchemaTree(sql, [...CHANGES.reduce(changed, files), {
    path: "partitions",
    text: ["time_entries", "invoice_lines"].map((table) => partitions(table, quarters)).join("\n"),
  }]);
}

function changed(files: readonly SchemaFile[], { file, from, to }: Change): readonly SchemaFile[] {
  const [one, another] = files.filter(({ path }) => path.endsWith(`/${file}`));
  if (one === undefined || another !== undefined) throw new Error(`there is no one file ${file}`);
  const places = typeof from === "string"
    ? one.text.split(from).length - 1
    : [...one.text.matchAll(new RegExp(from, "g"))].length;
  if (places !== 1) throw new Error(`${file} has ${places} places of ${from}, not one`);
  const text = one.text.replace(from, to);
  return files.map((file) => file === one ? { ...one, text } : file);
}

/** A partition for each quarter, by its first day, and one for what has no day or another. */
function partitions(table: string, quarters: readonly string[]): string {
  const of = quarters.slice(0, -1).map((from, n) =>
    `create table public.${partitionName(table, from)} partition of public.${table}
       for values from ('${from}') to ('${quarters[n + 1]}');
     alter table public.${partitionName(table, from)} enable row level security;`
  );
  return [
    ...of,
    `create table public.${table}_others partition of public.${table} default;`,
    `alter table public.${table}_others enable row level security;`,
  ].join("\n");
}

/** Name of the partition that begins on a day. */
export function partitionName(table: string, from: string): string {
  return `${table}_${from.slice(0, 7).replace("-", "_")}`;
}
