// POST /api/cron/deliver: sends mail and calls webhooks.
import { z } from "zod";
import { adminCheck } from "../_shared/admin_call.ts";
import { cronHandler } from "../_shared/cron_handler.ts";
import { withDatabase } from "../_shared/database.ts";
import { deliveryOf } from "../_shared/delivery/delivery.ts";
import { readDeliveryEnvironment } from "../_shared/delivery/environment.ts";
import { readCronEnvironment } from "../_shared/env.ts";
import { deliver } from "../_shared/jobs/deliver.ts";

/** The platform ends a request at 2 s of CPU, and the rest of a run takes some too. */
const PRINT_BUDGET_MS = 1_200;

const environment = readCronEnvironment((name) => Deno.env.get(name));
const delivery = deliveryOf(readDeliveryEnvironment((name) => Deno.env.get(name)), console.log);

Deno.serve(cronHandler({
  functionName: "cron-deliver",
  body: z.strictObject({ dry_run: z.boolean().optional() }),
  run: (body) =>
    withDatabase(
      environment.databaseUrl,
      (sql) => deliver(sql, { dryRun: body.dry_run, delivery, printBudget: PRINT_BUDGET_MS }),
    ),
  sharedSecrets: environment.sharedSecrets,
  isAdmin: adminCheck((name) => Deno.env.get(name)),
  log: console.log,
}));
