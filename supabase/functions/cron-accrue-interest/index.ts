// POST /api/cron/accrue-interest: recomputes the late-payment interest of overdue invoices.
import { z } from "zod";
import { adminCheck } from "../_shared/admin_call.ts";
import { cronHandler } from "../_shared/cron_handler.ts";
import { withDatabase } from "../_shared/database.ts";
import { readCronEnvironment } from "../_shared/env.ts";
import { accrueOverdueInterest, SCAN_LIMIT } from "../_shared/jobs/accrue_overdue_interest.ts";

const environment = readCronEnvironment((name) => Deno.env.get(name));

Deno.serve(cronHandler({
  functionName: "cron-accrue-interest",
  body: z.strictObject({
    dry_run: z.boolean().optional(),
    limit: z.int().min(1).max(SCAN_LIMIT).optional(),
  }),
  run: (body) =>
    withDatabase(
      environment.databaseUrl,
      (sql) => accrueOverdueInterest(sql, { dryRun: body.dry_run, limit: body.limit }),
    ),
  sharedSecrets: environment.sharedSecrets,
  isAdmin: adminCheck((name) => Deno.env.get(name)),
  log: console.log,
}));
