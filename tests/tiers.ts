/**
 * The two tiers of the tests: `deno task test` proves the product in some minutes, `deno task test all` goes further.
 * A test file is in both unless it stands here; a folder stands for all of its files.
 */

/** Tests of one kind, and why `deno task test` leaves them out or does less of them. */
export interface LeftOut {
  /** The end of a sentence that begins "Left out: ". */
  readonly what: string;
  readonly paths: readonly string[];
}

/** Files and folders that `deno task test` leaves out. */
export const LEFT_OUT: readonly LeftOut[] = [
  {
    what: "what asks the Supabase CLI for differences between the schema and its migrations",
    paths: [
      "tests/upgrade/write_migration_test.ts",
      "tests/upgrade/trial_release_test.ts",
      "tests/database/whole/schema/column_order_test.ts",
      "tests/database/whole/schema/follow_schema_test.ts",
      "tests/database/whole/schema/migrations_test.ts",
      "tests/database/whole/schema/source_tree_test.ts",
    ],
  },
  {
    what:
      "generated files beside the tree, grants under former defaults, printed installations, what is in their way, schedulers' and workflows' files",
    paths: [
      "tests/database/whole/generated/generated_test.ts",
      "tests/database/whole/live_project_test.ts",
      "tests/database/whole/preflight",
      "tests/database/whole/operations_test.ts",
      "tests/database/whole/schema/grants_elsewhere_test.ts",
      "tests/deploy/github_test.ts",
      "tests/deploy/schedulers_test.ts",
      "tests/http/invitation_logs_test.ts",
    ],
  },
  {
    what: "the console's pages in a browser, but for one walk",
    paths: ["tests/console"],
  },
  {
    what: "the docs as a site: its links, and its search in a browser",
    paths: ["tests/site/site_test.ts"],
  },
  {
    what: "every caller, view and private function over HTTP, and each policy dropped in turn",
    paths: [
      "tests/http/access/matrix_test.ts",
      "tests/http/access/surface_test.ts",
      "tests/http/views_test.ts",
      "tests/database/whole/access/policies_are_needed_test.ts",
      "tests/database/whole/access/search_path_test.ts",
      "tests/database/whole/access/rls_auto_enable_elsewhere_test.ts",
      "tests/database/whole/locks/locks_test.ts",
    ],
  },
  {
    what:
      "stacks, proxies and functions of a test's own, started and killed, the packed client and server for agents, examples/, reports of several firms, and the walks of docs/",
    paths: [
      "tests/deploy/proxies_test.ts",
      "tests/deploy/self_hosted_test.ts",
      "tests/http/documents_test.ts",
      "tests/http/function_process_test.ts",
      "tests/http/health_test.ts",
      "tests/http/local_stack_test.ts",
      "tests/http/stack_test.ts",
      "tests/http/stack_ends_test.ts",
      "tests/http/api_examples_test.ts",
      "tests/programs/client_package_test.ts",
      "tests/programs/examples_test.ts",
      "tests/programs/group_test.ts",
      "tests/http/mcp_test.ts",
      "tests/http/newcomers_walk_test.ts",
      "tests/http/payroll_test.ts",
      "tests/http/people_test.ts",
      "tests/http/program_month_test.ts",
      "tests/http/walkthrough_test.ts",
    ],
  },
  {
    what:
      "killed jobs and deliverers, long waits, races of invitations and of each pair of deeds on receivables, a replica, PgBouncer and pg_cron's minutes",
    paths: [
      "tests/concurrency/invitations_test.ts",
      "tests/database/jobs/job_command_test.ts",
      "tests/http/concurrency_test.ts",
      "tests/concurrency/killed_deliverers_test.ts",
      "tests/concurrency/long_waits_test.ts",
      "tests/concurrency/lost_prints_test.ts",
      "tests/concurrency/pgbouncer_test.ts",
      "tests/concurrency/receivables_pairs_test.ts",
      "tests/database/jobs/maintenance_jobs/pg_cron_test.ts",
      "tests/database/whole/replica/replica_test.ts",
    ],
  },
  {
    what: "an upgrade while eight clients work, and a firm's own views",
    paths: ["tests/upgrade/own_views_test.ts", "tests/upgrade/under_load_test.ts"],
  },
  {
    what:
      "a whole firm's move, what an upgrade lists, shortens and tells, shifts at random, nulls of the demo firm, the books of `prove`",
    paths: [
      "tests/upgrade/days_to_come_test.ts",
      "tests/upgrade/long_texts_test.ts",
      "tests/upgrade/parts_test.ts",
      "tests/upgrade/qualified_overtime_test.ts",
      "tests/upgrade/random_weeks_test.ts",
      "tests/database/moving_in/moving_in_test.ts",
      "tests/database/time/classified_time/shifts_test.ts",
      "tests/database/whole/generated/nullable_test.ts",
      "tests/database/whole/soak/books_test.ts",
    ],
  },
  {
    what:
      "what a firm may do without: programs, fees, the client's time, remittances, guarantees, premiums, leave, credentials, shifts ahead, files to move in",
    paths: [
      "tests/concurrency/bill_to_test.ts",
      "tests/concurrency/billing_groups_test.ts",
      "tests/concurrency/client_time_test.ts",
      "tests/concurrency/credentials_test.ts",
      "tests/concurrency/discounts_test.ts",
      "tests/concurrency/fees_test.ts",
      "tests/concurrency/guarantees_test.ts",
      "tests/concurrency/import_rows_test.ts",
      "tests/concurrency/interest_invoices_test.ts",
      "tests/concurrency/overpayments_test.ts",
      "tests/concurrency/planned_shifts_test.ts",
      "tests/concurrency/premium_rules_test.ts",
      "tests/concurrency/webhooks_test.ts",
      "tests/database/billing/billing_groups",
      "tests/database/billing/fees",
      "tests/database/billing/guarantees",
      "tests/database/credentials",
      "tests/database/leave",
      "tests/database/moving_in/import_rows",
      "tests/database/payroll/break_premiums",
      "tests/database/payroll/differentials",
      "tests/database/payroll/guarantees",
      "tests/database/payroll/recoveries_test.ts",
      "tests/database/people/user_names_test.ts",
      "tests/database/receivables/programs",
      "tests/database/receivables/remittances",
      "tests/database/time/client_time",
      "tests/database/time/planned_shifts",
      "tests/database/whole/demo",
    ],
  },
  {
    what:
      "codes and leave in pay and bills, earnings that the law asks for, documents and paper, interest that is billed, webhooks, orders, and who did what",
    paths: [
      "tests/concurrency/code_rates_test.ts",
      "tests/concurrency/time_codes_test.ts",
      "tests/database/assignments/minimum_wages",
      "tests/database/billing/codes",
      "tests/database/documents",
      "tests/database/foundation/audit_log",
      "tests/database/interest/invoice_interest",
      "tests/database/moving_in/import_command_test.ts",
      "tests/database/outbox/webhooks",
      "tests/database/payroll/due_marks_test.ts",
      "tests/database/payroll/leave",
      "tests/database/payroll/roles_test.ts",
      "tests/database/people/actors_test.ts",
      "tests/database/people/purchase_orders",
      "tests/database/time/codes",
      "tests/database/whole/access/matrix_test.ts",
      "tests/database/whole/faults_test.ts",
      "tests/unit/documents",
    ],
  },
  {
    what:
      "gross profit and cash ahead, deeds of two people, second factors, who is erased, archives and months of the log, codes in pay, payroll profiles",
    paths: [
      "tests/database/jobs/maintain",
      "tests/database/payroll/codes",
      "tests/database/payroll/payroll_profiles",
      "tests/database/people/erasures",
      "tests/database/people/second_factor_test.ts",
      "tests/database/people/two_people",
      "tests/database/profit",
      "tests/http/two_people_test.ts",
      "tests/upgrade/log_months_test.ts",
    ],
  },
  {
    what:
      "mail, invitations, timelines, and races beside those of time, billing, payroll and receipts",
    paths: [
      "tests/concurrency/bill_terms_test.ts",
      "tests/concurrency/credit_notes_test.ts",
      "tests/concurrency/deliver_test.ts",
      "tests/concurrency/mail_test.ts",
      "tests/concurrency/pay_groups_test.ts",
      "tests/concurrency/purchase_orders_test.ts",
      "tests/concurrency/rate_hits_test.ts",
      "tests/concurrency/refunds_test.ts",
      "tests/concurrency/renewals_test.ts",
      "tests/concurrency/returned_checks_test.ts",
      "tests/concurrency/staff_test.ts",
      "tests/concurrency/write_offs_test.ts",
      "tests/database/outbox/deliver",
      "tests/database/outbox/mail",
      "tests/database/people/invitations",
      "tests/database/receivables/ar_history_test.ts",
      "tests/database/whole/timeline",
      "tests/unit/delivery",
    ],
  },
  {
    what: "upgrades of what single releases brought, and the files of releases",
    paths: [
      "tests/upgrade/rates_of_units_test.ts",
      "tests/upgrade/released_files_test.ts",
      "tests/upgrade/unbilled_entries_test.ts",
    ],
  },
];

/** Files that do less in `deno task test`, and histories in `rest` too: they ask for `TEST_TIER`, which tests/main.ts sets. */
export const LESSENED: readonly LeftOut[] = [
  {
    what: "nineteen of twenty random histories",
    paths: [
      "tests/database/billing/billing_histories/billing_histories_test.ts",
      "tests/database/billing/billing_order/any_order_test.ts",
      "tests/database/journal/journal_histories_test.ts",
      "tests/database/payroll/lawful_weeks/lawful_weeks_test.ts",
      "tests/database/payroll/payroll_histories/payroll_histories_test.ts",
      "tests/database/receivables/ar_aging_as_of/ties_test.ts",
      "tests/database/receivables/receipt_histories/orders_test.ts",
      "tests/database/receivables/receipt_histories/receipt_histories_test.ts",
      "tests/database/time/classified_time/properties_test.ts",
    ],
  },
  {
    what: "the jobs' addresses behind the proxies of deploy/",
    paths: [
      "tests/http/cron_answers_test.ts",
      "tests/http/cron_authentication_test.ts",
      "tests/http/cron_refusals_test.ts",
    ],
  },
  {
    what: "upgrades from releases before the last one, and on PostgreSQL 15",
    paths: ["tests/upgrade/upgrade_test.ts"],
  },
];

/**
 * With all tests they begin first: those that mostly wait, and the longest, of which one would else run on alone at
 * the end. Of files that are named one by one, Deno takes those of the longest folder first.
 */
const FIRST = [
  "tests/database/jobs/maintenance_jobs/pg_cron_test.ts",
  "tests/concurrency/long_waits_test.ts",
  "tests/upgrade/write_migration_test.ts",
  "tests/console/dialogs_test.ts",
  "tests/console/looks_test.ts",
  "tests/upgrade/trial_release_test.ts",
  "tests/upgrade/under_load_test.ts",
  "tests/http/access/matrix_test.ts",
  "tests/upgrade/upgrade_test.ts",
];
const REST = LEFT_OUT.flatMap(({ paths }) => paths);
const LESS = LESSENED.flatMap(({ paths }) => paths);

/** Run that the arguments of tests/main.ts ask for. */
export interface Run {
  /** `rest` is what `test` leaves out, or a half of that, `all` is both; `named` is paths, in whichever tier they are. */
  readonly tier: "test" | "rest" | "all" | "named";
  /** Arguments for `deno test`. */
  readonly args: readonly string[];
  /** Lines that say at the end what did not run. */
  readonly leftOut: readonly string[];
}

/**
 * Reads the arguments: without a path they mean `deno task test`, with `all` or `rest` as the only one that tier, and
 * with `rest/1` or `rest/2` a half of the rest.
 *
 * @param files all test files
 */
export function runOf(args: readonly string[], files: readonly string[]): Run {
  const options = args.filter((argument) => argument.startsWith("-"));
  const paths = args.filter((argument) => !argument.startsWith("-"));
  // Of files that it is given by name, Deno 2.9.6 ignored some only, and ran those of tests/http/access.
  const ignored = options.flatMap((option) => /^--ignore=(.*)/.exec(option)?.[1]?.split(",") ?? []);
  const isWanted = (file: string) => !isBelow(file, ignored);
  const rest = files.filter((file) => isBelow(file, [...REST, ...LESS]));
  const name = paths.join();
  switch (name) {
    case "":
      return {
        tier: "test",
        args: [...options, ...files.filter((file) => isWanted(file) && !isBelow(file, REST))],
        leftOut: [
          "Left out, for `deno task test all`:",
          ...[...LEFT_OUT, ...LESSENED].map(({ what }) => `- ${what}`),
        ],
      };
    case "rest":
    case "rest/1":
    case "rest/2":
      return {
        tier: "rest",
        args: [...options, ...halfOf(rest, name).filter(isWanted)],
        leftOut: [
          "Left out: what `deno task test` runs, and for `deno task test all` three of four random histories" +
          (name === "rest" ? "." : ", and the other half of the files of `deno task test rest`."),
        ],
      };
    case "all":
      return {
        tier: "all",
        args: [...options, ...FIRST, "tests/"],
        leftOut: [
          "Left out, for before a release: upgrades from releases before the last three (RELEASES=all),",
          "and the long runs of `deno task prove`.",
        ],
      };
    default:
      return { tier: "named", args, leftOut: [] };
  }
}

/** Every other file of the rest for a half of it, so that each folder is in both; else all. */
function halfOf(rest: readonly string[], name: string): readonly string[] {
  const [, half] = name.split("/");
  return half === undefined ? rest : rest.filter((_, index) => index % 2 + 1 === Number(half));
}

/** True if a file is one of the paths, or of a folder among them. */
function isBelow(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}
