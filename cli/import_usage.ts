/** Text that `deno task import --help` prints. */
export const USAGE = `Moves a firm in: imports a file of its former books, all of it or nothing. Of
kind remittances, a file of its bank.

deno task import <kind> FILE.csv [options]

  facilities      who is invoiced, with the terms of late payment
  orders          what facilities ordered, up to which amount
  contractors     who is placed and paid
  assignments     who works where, at which rates
  codes           codes of time besides those that every firm has
  code-rates      what codes of time bill and pay, at assignments or facilities
  holiday-calendars
                  days that premium rules name
  premium-rules   what nights, weekends and holidays pay and bill on top
  guarantees      hours that assignments promise
  leave-balances  hours of leave that people have, by the plans in use
  credential-kinds
                  licenses, certificates and checks that people may need
  credentials     those that people have
  requirements    which are asked for, of all, at facilities or assignments
  open-invoices   what is owed, each as its open amount, under its old number
  checks          money that came in and is on no invoice yet
  holidays        days on which nothing is due
  remittances     money that the bank says came in, and what it pays: CSV, and
                  files of the formats BAI2 and BAI Lockbox

and week by week, what docs/client_time.md has:

  time            time as the client's system has it

  --dry-run            says what is wrong and what would be imported, and
                       changes nothing
  --dates us           days such as 11/23/2026 have the month first; without it
                       they are errors
  --mapping NAME       reads the columns of another program by this mapping,
                       such as "SAP Fieldglass, report of time sheets"
  --database-url URL   the database (default: SUPABASE_DB_URL, else the stack
                       that runs on DATA_DIR, which is .data); without a
                       password, which PGPASSWORD gives, or SUPABASE_DB_URL
  --help               this text

The first line of a CSV file has the names of the columns; docs/moving_in.md has
them, and the order of the steps; docs/remittances.md has what banks send. At
most 20,000 rows a file. Rows that are here already are skipped, so a file may be
imported again.

Values may be separated by commas, semicolons or tabs, and money may be written
as $9,401.61.

Prints counts as JSON. What is wrong goes to stderr, a line each: file, line,
column, what. Of more than twenty errors of a kind the rest is counted, and all
of them are written to FILE.csv.errors.csv.

Exit code 0: done. 1: the file has errors, or the import failed; nothing was
imported. 2: the command was not understood.`;
