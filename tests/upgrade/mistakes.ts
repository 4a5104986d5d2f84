/** Faults that a release may have, each to be put into the trial. */
import type postgres from "postgres";
import type { Jobs } from "../../tools/releases/record.ts";
import * as jobs from "./jobs.ts";
import type { Statements } from "./trial.ts";

/** A mistake: its name, what the migration says instead, and what each line that a check gives is like. */
export interface Mistake {
  readonly mistake: string;
  readonly instead: Partial<Statements>;
  readonly found: RegExp;
}

/** Mistakes that show in rows. */
export const LOSSES: readonly Mistake[] = [
  {
    mistake: "a_lost_row",
    instead: {
      more: `delete from public.candidates
            where id = (select id from public.candidates where status = 'applied' order by id limit 1);`,
    },
    found: /^public\.candidates: 1 rows differ; \S+ is gone$/,
  },
  {
    mistake: "a_changed_cent",
    instead: {
      more: `update public.rate_hits set bill_rate_change = bill_rate_change + 0.01
            where id = (select id from public.rate_hits where status = 'pending' order by id limit 1);`,
    },
    found: /^public\.rate_hits\.bill_rate_change: 1 rows differ; \S+ was 3\.50, is 3\.51$/,
  },
  {
    mistake: "a_new_row",
    instead: {
      more: `insert into public.candidates (first_name, last_name, email)
           select 'Lee', 'Park', id || '@example.org' from public.facilities;`,
    },
    found: /^public\.candidates: 12 rows differ; \S+ is new$/,
  },
  {
    mistake: "a_column_renamed_by_drop_and_add",
    instead: {
      more: "alter table public.candidates drop column phone, add column telephone text;",
    },
    found: /^public\.candidates\.phone: is gone$/,
  },
  {
    mistake: "a_dropped_table",
    instead: { more: "drop table private.job_requests;" },
    found: /^private\.job_requests: is gone, with 0 rows$/,
  },
];

/** Mistakes by which the upgraded schema is not that of a fresh tree. */
export const DEVIATIONS: readonly Mistake[] = [
  {
    mistake: "a_forgotten_grant",
    instead: { grants: "" },
    found: /^- grant column public\.facilities\.city to authenticated: INSERT, UPDATE$/,
  },
  {
    mistake: "a_function_left_as_it_was",
    instead: { changedFunction: "" },
    found: /^[+-] function private\.workweek_start\(date\): /,
  },
  {
    mistake: "a_function_not_dropped",
    instead: { droppedFunction: "" },
    found: /^\+ .*\bpublic\.recomputedraftinvoice\(uuid\)/,
  },
  {
    mistake: "a_check_left_as_it_was",
    instead: { tightenedCheck: "" },
    found: /^[+-] (comment )?constraint public\.facilities\.payment_terms_are_/,
  },
  {
    mistake: "a_guard_left_off",
    instead: { more: "alter table public.invoices disable trigger invoice_moves_are_legal;" },
    found: /^[+-] trigger public\.invoices\.invoice_moves_are_legal: .* enabled [DO]$/,
  },
  {
    mistake: "a_policy_nobody_asked_for",
    instead: {
      more:
        "create policy anybody_reads on public.payments for select to authenticated using (true);",
    },
    found: /^\+ policy public\.payments\.anybody_reads: /,
  },
];

/** Adds a cent to the interest of the first invoice that bears some. */
async function addACent(sql: postgres.Sql): Promise<void> {
  await sql`
    update public.invoices set accrued_interest = accrued_interest + 0.01
     where number = (select min(number) from public.invoices where accrued_interest > 0)`;
}

/** Jobs after which an invoice bears a cent more, though their counts are the same. */
export const ONE_CENT_MORE: Jobs = {
  ...jobs,
  async accrueOverdueInterest(sql) {
    const counts = await jobs.accrueOverdueInterest(sql);
    await addACent(sql);
    return counts;
  },
};

/** Jobs of which one fails halfway. */
export const FAILING_HALFWAY: Jobs = {
  ...jobs,
  async accrueOverdueInterest(sql) {
    await addACent(sql);
    throw new Error("The column is not there any more.");
  },
};
