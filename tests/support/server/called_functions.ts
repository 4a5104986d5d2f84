import postgres from "postgres";

/** Names the file that the functions of our schemas are added to that tests called, a name a line. */
export const CALLED_FUNCTIONS = "TEST_CALLED_FUNCTIONS";

/**
 * Adds to that file what was called in a database that nobody uses any more, where the server counts
 * it (`track_functions`). Does nothing where no file is named.
 */
export async function noteCalledFunctions(url: string): Promise<void> {
  const file = Deno.env.get(CALLED_FUNCTIONS);
  if (file === undefined) return;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  // A connection tells its counts as it ends, a moment after its client is gone.
  for (let attempt = 0; attempt < 50; attempt++) {
    const [others] = await sql`
      select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`;
    if (others === undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const called = await sql<{ name: string }[]>`
    select schemaname || '.' || funcname as name from pg_stat_user_functions
     where schemaname in ('public', 'private')`;
  await sql.end();
  await Deno.writeTextFile(file, called.map(({ name }) => `${name}\n`).join(""), { append: true });
}
