import { Buffer } from "node:buffer";
import { dirname } from "node:path";

/** Writes files, and only those that are not there as they should be. */
export class Files {
  /** @param report receives a line for each file that was written */
  constructor(private readonly report: (line: string) => void) {}

  /** Puts a file in its place, whole or not at all; whoever runs the old one keeps it. */
  async put(path: string, content: string | Uint8Array<ArrayBuffer>, mode = 0o644): Promise<void> {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const there = await Deno.readFile(path).catch(() => null);
    if (there !== null && Buffer.compare(there, bytes) === 0) {
      await Deno.chmod(path, mode);
      return;
    }
    await Deno.mkdir(dirname(path), { recursive: true });
    const making = `${path}.new`;
    await Deno.remove(making).catch(() => {});
    await Deno.writeFile(making, bytes, { mode, createNew: true });
    await Deno.chmod(making, mode);
    await Deno.rename(making, path);
    this.note(path);
  }

  /** Notes a path that was changed by other means. */
  note(path: string): void {
    this.report(`wrote ${path}`);
  }
}
