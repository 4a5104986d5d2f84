import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";

/**
 * Remembers with which files a service was started: one that failed to start, or a run that broke off before, is made
 * good by the next run.
 */
export class Started {
  readonly #digests = new Map<string, Promise<string>>();

  constructor(private readonly places: Places, private readonly files: Files) {}

  /** Does something for a service if one of its files is not what it was when that was done last. */
  async whenChanged(
    service: string,
    paths: readonly string[],
    work: () => Promise<unknown>,
  ): Promise<void> {
    const note = join(this.places.etc, "services", `${service}.started`);
    const digests = await Promise.all(paths.map((path) => this.#digestOf(path)));
    const now = paths.map((path, at) => `${digests[at]}  ${path}\n`).join("");
    if (await Deno.readTextFile(note).catch(() => "") === now) return;
    await work();
    await this.files.put(note, now, 0o600);
  }

  #digestOf(path: string): Promise<string> {
    const known = this.#digests.get(path);
    if (known !== undefined) return known;
    const digest = Deno.readFile(path).then((bytes) =>
      createHash("sha256").update(bytes).digest("hex")
    );
    this.#digests.set(path, digest);
    return digest;
  }
}
