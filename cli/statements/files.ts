import { join } from "node:path";
import type postgres from "postgres";
import type { PayBatchDocument } from "../../supabase/functions/_shared/database.types.ts";
import { printed } from "../../supabase/functions/_shared/documents/sheets.ts";
import type { StatementsArguments } from "./arguments.ts";

/** Statements that were written. */
export interface WrittenStatements {
  readonly batch: string;
  readonly status: PayBatchDocument["batch_status"];
  readonly pay_date: string;
  readonly people: number;
  readonly files: number;
  readonly folder: string;
}

/** Statements were not all written, and some of those that were could not be removed again. */
export class FilesLeftError extends Error {
  override name = "FilesLeftError";

  /** @param paths the files that are left; @param cause the reason why not all were written */
  constructor(readonly paths: readonly string[], cause: unknown) {
    super(`Not all was written, and these files could not be removed: ${paths.join(", ")}.`, {
      cause,
    });
  }
}

/** Such files sort by name, up to 100,000 people. */
const DIGITS = 3;
/** They say what somebody is paid. */
const OWNER_ALONE = { folder: 0o700, file: 0o600 };

/**
 * Writes the earnings statements of a batch into a folder, part by part: one is in memory at a time. All are of one
 * moment, so that nobody is left out or there twice if the batch changes meanwhile.
 *
 * @param sql as the owner of the tables
 * @param progress takes a line after each file
 * @param log takes what the firm should know, such as that its logo cannot be drawn
 * @param signal ends it between two files
 * @throws {Error} a refusal of the database or of the file system, or the signal's reason; no file is left
 * @throws {FilesLeftError} as before, and some files could not be removed again
 */
export async function writeStatements(
  sql: postgres.Sql,
  { batch, folder }: Pick<StatementsArguments, "batch" | "folder">,
  progress: (line: string) => void,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<WrittenStatements> {
  const paths: string[] = [];
  const said = new Set<string>();
  const logOnce = (line: string) => {
    if (!said.has(line)) log(line);
    said.add(line);
  };
  try {
    return await sql.begin("isolation level repeatable read read only", async (sql) => {
      let document = await partOf(sql, batch, 1);
      const { batch_status: status, pay_date, people, parts } = document;
      const prefix = `earnings_${pay_date}_${batch.slice(0, 8).toLowerCase()}_`;
      await Deno.mkdir(folder, { recursive: true, mode: OWNER_ALONE.folder });
      await refuseFilesOf(folder, prefix);
      for (let part = 1; part <= parts; part++) {
        if (part > 1) document = await partOf(sql, batch, part);
        const { bytes } = await printed(document, logOnce, Infinity);
        signal?.throwIfAborted();
        const path = join(folder, `${prefix}${String(part).padStart(DIGITS, "0")}.pdf`);
        // One that cannot be opened is somebody else's.
        using file = await Deno.open(path, {
          write: true,
          createNew: true,
          mode: OWNER_ALONE.file,
        });
        paths.push(path);
        await writeAll(file, bytes);
        progress(`${path} (${part} of ${parts})`);
      }
      signal?.throwIfAborted();
      return { batch, status, pay_date, people, files: parts, folder };
    });
  } catch (error) {
    const left: string[] = [];
    for (const path of paths) {
      await Deno.remove(path).catch((failure) => {
        if (!(failure instanceof Deno.errors.NotFound)) left.push(path);
      });
    }
    throw left.length > 0 ? new FilesLeftError(left, error) : error;
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}

async function partOf(
  sql: postgres.ISql,
  batch: string,
  part: number,
): Promise<PayBatchDocument> {
  const [{ document }] = await sql<[{ document: PayBatchDocument }]>`
    select public.pay_batch_document(${batch}::uuid, ${part}) as document`;
  return document;
}

/** Files of two runs, of which one may be of a draft, look like one set. */
async function refuseFilesOf(folder: string, prefix: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith(prefix)) {
      throw new Error(
        `${folder} has statements of this batch already, such as ${name}. Move them away, or name another ` +
          "folder with --to.",
      );
    }
  }
}
