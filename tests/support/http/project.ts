/** The project that the HTTP tests speak to: tests/main.ts names it, or whoever runs the tests. */
export interface Project {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly dbUrl: string;
  readonly cronSharedSecret: string;
}

/** The project under test, from the environment. */
export function project(): Project {
  return {
    baseUrl: variable("BASE_URL"),
    publishableKey: variable("SUPABASE_PUBLISHABLE_KEY"),
    secretKey: variable("SUPABASE_SECRET_KEY"),
    dbUrl: variable("SUPABASE_DB_URL"),
    cronSharedSecret: variable("CRON_SHARED_SECRET"),
  };
}

function variable(name: string): string {
  const value = Deno.env.get(name);
  if (value === undefined) {
    throw new Error(`${name} is not set: run the tests with \`deno task test\`.`);
  }
  return value;
}
