// POST /api/cron/maintain: archives old months of the audit log, and forgets what is kept long enough.
import { z } from "zod";
import { adminCheck } from "../_shared/admin_call.ts";
import { cronHandler } from "../_shared/cron_handler.ts";
import { withDatabase } from "../_shared/database.ts";
import { readCronEnvironment } from "../_shared/env.ts";
import { maintain } from "../_shared/jobs/maintain.ts";

const environment = readCronEnvironment((name) => Deno.env.get(name));

Deno.serve(cronHandler({
  functionName: "cron-maintain",
  body: z.strictObject({ dry_run: z.boolean().optional() }),
  run: (body) =>
    withDatabase(
      environment.databaseUrl,
      (sql) => maintain(sql, { dryRun: body.dry_run }),
    ),
  sharedSecrets: environment.sharedSecrets,
  isAdmin: adminCheck((name) => Deno.env.get(name)),
  log: console.log,
}));
