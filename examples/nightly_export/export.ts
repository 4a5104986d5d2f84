// Exports tables of a firm, each as CSV and as Parquet.
import { createClient } from "@supabase/supabase-js";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Columns, csvOf, parquetOf, type Row } from "./files.ts";
import { TABLES } from "./tables.ts";

const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "", EMAIL = "", PASSWORD = "" } = process.env;
const [folder = "export"] = process.argv.slice(2);
/** Most rows of an answer (`max_rows` of the project). */
const PAGE = 1000;
const NO_ID = "00000000-0000-0000-0000-000000000000";

const supabase = createClient(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
  auth: { persistSession: false, autoRefreshToken: false },
});

/** All rows of a table in the order of their ids: others may write meanwhile, and none is missed or repeated. */
async function rowsOf(table: string, columns: Columns): Promise<Row[]> {
  // Decimals as text: a number of JSON would lose their digits.
  const select = Object.entries(columns)
    .map(([name, kind]) => kind === "decimal" ? `${name}::text` : name).join(",");
  const rows: Row[] = [];
  for (;;) {
    const { data, error } = await supabase.from(table).select(select)
      .gt("id", rows.at(-1)?.["id"] ?? NO_ID).order("id").limit(PAGE)
      .overrideTypes<Row[], { merge: false }>();
    if (error) throw new Error(`${table}: ${error.message} ${error.hint ?? ""}`);
    rows.push(...data);
    if (data.length < PAGE) return rows;
  }
}

/** Writes a file whole or not at all, so that whoever reads meanwhile has yesterday's. */
async function write(name: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, name);
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}

const { error } = await supabase.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
if (error) throw error;
// Who may read nothing gets no rows and no error: the files of the night before would be lost.
const { data: me, error: unknown } = await supabase.from("me").select("roles").single();
if (unknown) throw new Error(unknown.message);
if (me.roles.length === 0) {
  throw new Error(`${EMAIL} is no staff of the firm: nothing is exported.`);
}
await mkdir(folder, { recursive: true });
for (const [table, columns] of Object.entries<Columns>(TABLES)) {
  const rows = await rowsOf(table, columns);
  await write(`${table}.csv`, csvOf(columns, rows));
  await write(`${table}.parquet`, parquetOf(columns, rows));
  console.log(`${table}: ${rows.length} rows`);
}
