import postgres from "postgres";
import { asCaller } from "./as_caller.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { loadLists } from "./load_lists.ts";
import { loadReceivables } from "./load_receivables.ts";
import { firmOf, loadFirm } from "./load_size.ts";
import { WEEK } from "./load_work.ts";
import { count, medianOfCalls } from "./measure.ts";
import { facilityTimePage, PAGE_LIMIT } from "./time_pages.ts";

const ENTRIES = 1_000_000;
const OPEN = 20_000;
const PAID = 80_000;
const ROUNDS = 9;
const MOST_TIME = 300;

/** Reader of a list. */
type Reader = "staff" | "contact" | "contractor";

/** The first page of a list, as its reader sees it: what is asked, of what, in which order. */
interface List {
  readonly reader: Reader;
  readonly of: string;
  readonly columns?: string;
  readonly where?: string;
  readonly order: string;
}

const of = (reader: Reader) => (of: string, order: string, rest: Partial<List> = {}): List => ({
  reader,
  of,
  order,
  ...rest,
});
const staff = of("staff");
const contact = of("contact");
const contractor = of("contractor");

const MARGINS =
  "assignment_id, contractor_name, facility_name, start_date, end_date, bill_rate, pay_rate, billed_margin";

/** The lists of the console in the orders that they offer, and the views that other clients page through. */
const LISTS: readonly List[] = [
  staff("time_entries", "work_date desc, id desc"),
  staff("time_entries", "work_date desc, id desc", { where: "status = 'submitted'" }),
  staff("unapproved_time", "work_date, time_entry_id", { where: "next_step = 'submit'" }),
  staff("unapproved_time", "work_date, time_entry_id", { where: "next_step = 'approve'" }),
  staff("missing_time", "assignment_id"),
  staff("assignment_margin", "start_date desc, assignment_id desc", { columns: MARGINS }),
  staff("assignment_margin", "end_date desc, assignment_id desc", { columns: MARGINS }),
  staff("pay_below_minimum_wage", "below_from, assignment_id, effective_from"),
  staff("renewals_due", "renewal_date, contract_renewal_id"),
  staff("credentials_due", "expires_on, credential_id"),
  staff("required_credentials", "contractor_name, assignment_id, credential_kind_id"),
  staff(
    `time_without_credentials(date '${WEEK}', date '${WEEK}' + 6)`,
    "work_date, time_entry_id, credential_kind_id",
  ),
  staff(`"contractAlerts"`, "due_on, id"),
  staff("candidates", "last_name, first_name, id"),
  staff("contractors", "last_name, first_name, id"),
  staff("facilities", "name, id"),
  staff("invitations", "created_at desc, id desc"),
  staff("user_names", "name, user_id"),
  staff("invoices", "number desc, id desc"),
  staff("invoices", "due_date, id"),
  staff("invoices", "issue_date desc, id desc"),
  staff("invoices", "balance desc, id desc", { where: "status in ('sent', 'partially_paid')" }),
  staff("ar_aging", "facility_name, facility_id"),
  staff("unbilled_groups", "facility_name, facility_id, group_key"),
  staff("unbilled_time", "work_date, time_entry_id"),
  staff(
    "unbilled_differences",
    "week_start, facility_id, contractor_id, group_key, purchase_order_id, department, cost_centre",
  ),
  staff("checks", "received_on desc, id desc"),
  staff("checks", "check_number, id"),
  staff("facility_credits", "id", { where: "remaining > 0" }),
  staff("purchase_order_usage", "facility_name, number, purchase_order_id"),
  staff("billing_runs", "created_at desc, id desc"),
  staff("payroll_periods", "period_start desc, id desc"),
  staff("payroll_items", "id"),
  staff("payroll_item_lines", "id"),
  staff("payroll_adjustments", "payable_on desc, id desc"),
  staff("overpayments", "contractor_id, week_start"),
  staff("outbox", "written_at desc, id desc"),
  staff("job_runs", "started_at desc, id desc", { where: "job <> 'deliver'" }),
  staff("job_health", "job"),
  staff("audit_log", "at desc, id desc"),
  contact("invoices", "number desc, id desc"),
  contact("ar_aging", "facility_name, facility_id"),
  contact("facility_credits", "id"),
  contact("purchase_order_usage", "facility_name, number, purchase_order_id"),
  contact("unapproved_time", "work_date, time_entry_id"),
  contractor("my_time", "work_date, time_entry_id", { where: `work_date >= date '${WEEK}' - 49` }),
  contractor("my_assignments", "start_date, assignment_id"),
  contractor("my_pay", "period_start, payroll_item_id"),
  contractor("my_pay_lines", "pay_date, week_start, payroll_item_line_id"),
  contractor("time_entries", "work_date desc, id desc"),
];

/** Cost of the first page of each list in the database, on a firm of some years. */
export const lists: Benchmark = {
  name: "lists",
  aim:
    `the first page of each list as its reader, of a firm of 1,000,000 entries: at most ${MOST_TIME} ms`,
  onlyWhenNamed: true,
  run: async (context) => {
    const firm = firmOf(context.size(ENTRIES));
    await using database = await context.databases.fresh(async (sql) => {
      await loadReceivables(sql, {
        facilities: firm.facilities,
        open: context.size(OPEN),
        paid: context.size(PAID),
      });
      await loadFirm(sql, firm);
      await loadLists(sql, firm);
    });
    const sql = postgres(database.url, {
      max: 1,
      onnotice: () => {},
      connection: { "app.clock": "2026-06-10 18:00+00" },
    });
    try {
      return await measureLists(sql, `${count(firm.entries)} entries`, context.report);
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Measures the first page of each list on a database that is loaded. */
export async function measureLists(
  sql: postgres.Sql,
  size: string,
  report: (line: string) => void,
): Promise<Figure[]> {
  const [facility, users] = await addReaders(sql);
  const pages = [
    ...LISTS.map((list) => ({
      name: `${list.of}, ${list.reader}${list.where === undefined ? "" : `, ${list.where}`}, ${
        list.order.split(",")[0]
      } first`,
      reader: list.reader,
      question: `select ${list.columns ?? "*"} from public.${list.of} where ${
        list.where ?? "true"
      } order by ${list.order} limit ${PAGE_LIMIT}`,
    })),
    ...(["staff", "contact"] as const).flatMap((reader) =>
      ["true", `facility_id in ('${facility}')`, `work_date = '${WEEK}'`].map((where) => ({
        name: `facility_time, ${reader}, ${where.replace(facility, "…")}`,
        reader,
        question: facilityTimePage(where),
      }))
    ),
  ];
  const figures: Figure[] = [];
  for (const { name, reader, question } of pages) {
    const ask = () => asCaller(sql, "authenticated", users[reader], (sql) => sql.unsafe(question));
    figures.push({
      name,
      size,
      ...await medianOfCalls(ROUNDS, ask),
      mostTime: MOST_TIME,
    });
    report(name);
  }
  return figures;
}

/** Somebody of each kind, at the facility of the first assignment. */
async function addReaders(
  sql: postgres.Sql,
): Promise<readonly [facility: string, users: Readonly<Record<Reader, string>>]> {
  const users = {
    staff: crypto.randomUUID(),
    contact: crypto.randomUUID(),
    contractor: crypto.randomUUID(),
  };
  const [place] = await sql<[{ facility_id: string; contractor_id: string }]>`
    select facility_id, contractor_id from public.assignments order by id limit 1`;
  await sql`
    insert into public.staff_members (name, user_id, roles) values ('Staff', ${users.staff}, '{admin}')`;
  await sql`
    insert into public.facility_contacts (facility_id, name, user_id)
    values (${place.facility_id}, 'Contact', ${users.contact})`;
  await sql`update public.contractors set user_id = ${users.contractor} where id = ${place.contractor_id}`;
  return [place.facility_id, users];
}
