/** Rights of each function of the embedded stack: as little as it can do with. */

/** Variables that a function may read, and hosts that it may reach. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string>>;
  /** Addresses that it may open, `127.0.0.1:54322,127.0.0.1:54321`; deliver speaks to whoever mail goes to. */
  readonly reaches: string | "everything";
}

/** Values that there are to give. */
export interface Givable {
  readonly databaseUrl: string;
  readonly databasePort: number;
  readonly apiUrl: string;
  readonly apiPort: number;
  readonly publishableKey: string;
  readonly cronSharedSecret: string;
  readonly cronSharedSecretPrevious: string;
  /** Those of MAIL_VARIABLES that are set where the stack was started. */
  readonly mail: Readonly<Record<string, string>>;
}

/** Settings by which deliver sends mail and calls webhooks, and the signers whom mail-events believes. */
export const MAIL_VARIABLES = [
  "MAIL_API_KEY",
  "MAIL_API_URL",
  "SMTP_URL",
  "WEBHOOK_PRIVATE_ADDRESSES",
  "MAIL_EVENTS_SECRET",
] as const;

/** By the function's name, what it has. */
export function surroundingsOf(given: Givable): (name: string) => Surroundings {
  const mail = (...names: (typeof MAIL_VARIABLES[number])[]) =>
    Object.fromEntries(names.map((name) => [name, given.mail[name] ?? ""]));
  const database = { SUPABASE_DB_URL: given.databaseUrl };
  // Where an admin who starts a job is asked about.
  const api = {
    SUPABASE_URL: given.apiUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: given.publishableKey }),
    SUPABASE_ANON_KEY: "", // the older key, which there is none of
  };
  const secret = {
    ...database,
    CRON_SHARED_SECRET: given.cronSharedSecret,
    CRON_SHARED_SECRET_PREVIOUS: given.cronSharedSecretPrevious,
  };
  const job = { ...secret, ...api };
  const reaches = `127.0.0.1:${given.databasePort}`;
  const reachesBoth = `${reaches},127.0.0.1:${given.apiPort}`;
  const own: Readonly<Record<string, Surroundings>> = {
    // It asks the API as its caller, and has nothing of the database and its secrets.
    "documents": {
      variables: api,
      reaches: `127.0.0.1:${given.apiPort}`,
    },
    "cron-deliver": {
      variables: {
        ...job,
        ...mail("MAIL_API_KEY", "MAIL_API_URL", "SMTP_URL", "WEBHOOK_PRIVATE_ADDRESSES"),
      },
      reaches: "everything",
    },
    "health": { variables: secret, reaches },
    "mail-events": { variables: { ...database, ...mail("MAIL_EVENTS_SECRET") }, reaches },
  };
  return (name) => own[name] ?? { variables: job, reaches: reachesBoth };
}
