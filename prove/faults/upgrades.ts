/** Upgrades of an earlier release that are cut off, and tried again. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { applyBase } from "../../stack/base.ts";
import { settled } from "../../stack/processes.ts";
import { type CatalogRow, compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { writePending } from "../../tools/migrations/pending.ts";
import { rebuildRelease } from "../../tools/releases/firm.ts";
import { readEarlierReleases, type Release } from "../../tools/releases/released.ts";
import type { Happened } from "./disturb.ts";
import type { Ground } from "./ground.ts";
import { killAnyProcess } from "./kills.ts";
import { differences, type Digests, readDigests } from "./table_digests.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROCESS = fileURLToPath(new URL("upgrade_process.ts", import.meta.url));

/** State of a database after its upgrade. */
interface Upgraded {
  readonly catalog: readonly CatalogRow[];
  readonly digests: Digests;
  readonly history: string;
}

/** A release's database, and what an upgrade without a fault makes of it. */
interface Rebuilt {
  readonly version: string;
  readonly database: string;
  readonly upgraded: Upgraded;
  readonly milliseconds: number;
}

/** Upgrades of the releases on a server. */
export class Upgrades {
  readonly #known = new Map<string, Rebuilt>();
  #made = 0;
  #migrations: string | null = null;

  constructor(private readonly ground: Ground) {}

  /** Cuts one off at a random moment, and does it again. */
  async cutOff(next: () => number): Promise<Happened> {
    // The longer ago, the longer an upgrade takes: the last release at first, the others in longer runs.
    const releases = (await readEarlierReleases(ROOT)).slice(-1 - Math.floor(this.#made++ / 2));
    const chosen = releases[next() % releases.length];
    if (chosen === undefined) throw new Error("no version is released");
    const { version } = chosen;
    const release = this.#known.get(version) ?? await this.#rebuild(chosen);
    this.#known.set(version, release);
    const migrations = await this.#pending();
    const { ground } = this;
    const url = await ground.copy({ of: release.database, clock: null });
    try {
      const delay = next() % Math.ceil(release.milliseconds);
      const process = upgrade(url, migrations);
      await new Promise((resolve) => setTimeout(resolve, delay));
      const hasStruck = !await settled(process.outcome, 0);
      const what = ["the server", "a process of the server", "the upgrade"][next() % 3] ?? "";
      if (what === "the server") Deno.kill(await ground.postmaster(), "SIGKILL");
      else if (what === "the upgrade") process.kill();
      else await killAnyProcess(ground, next);
      const failure = await process.outcome;
      await ground.recover();
      const said = failure === null ? "done" : "the upgrade failed";
      const when = `from ${version}: kill -9 of ${what} after ${delay} ms`;
      const lasting = await upgrade(url, migrations).outcome;
      if (lasting !== null) {
        return { when, said, hasStruck, findings: [`the next upgrade fails: ${lasting}`] };
      }
      const findings: string[] = [];
      const { catalog, digests, history } = await stateOf(url);
      findings.push(...compareCatalogs(catalog, release.upgraded.catalog).slice(0, 3));
      findings.push(...differences(release.upgraded.digests, digests));
      if (history !== release.upgraded.history) findings.push("another history");
      return { when, said, hasStruck, findings };
    } finally {
      await ground.drop(url);
    }
  }

  /** The folder of all migrations, compiled once. */
  async #pending(): Promise<string> {
    const { disk } = this.ground;
    const folder = join(dirname(disk), "pending");
    const serverUrl = this.ground.urlOf("postgres");
    this.#migrations ??= (await writePending({ root: ROOT, serverUrl }, folder)).root;
    return join(this.#migrations, "supabase", "migrations");
  }

  async #rebuild(release: Release): Promise<Rebuilt> {
    const { ground } = this;
    const { version } = release;
    const database = `release_${version.replaceAll(".", "_")}`;
    const url = await ground.create(database);
    await withConnection(url, applyBase);
    await rebuildRelease(url, ROOT, release);
    const copy = await ground.copy({ of: database, clock: null });
    try {
      const migrations = await this.#pending();
      const began = performance.now();
      const failure = await upgrade(copy, migrations).outcome;
      if (failure !== null) throw new Error(`${version} does not upgrade: ${failure}`);
      const milliseconds = performance.now() - began;
      return { version, database, upgraded: await stateOf(copy), milliseconds };
    } finally {
      await ground.drop(copy);
    }
  }
}

/** An upgrade in a process of its own; what it said last, where it failed, else null. */
function upgrade(
  url: string,
  migrations: string,
): { readonly outcome: Promise<string | null>; kill(): void } {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", PROCESS, url, migrations],
    cwd: ROOT,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const outcome = child.output().then(({ success, stderr }) =>
    success ? null : new TextDecoder().decode(stderr).trim().split("\n").at(-1) || "without a word"
  );
  return {
    outcome,
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
    return { catalog: await readCatalog(sql), digests: await readDigests(sql), history };
  });
}
