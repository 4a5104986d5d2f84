/** Upgrades of an earlier release that are cut off, and tried again. */
import { fileURLToPath } from "node:url";
import { applyBase } from "../../stack/base.ts";
import { type CatalogRow, compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { readReleases } from "../../tools/releases.ts";
import { type Books, differences, readBooks } from "./books.ts";
import type { Happened } from "./disturb.ts";
import type { Ground } from "./ground.ts";
import { killAnyProcess } from "./kills.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROCESS = fileURLToPath(new URL("upgrade_process.ts", import.meta.url));
const PSQL = "/usr/lib/postgresql/15/bin/psql";

/** What a database is after its upgrade. */
interface Upgraded {
  readonly catalog: readonly CatalogRow[];
  readonly books: Books;
  readonly history: string;
}

/** A release's database, and what an upgrade without a fault makes of it. */
interface Release {
  readonly version: string;
  readonly database: string;
  readonly upgraded: Upgraded;
  readonly milliseconds: number;
}

/** Whether the program is here that restores a release's dump. */
export async function hasPsql(): Promise<boolean> {
  return await Deno.stat(PSQL).then(() => true, () => false);
}

/** Upgrades of the releases on a server. */
export class Upgrades {
  readonly #known = new Map<string, Release>();

  /** @param releasesBack how many of the last releases: the longer ago, the longer an upgrade takes */
  constructor(private readonly ground: Ground, private readonly releasesBack: number) {}

  /** Cuts one off at a random moment, and does it again. */
  async cutOff(next: () => number): Promise<Happened> {
    const releases = (await readReleases(ROOT)).slice(-this.releasesBack);
    const { version, dump } = releases[next() % releases.length] ?? { version: "", dump: "" };
    const release = this.#known.get(version) ?? await this.#restore(version, dump);
    this.#known.set(version, release);
    const { ground } = this;
    const url = await ground.copy({ of: release.database, clock: null });
    try {
      const delay = next() % Math.ceil(release.milliseconds);
      const process = upgrade(url);
      await new Promise((resolve) => setTimeout(resolve, delay));
      const what = ["the server", "a process of the server", "the upgrade"][next() % 3] ?? "";
      if (what === "the server") Deno.kill(await ground.postmaster(), "SIGKILL");
      else if (what === "the upgrade") process.kill();
      else await killAnyProcess(ground, next);
      const isDone = await process.isDone;
      await ground.recover();
      const said = isDone ? "done" : "the upgrade failed";
      const when = `from ${version}: kill -9 of ${what} after ${delay} ms`;
      if (!await upgrade(url).isDone) {
        return { when, said, findings: ["the next upgrade fails"] };
      }
      const findings: string[] = [];
      const { catalog, books, history } = await stateOf(url);
      findings.push(...compareCatalogs(catalog, release.upgraded.catalog).slice(0, 3));
      findings.push(...differences(release.upgraded.books, books));
      if (history !== release.upgraded.history) findings.push("another history");
      return { when, said, findings };
    } finally {
      await ground.drop(url);
    }
  }

  async #restore(version: string, dump: string): Promise<Release> {
    const { ground } = this;
    const database = `release_${version.replaceAll(".", "_")}`;
    const url = await ground.create(database);
    await withConnection(url, applyBase);
    const args = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", dump];
    const { success, stderr } = await new Deno.Command(PSQL, { args, stdout: "null" }).output();
    if (!success) throw new Error(`${dump}: ${new TextDecoder().decode(stderr)}`);
    const copy = await ground.copy({ of: database, clock: null });
    try {
      const began = performance.now();
      if (!await upgrade(copy).isDone) throw new Error(`${version} does not upgrade`);
      const milliseconds = performance.now() - began;
      return { version, database, upgraded: await stateOf(copy), milliseconds };
    } finally {
      await ground.drop(copy);
    }
  }
}

function upgrade(url: string): { readonly isDone: Promise<boolean>; kill(): void } {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", PROCESS, url],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    isDone: child.status.then(({ success }) => success),
    kill: () => {
      try {
        child.kill("SIGKILL");
      } catch {
        // It had ended.
      }
    },
  };
}

async function stateOf(url: string): Promise<Upgraded> {
  return await withConnection(url, async (sql) => {
    const [{ history }] = await sql<[{ history: string }]>`
      select string_agg(version, ' ' order by version) as history from supabase_migrations.schema_migrations`;
    return { catalog: await readCatalog(sql), books: await readBooks(sql), history };
  });
}
