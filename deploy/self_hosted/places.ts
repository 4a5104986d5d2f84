import { join } from "node:path";
import type { Settings } from "./settings.ts";

/** Paths and ports of an installation. */
export interface Places {
  /** Folder below which everything lies, of a plain user; null: of the system. */
  readonly under: string | null;
  /** Settings, keys and environments. */
  readonly etc: string;
  /** Programs and what they serve. */
  readonly lib: string;
  readonly backups: string;
  readonly units: string;
  readonly nginxSite: string;
  readonly nginxLog: string;
  /** Settings of PostgreSQL that this recipe makes. */
  readonly postgresConf: string;
  /** Data of PostgreSQL; Debian's own where it is of the system. */
  readonly cluster: string;
  readonly ports: Ports;
}

/** Ports on 127.0.0.1. */
export interface Ports {
  /** Of nginx, for what is on this machine. */
  readonly inner: number;
  readonly postgrest: number;
  readonly postgrestAdmin: number;
  readonly auth: number;
  /** The first of the functions'. */
  readonly functions: number;
  /** Of the database that a plain user starts. */
  readonly postgres: number;
}

/** Folder of the settings alone, which say the rest. */
export function etcOf(under: string | null): string {
  return join(under ?? "/", "etc/staffing");
}

/** The places of an installation. */
export function placesOf(under: string | null, { cluster, portsFrom }: Settings): Places {
  const at = (path: string) => join(under ?? "/", path);
  const debian = `etc/postgresql/${cluster.version}/${cluster.name}`;
  return {
    under,
    etc: etcOf(under),
    lib: at("usr/local/lib/staffing"),
    backups: at("var/backups/staffing"),
    units: at("etc/systemd/system"),
    nginxSite: at("etc/nginx/conf.d/staffing.conf"),
    nginxLog: at("var/log/nginx/staffing.log"),
    postgresConf: at(`${debian}/conf.d/staffing.conf`),
    cluster: at(`var/lib/postgresql/${cluster.version}/${cluster.name}`),
    ports: {
      inner: portsFrom,
      postgrest: portsFrom + 1,
      postgrestAdmin: portsFrom + 2,
      auth: portsFrom + 3,
      postgres: portsFrom + 4,
      functions: portsFrom + 5,
    },
  };
}

/** Port of a function, by its place among the names of all. */
export function portOf({ ports }: Places, functions: readonly string[], name: string): number {
  return ports.functions + functions.indexOf(name);
}
