import { join } from "node:path";
import { AUTH_MAILS } from "../../stack/auth_mails.ts";
import { type Facts, functionRights } from "./environments.ts";
import { portOf } from "./places.ts";
import { bundleOf } from "./release.ts";

/** A program that runs all the time. */
export interface Service {
  /** Name of its environment; its unit is `staffing-<name>.service`. */
  readonly name: string;
  readonly description: string;
  readonly command: readonly [string, ...string[]];
  /** Files by which it is started anew when one has changed, beside its unit and its environment. */
  readonly follows: readonly string[];
  /** True if it speaks to other machines. */
  readonly reachesOut: boolean;
  /** Port on which it listens. */
  readonly port: number;
}

/** Variables that postgres.js looks up as it starts; none of it is set. */
const LOOKED_UP = ["PG*", "USER", "USERNAME", "LOGNAME", "DENO_SERVE_ADDRESS"];

/** All services, but for PostgreSQL and nginx, which are Debian's. */
export function servicesOf(facts: Facts, functions: readonly string[]): Service[] {
  const { places } = facts;
  const bin = (name: string) => join(places.lib, "bin", name);
  const rights = functionRights(facts);
  return [
    {
      name: "postgrest",
      description: "REST API (PostgREST)",
      command: [bin("postgrest")],
      follows: [bin("postgrest")],
      reachesOut: false,
      port: places.ports.postgrest,
    },
    {
      name: "auth",
      description: "sign-in (Supabase Auth)",
      command: [bin("auth"), "serve"],
      follows: [bin("auth"), ...AUTH_MAILS.map((kind) => join(places.lib, "templates", kind))],
      reachesOut: true, // its mail server
      port: places.ports.auth,
    },
    ...functions.map((name): Service => {
      const { variables, reaches } = rights(name);
      const port = portOf(places, functions, name);
      const bundle = bundleOf(places, name);
      return {
        name,
        description: `function ${name}`,
        command: [
          bin("deno"),
          "run",
          "--quiet",
          "--no-prompt",
          "--no-config",
          "--no-remote",
          "--no-npm",
          "--cached-only",
          reaches === "everything" ? "--allow-net" : `--allow-net=${reaches},127.0.0.1:${port}`,
          `--allow-env=${[...Object.keys(variables), ...LOOKED_UP].join(",")}`,
          bundle,
        ],
        follows: [bin("deno"), bundle],
        reachesOut: reaches === "everything",
        port,
      };
    }),
  ];
}
