import { createHash } from "node:crypto";
import { join } from "node:path";
import { messageOf, StackError } from "../../stack/stack_error.ts";
import type { Files } from "./files.ts";
import type { ProgramSource } from "./settings.ts";

/**
 * Brings a program to its place: a file of this machine as it is, of an archive the file of that name.
 *
 * @param name of the program, in an archive too
 * @throws StackError where it cannot be had, or is not what its checksum says.
 */
export async function bringProgram(
  name: string,
  { from, sha256 }: ProgramSource,
  folder: string,
  files: Files,
): Promise<string> {
  const path = join(folder, name);
  const note = `${path}.source`;
  const source = `${from} ${sha256 ?? ""}\n`;
  const isUrl = from.startsWith("https:");
  // Of an address nothing is fetched twice: its checksum says that it would be the same.
  if (isUrl && await Deno.readTextFile(note).catch(() => "") === source) return path;
  const bytes = isUrl ? await fetched(from) : await Deno.readFile(from).catch((error) => {
    throw new StackError(`${from} cannot be read: ${messageOf(error)}`);
  });
  const found = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== null && found !== sha256) {
    throw new StackError(`${from} has the SHA-256 ${found}, and the settings say ${sha256}.`);
  }
  await files.put(path, isUrl ? await unpacked(name, bytes, folder) : bytes, 0o755);
  await files.put(note, source);
  return path;
}

async function fetched(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url).catch((error) => {
    throw new StackError(`${url} cannot be fetched: ${messageOf(error)}`);
  });
  if (!answer.ok) throw new StackError(`${url} answers ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The file of a name in an archive that tar reads. */
async function unpacked(
  name: string,
  archive: Uint8Array<ArrayBuffer>,
  folder: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const making = join(folder, `${name}.unpacked`);
  await Deno.remove(making, { recursive: true }).catch(() => {});
  await Deno.mkdir(making, { recursive: true });
  try {
    const packed = join(making, "archive");
    await Deno.writeFile(packed, archive);
    const { success, stderr } = await new Deno.Command("tar", {
      args: ["-xf", packed, "-C", making],
    }).output();
    if (!success) {
      throw new StackError(`tar cannot read the archive: ${new TextDecoder().decode(stderr)}`);
    }
    return await Deno.readFile(join(making, name)).catch(() => {
      throw new StackError(`The archive has no file ${name} at its top.`);
    });
  } finally {
    await Deno.remove(making, { recursive: true });
  }
}
