import { createHash } from "node:crypto";
import { join } from "node:path";
import type postgres from "postgres";

/** Something of the log that is not as it was archived. */
export interface LogProblem {
  /** Month, file or table, and the part of it. */
  readonly where: string;
  readonly problem: string;
}

/** Name of the file of an archived month: rows of audit_log as lines of JSON, and after each part a line of its chain. */
const FILE = /^audit_log_(\d{4}-\d{2})\.jsonl\.gz$/;
const fileOf = (month: string) => `audit_log_${month.slice(0, 7)}.jsonl.gz`;

interface Link {
  readonly part: number;
  readonly rows: number;
  /** The digest before it, and its own: SHA-256 of the former, a line feed, and the part's lines. */
  readonly previous: string;
  readonly digest: string;
}

/**
 * Proves the log of a database: the archive by its chain of digests, and that nothing of the log can be changed.
 *
 * @param sql as the owner of the tables
 * @returns what is wrong, in order; nothing where all is as it was written
 */
export async function verifyLog(sql: postgres.Sql): Promise<LogProblem[]> {
  const rows = await sql<{ month: string | null; part: number | null; problem: string }[]>`
    select to_char(month, 'YYYY-MM') as month, part, problem from private.verify_log()`;
  return rows.map(({ month, part, problem }) => ({
    where: [month ?? "audit_log", part === null ? null : `part ${part}`].filter(Boolean).join(", "),
    problem,
  }));
}

/** An archived month, as the database has it. */
export interface ArchivedMonth {
  /** `2026-05-01`. */
  readonly month: string;
  readonly rows: number;
  readonly digest: string;
  /** False once its lines are forgotten. */
  readonly hasLines: boolean;
}

/** The archived months, in order. */
export async function archivedMonths(sql: postgres.Sql): Promise<ArchivedMonth[]> {
  return await sql<ArchivedMonth[]>`
    select to_char(archive.month, 'YYYY-MM-DD') as month, archive.rows, archive.digest,
           archive.rows = 0
           or exists (select from private.log_archive_parts as part where part.month = archive.month) as "hasLines"
      from private.log_archives as archive
     order by archive.month`;
}

/**
 * Writes the archived months that a folder lacks into it, a file each. A file that is there is never written again.
 *
 * @returns the files that were written
 */
export async function fetchMonths(sql: postgres.Sql, folder: string): Promise<string[]> {
  await Deno.mkdir(folder, { recursive: true });
  const has = new Set((await filesIn(folder)).map(({ name }) => name));
  const written: string[] = [];
  for (const { month, hasLines } of await archivedMonths(sql)) {
    const name = fileOf(month);
    if (has.has(name) || !hasLines) continue;
    const path = join(folder, name);
    // Killed, it leaves no half file under the name.
    const unfinished = `${path}.unfinished`;
    await ReadableStream.from(textOf(sql, month))
      .pipeThrough(new TextEncoderStream())
      .pipeThrough(new CompressionStream("gzip"))
      .pipeTo(
        (await Deno.open(unfinished, { write: true, create: true, truncate: true })).writable,
      );
    await Deno.rename(unfinished, path);
    written.push(name);
  }
  return written;
}

async function* textOf(sql: postgres.Sql, month: string): AsyncGenerator<string> {
  const [archive] = await sql<[{ previous: string; digest: string; parts: number }]>`
    select previous, digest, parts from private.log_archives where month = ${month}::text::date`;
  let previous = archive.previous;
  for (let part = 1; part <= archive.parts; part++) {
    const [kept] = await sql<[{ lines: string; rows: number; digest: string }]>`
      select lines, rows, digest from private.log_archive_parts
       where month = ${month}::text::date and part = ${part}`;
    yield `${kept.lines}\n${lineOf({ part, rows: kept.rows, previous, digest: kept.digest })}`;
    previous = kept.digest;
  }
  if (archive.parts === 0) {
    yield lineOf({ part: 0, rows: 0, previous, digest: archive.digest });
  }
}

function lineOf(link: Link): string {
  return `${JSON.stringify(link)}\n`;
}

/** The link that a line is; null of a row of the log, which has no part. */
function linkOf(line: string): Link | null {
  if (!line.startsWith('{"part":')) return null;
  const { part, rows, previous, digest } = JSON.parse(line);
  return { part, rows, previous, digest };
}

async function filesIn(folder: string): Promise<{ name: string; month: string }[]> {
  const found: { name: string; month: string }[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    const month = FILE.exec(name)?.[1];
    if (month !== undefined) found.push({ name, month });
  }
  return found.sort((one, other) => one.name < other.name ? -1 : 1);
}

/**
 * Proves the files of a folder: each part by the one before it, each file by the one before it.
 *
 * @param known the months of the database, by which the files are proved besides; left out: by themselves alone
 */
export async function verifyFiles(
  folder: string,
  known?: readonly ArchivedMonth[],
): Promise<LogProblem[]> {
  const problems: LogProblem[] = [];
  let last: string | null = null;
  for (const { name, month } of await filesIn(folder)) {
    const path = join(folder, name);
    const checked: Checked | null = await verifyFile(path, last).catch((error) => {
      problems.push({ where: name, problem: `It cannot be read: ${error.message}` });
      return null;
    });
    if (checked === null) {
      last = null;
      continue;
    }
    problems.push(...checked.problems.map((one) => ({
      where: one.part === null ? name : `${name}, part ${one.part}`,
      problem: one.problem,
    })));
    const archive = known?.find((one) => one.month.startsWith(month));
    if (known !== undefined && archive?.digest !== checked.digest) {
      problems.push({
        where: name,
        problem: archive === undefined
          ? "The database has no such month in its archive."
          : "The database says another digest.",
      });
    }
    last = checked.digest;
  }
  return problems;
}

/** A file that was read, with the digest that it ends with. */
interface Checked {
  readonly problems: { part: number | null; problem: string }[];
  readonly digest: string | null;
}

async function verifyFile(path: string, before: string | null): Promise<Checked> {
  const problems: { part: number | null; problem: string }[] = [];
  let [digest, lines, parts] = [before, [] as string[], 0];
  const file = await Deno.open(path);
  const text = file.readable.pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(new TextDecoderStream());
  for await (const line of linesOf(text)) {
    const link = linkOf(line);
    if (link === null) {
      lines.push(line);
      continue;
    }
    parts++;
    const isNext = (digest === null || link.previous === digest) &&
      link.part === (link.rows === 0 ? 0 : parts);
    if (!isNext) {
      problems.push({
        part: link.part,
        problem: "It does not follow from the part before: one is missing, or was changed.",
      });
    }
    const found = link.rows === 0 ? link.previous : digestOf(link.previous, lines);
    if (found !== link.digest || lines.length !== link.rows) {
      problems.push({
        part: link.part,
        problem: `Its ${link.rows} lines are not those that were archived.`,
      });
    }
    [digest, lines] = [link.digest, []];
  }
  if (lines.length > 0 || parts === 0) {
    problems.push({ part: null, problem: "It is cut off: the last lines have no digest." });
  }
  return { problems, digest };
}

function digestOf(previous: string, lines: readonly string[]): string {
  return createHash("sha256").update(`${previous}\n${lines.join("\n")}`).digest("hex");
}

async function* linesOf(text: ReadableStream<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
