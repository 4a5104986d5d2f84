/** Text that `deno task job --help` prints. */
export const USAGE = `A one-off run of a scheduled job. Prints its counts as JSON.

deno task job <lock-ended|accrue-interest|maintain|deliver> [options]

  lock-ended        locks the time of assignments that have ended
  accrue-interest   recomputes the interest of at most 1000 overdue invoices
  maintain          archives old months of the audit log, and forgets what is
                    kept long enough (docs/log.md)
  deliver           sends mail and calls webhooks, with MAIL_API_KEY, SMTP_URL …
                    from the environment (docs/mail.md)

  --today YYYY-MM-DD   the day to take for today (default: the UTC date,
                       of deliver the business date)
  --dry-run            counts what would change and changes nothing
  --all                repeats until nothing remains, and adds the counts up;
                       with --dry-run one pass
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

Exit code 0: done. 1: the run failed. 2: the command was not understood.`;
