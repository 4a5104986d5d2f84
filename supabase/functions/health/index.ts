// GET /functions/v1/health: for an outside monitor, whether the scheduled jobs do their work.
import { readCronEnvironment } from "../_shared/env.ts";
import { healthHandler, readDatabaseHealth } from "../_shared/health.ts";

const environment = readCronEnvironment((name) => Deno.env.get(name));

Deno.serve(healthHandler({
  functionName: "health",
  read: () => readDatabaseHealth(environment.databaseUrl),
  sharedSecrets: environment.sharedSecrets,
  log: console.log,
}));
