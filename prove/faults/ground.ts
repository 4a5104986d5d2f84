import { join } from "node:path";
import postgres from "postgres";
import { type PostgresServer, startPostgres } from "../../stack/postgres.ts";
import { freePort, settled } from "../../stack/processes.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { TEMPLATE } from "../../tests/support/server/database.ts";
import { prepareTemplate } from "../../tests/support/server/template.ts";
import { CLOCK, makeFirm } from "./firm.ts";
import { putGates } from "./gate.ts";

const FIRM = "firm";
const UP_MS = 30_000;
/** Room for the cluster, its log and a handful of copies of the firm, in MiB. */
const ROOM = 500;

/** The server that faults happen to, and the firm that each gets a copy of. */
export class Ground {
  #server: PostgresServer;
  #copies = 0;
  readonly port: number;

  private constructor(
    server: PostgresServer,
    /** Folder of the cluster. */
    readonly disk: string,
    /** True if the disk is one of its own, which can be filled. */
    readonly isSmall: boolean,
    private readonly log: string[],
  ) {
    this.#server = server;
    this.port = server.port;
  }

  /** Starts it below a directory, on a small disk of its own where one can be mounted. */
  static async start(directory: string): Promise<Ground> {
    const disk = join(directory, "disk");
    await Deno.mkdir(disk);
    const isSmall = await isDone("mount", "-t", "tmpfs", "-o", `size=${ROOM}m`, "tmpfs", disk);
    const log: string[] = [];
    let server: PostgresServer;
    try {
      server = await launch(disk, freePort(), log);
    } catch (error) {
      if (isSmall) await unmount(disk);
      throw error;
    }
    const ground = new Ground(server, disk, isSmall, log);
    try {
      await ground.#makeFirm();
    } catch (error) {
      await ground.stop();
      throw error;
    }
    return ground;
  }

  async #makeFirm(): Promise<void> {
    const { url } = this.#server;
    await prepareTemplate(url);
    await withConnection(url, (sql) => sql.unsafe(`create database ${FIRM} template ${TEMPLATE}`));
    await withConnection(this.urlOf(FIRM), async (sql) => {
      await makeFirm(sql);
      await putGates(sql);
    });
  }

  urlOf(database: string): string {
    const url = new URL(this.#server.url);
    url.pathname = database;
    return url.href;
  }

  /** A database with nothing in it: its URL. */
  async create(name: string): Promise<string> {
    await withConnection(this.#server.url, (sql) => sql.unsafe(`create database ${name}`));
    return this.urlOf(name);
  }

  /** A copy of the firm, unless another database is named, whose clock stands still unless it is null: its URL. */
  async copy(
    { of = FIRM, clock = CLOCK }: { of?: string; clock?: string | null } = {},
  ): Promise<string> {
    const name = `copy_${++this.#copies}`;
    await withConnection(this.#server.url, async (sql) => {
      // Else sequences go back when the server is killed (seen in PostgreSQL 17.10): each writes ahead of itself, and
      // the other strategy copies what is in memory.
      await sql.unsafe(`create database ${name} template ${of} strategy file_copy`);
      if (clock !== null) await sql.unsafe(`alter database ${name} set app.clock = '${clock}'`);
    });
    return this.urlOf(name);
  }

  async drop(url: string): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await withConnection(
      this.#server.url,
      (sql) => sql.unsafe(`drop database if exists ${name} with (force)`),
    );
  }

  /** The number of the server's first process. */
  async postmaster(): Promise<number> {
    const text = await Deno.readTextFile(join(this.disk, "cluster", "postmaster.pid"));
    return Number.parseInt(text, 10);
  }

  /** The server's last lines, for people. */
  lastLines(): string {
    return this.log.slice(-8).join(" | ");
  }

  /** Brings the server up again if it is down, and waits until it answers. */
  async recover(): Promise<void> {
    const deadline = Date.now() + UP_MS;
    for (;;) {
      if (await settled(this.#server.ended, 0)) {
        this.#server = await launch(this.disk, this.port, this.log);
      }
      const answers = await withConnection(this.#server.url, (sql) => sql`select`)
        .then(() => true, () => false);
      if (answers) return;
      if (Date.now() > deadline) throw new Error(`PostgreSQL is not back: ${this.lastLines()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Stops the server, and starts it with something before its program, or with nothing again. */
  async restart(wrapper: readonly string[] = []): Promise<void> {
    await this.#server.stop();
    this.#server = await launch(this.disk, this.port, this.log, wrapper);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    if (this.isSmall) await unmount(this.disk);
  }
}

async function launch(
  disk: string,
  port: number,
  log: string[],
  wrapper: readonly string[] = [],
): Promise<PostgresServer> {
  return await startPostgres({
    dataDir: join(disk, "cluster"),
    port,
    // What a killed process wrote stays in the system's memory; only a machine that stops loses it.
    flags: { fsync: "off", max_wal_size: "64MB", min_wal_size: "32MB", shared_buffers: "32MB" },
    wrapper,
    log: (line) => {
      log.push(line);
      if (log.length > 200) log.shift();
    },
  });
}

async function unmount(disk: string): Promise<void> {
  await isDone("umount", "--lazy", disk);
}

/** True if a command could be run and did well. */
async function isDone(program: string, ...args: string[]): Promise<boolean> {
  const command = new Deno.Command(program, { args, stdout: "null", stderr: "null" });
  return await command.output().then(({ success }) => success, () => false);
}

/** A client of one connection, which is given up when its first try fails. */
export function clientOf(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => {}, prepare: false, fetch_types: false });
}
