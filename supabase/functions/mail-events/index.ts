// POST /functions/v1/mail-events: the mail provider tells which mail came back.
import { withDatabase } from "../_shared/database.ts";
import { readMailEventsEnvironment } from "../_shared/delivery/environment.ts";
import { mailEventsHandler, recordBounce } from "../_shared/delivery/mail_events.ts";

const environment = readMailEventsEnvironment((name) => Deno.env.get(name));

Deno.serve(mailEventsHandler({
  functionName: "mail-events",
  secret: environment.secret,
  recordBounce: (bounce) =>
    withDatabase(environment.databaseUrl, (sql) => recordBounce(sql, bounce)),
  log: console.log,
}));
