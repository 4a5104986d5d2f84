// POST /api/cron/lock-ended: locks the time of ended assignments.
import { z } from "zod";
import { adminCheck } from "../_shared/admin_call.ts";
import { cronHandler } from "../_shared/cron_handler.ts";
import { withDatabase } from "../_shared/database.ts";
import { readCronEnvironment } from "../_shared/env.ts";
import { lockEndedAssignments } from "../_shared/jobs/lock_ended_assignments.ts";

const environment = readCronEnvironment((name) => Deno.env.get(name));

Deno.serve(cronHandler({
  functionName: "cron-lock-ended",
  body: z.strictObject({ dry_run: z.boolean().optional() }),
  run: (body) =>
    withDatabase(
      environment.databaseUrl,
      (sql) => lockEndedAssignments(sql, { dryRun: body.dry_run }),
    ),
  sharedSecrets: environment.sharedSecrets,
  isAdmin: adminCheck((name) => Deno.env.get(name)),
  log: console.log,
}));
