/** A release that never was, to try the upgrade tests on. */

/** The statements of a migration, by what each is there to prove. */
export interface Statements {
  readonly newColumn: string;
  readonly grants: string;
  readonly changedFunction: string;
  readonly droppedFunction: string;
  readonly tightenedCheck: string;
  /** Additions of a test. */
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
  droppedFunction: "drop function public.recomputedraftinvoice(uuid);",
  tightenedCheck: checkOfTerms(60),
  more: "",
};

/** Variant of the source tree that the trial makes. */
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
