/** A release that never was, to try the upgrade tests on. */
import { join } from "node:path";

/** Later than every real one. */
export const TRIAL_VERSION = "99990101000000";

/** The statements of a migration, by what each is there to prove. */
export interface Statements {
  readonly newColumn: string;
  readonly grants: string;
  readonly changedFunction: string;
  readonly droppedFunction: string;
  readonly tightenedCheck: string;
  /** What a test adds. */
  readonly more: string;
}

/** The migration as it should be: a new column with data, a changed and a dropped function, a check. */
export const TRIAL: Statements = {
  newColumn: `
    alter table public.facilities add column city text;
    update public.facilities set city = regexp_replace(name, '^.*, ', '');
    alter table public.facilities alter column city set not null;`,
  grants: "grant insert (city), update (city) on public.facilities to authenticated;",
  changedFunction: `
    create or replace function private.workweek_start(day date)
    returns date
    language sql
    stable
    security definer
    set search_path = ''
    as $$
        select workweek_start.day
               - (extract(isodow from workweek_start.day)::int + 7 - settings.workweek_starts_on) % 7
          from public.organization_settings as settings;
    $$;`,
  droppedFunction: "drop function public.weeklybillingrun(date, boolean);",
  tightenedCheck: checkOfTerms(60),
  more: "",
};

/** What the trial makes of the source tree. */
export const TRIAL_TREE = migrationOf({
  ...TRIAL,
  newColumn: "alter table public.facilities add column city text not null;",
});

/** Payment terms of the demo firm are 60 days at most. */
export function checkOfTerms(days: number): string {
  return `
    alter table public.facilities drop constraint payment_terms_are_within_a_year;
    alter table public.facilities add constraint payment_terms_are_short
        check (payment_terms_days between 0 and ${days});`;
}

/** The text of a migration. */
export function migrationOf(statements: Statements): string {
  return Object.values(statements).join("\n");
}

/**
 * Runs a test on a folder that holds the project's migrations and one more, for the Supabase CLI.
 *
 * @param test gets the folder
 */
export async function withTrialProject(
  root: string,
  migration: string,
  test: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "trial-release-" });
  try {
    const [from, to] = [join(root, "supabase"), join(folder, "supabase")];
    await Deno.mkdir(join(to, "migrations"), { recursive: true });
    await Deno.copyFile(join(from, "config.toml"), join(to, "config.toml"));
    for await (const { name } of Deno.readDir(join(from, "migrations"))) {
      await Deno.copyFile(join(from, "migrations", name), join(to, "migrations", name));
    }
    await Deno.writeTextFile(join(to, "migrations", `${TRIAL_VERSION}_trial.sql`), migration);
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
