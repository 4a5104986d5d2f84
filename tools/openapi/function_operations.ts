import { nullable, objectOf, type Part, refTo } from "./part.ts";

const text = { type: "string" };
const flag = { type: "boolean" };
const dryRun = { ...flag, description: "Counts what would be done, and does nothing." };

const DAYS_OF_STATEMENT: readonly Part[] = ["from", "to"].map((name) => ({
  name,
  in: "query",
  description: "The first and the last day of a statement.",
  schema: { ...text, format: "date" },
}));

/** Schemas of what functions answer besides the shapes of json_shapes.ts. */
export const FUNCTION_SCHEMAS: Part = {
  FunctionError: {
    description: "An error of a function.",
    ...objectOf({
      error: {
        ...text,
        description: "A word for programs: of a document also the slug of a refusal.",
      },
      message: { ...text, description: "A sentence for a person." },
      hint: { type: ["string", "null"], description: "Advice." },
    }, ["error"]),
  },
  JobFailure: objectOf({
    error: { ...text, const: "job_failed" },
    run_id: { ...nullable({ ...text, format: "uuid" }), description: "The row of job_runs." },
  }, ["error", "run_id"]),
  Health: {
    description:
      "Verdict on the jobs and the versions; all but ok is for who has the schedulers' secret.",
    ...objectOf({
      ok: flag,
      version: { ...text, description: "The functions'." },
      database_version: nullable(text),
      jobs: { type: "array", items: refTo("job_health") },
    }, ["ok"]),
  },
  MailEvent: {
    description:
      "An event as Resend tells it; of types that tell of no bounce nothing else is read.",
    ...objectOf({ type: text, created_at: text, data: { type: "object" } }, ["type"]),
  },
};

/** Path items of the edge functions, by their address. */
export const FUNCTION_PATHS: Readonly<Record<string, Part>> = {
  "/functions/v1/cron-lock-ended": job(
    "lock-ended",
    "Locks the time of ended assignments.",
    "LockEndedCounts",
    { dry_run: dryRun },
  ),
  "/functions/v1/cron-accrue-interest": job(
    "accrue-interest",
    "Recomputes the late-payment interest of overdue invoices.",
    "AccrueInterestCounts",
    {
      dry_run: dryRun,
      limit: {
        type: "integer",
        minimum: 1,
        maximum: 1000,
        description: "Most invoices of this run.",
      },
    },
  ),
  "/functions/v1/cron-maintain": job(
    "maintain",
    "Archives old months of the audit log, and forgets what is kept long enough.",
    "MaintainCounts",
    { dry_run: dryRun },
  ),
  "/functions/v1/cron-deliver": job(
    "deliver",
    "Sends mail and calls webhooks.",
    "DeliverCounts",
    { dry_run: dryRun },
  ),
  "/functions/v1/documents/{kind}/{id}": {
    get: {
      operationId: "document",
      tags: ["functions"],
      summary: "Prints a document as PDF, as far as its reader may read it.",
      description:
        "The API decides who may read it, as the procedures `…_document` do. docs/documents.md.",
      parameters: [
        {
          name: "kind",
          in: "path",
          required: true,
          schema: {
            ...text,
            enum: ["invoice", "bundle", "credit-note", "statement", "timesheet", "pay"],
          },
        },
        {
          name: "id",
          in: "path",
          required: true,
          description:
            "Of an invoice (also for its time sheet), a bundle of invoices, a credit note, a facility (its statement) or a payroll item.",
          schema: { ...text, format: "uuid" },
        },
        ...DAYS_OF_STATEMENT,
        {
          name: "part",
          in: "query",
          description: "The part of a bundle, from 1 on; 1 unless said.",
          schema: { type: "integer", minimum: 1 },
        },
      ],
      responses: {
        200: {
          description: "The document.",
          headers: {
            "Content-Disposition": { description: "With a name for a file.", schema: text },
          },
          content: {
            "application/pdf": { schema: { ...text, contentMediaType: "application/pdf" } },
          },
        },
        ...errors({
          400: "The path or the days lack something, or the procedure refuses it.",
          401: "Without a token or key that counts.",
          404: "There is none, or none of the caller's.",
          429: "Too many are being printed: ask again after Retry-After seconds.",
          500: "It could not be printed.",
        }),
      },
    },
  },
  "/functions/v1/documents/controls": {
    get: {
      operationId: "controls_document",
      tags: ["functions"],
      summary: "Prints the report of controls as PDF, for admins.",
      description: "As the procedure controls_report answers it. docs/controls.md.",
      parameters: DAYS_OF_STATEMENT.map((one) => ({
        ...one,
        required: true,
        description: "The first and the last day.",
      })),
      responses: {
        200: {
          description: "The document.",
          content: {
            "application/pdf": { schema: { ...text, contentMediaType: "application/pdf" } },
          },
        },
        ...errors({
          400: "The days lack something, or the procedure refuses it.",
          401: "Without a token or key that counts.",
          403: "Not for an admin.",
          429: "Too many are being printed: ask again after Retry-After seconds.",
          500: "It could not be printed.",
        }),
      },
    },
  },
  "/functions/v1/health": {
    get: {
      operationId: "health",
      tags: ["functions"],
      summary:
        "Says whether the jobs do their work, and functions and database are of one version.",
      security: [{}, { cronSecret: [] }],
      responses: {
        200: { description: "All is well.", content: json(refTo("Health")) },
        503: { description: "Something is not.", content: json(refTo("Health")) },
      },
    },
  },
  "/functions/v1/mail-events": {
    post: {
      operationId: "mail_events",
      tags: ["functions"],
      summary: "Takes what the mail provider tells of mail that came back.",
      description: "Signed after Standard Webhooks with MAIL_EVENTS_SECRET. docs/mail.md.",
      security: [],
      parameters: ["id", "timestamp", "signature"].map((name) => ({
        name: `webhook-${name}`,
        in: "header",
        description: "Or `svix-…`.",
        schema: text,
      })),
      requestBody: { required: true, content: json(refTo("MailEvent")) },
      responses: {
        200: {
          description: "Taken.",
          content: json(objectOf({ recorded: flag }, ["recorded"])),
        },
        ...errors({
          400: "The event is not as Resend has it.",
          401: "The signature is missing, wrong or too old.",
          409: "There is no such mail yet: tell it again.",
          413: "The body is too large.",
          500: "It was not recorded: tell it again.",
        }),
      },
    },
  },
};

/** Calls of webhooks, by name. */
export const WEBHOOKS: Part = {
  event: {
    post: {
      operationId: "told_of_event",
      tags: ["webhooks"],
      summary: "Tells an address that add_webhook added of an event.",
      description:
        "Signed after Standard Webhooks with the secret that add_webhook answered. A call may come twice, with the same webhook-id, and late. docs/mail.md.",
      security: [],
      parameters: ["id", "timestamp", "signature"].map((name) => ({
        name: `webhook-${name}`,
        in: "header",
        required: true,
        schema: text,
      })),
      requestBody: { required: true, content: json(refTo("WebhookEvent")) },
      responses: {
        "2XX": { description: "Taken. Nothing else counts as that." },
        410: { description: "The address wants no more calls: the webhook is switched off." },
      },
    },
  },
};

function job(name: string, summary: string, counts: string, properties: Part): Part {
  return {
    post: {
      operationId: `run_${name.replaceAll("-", "_")}`,
      tags: ["functions"],
      summary,
      description:
        `Called by a scheduler with its secret, or by an admin of the firm. A proxy of deploy/ has it at /api/cron/${name} too.`,
      security: [
        { cronSecret: [] },
        { publishableKey: [], accessToken: [] },
      ],
      requestBody: {
        content: json({ ...objectOf(properties, []), additionalProperties: false }),
      },
      responses: {
        200: {
          description: "The run's counts, as job_runs has them.",
          content: json(refTo(counts)),
        },
        ...errors({ 400: "The body is not valid.", 401: "The secret is missing or wrong." }),
        500: { description: "The run failed.", content: json(refTo("JobFailure")) },
      },
    },
  };
}

function errors(descriptions: Readonly<Record<number, string>>): Part {
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, content: json(refTo("FunctionError")) },
    ]),
  );
}

function json(schema: Part): Part {
  return { "application/json": { schema } };
}
