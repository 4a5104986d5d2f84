/** Documents as PDF, read back by poppler's programs. */
import {
  type PaperDocument,
  printed,
} from "../../../supabase/functions/_shared/documents/sheets.ts";

/** True if Debian's poppler-utils is installed. */
export const HAS_POPPLER = await Deno.stat("/usr/bin/pdftotext").then(() => true, () => false);

/** Prints a document. Gives the bytes. */
export async function print(document: PaperDocument): Promise<Uint8Array<ArrayBuffer>> {
  const lines: string[] = [];
  const { bytes } = await printed(document, (line) => lines.push(line));
  if (lines.length > 0) throw new Error(lines.join("\n"));
  return bytes;
}

/** Text of a PDF, as its reader sees it: texts of a row in a line, blanks between columns. */
export async function textOf(pdf: Uint8Array<ArrayBuffer>): Promise<string> {
  return new TextDecoder().decode(await piped("pdftotext", ["-layout", "-", "-"], pdf));
}

/** The lines of a PDF, with one blank between columns. */
export async function linesOnPaper(pdf: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const text = await textOf(pdf);
  return text.split("\n").map((line) => line.trim().replace(/\s+/g, " ")).filter(Boolean);
}

/** The first page as a gray picture, a byte for each pixel. */
export async function pictureOf(pdf: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return await piped("pdftoppm", ["-gray", "-r", "60", "-singlefile", "-"], pdf);
}

async function piped(
  program: string,
  args: string[],
  input: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(input);
  await writer.close();
  const { success, stdout, stderr } = await output;
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return stdout;
}
