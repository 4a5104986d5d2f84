import type postgres from "postgres";
import { asCaller } from "./as_caller.ts";
import { WEEK } from "./load_work.ts";
import { timed } from "./measure.ts";
import { ENTRIES_PAGE, facilityTimePage, PAGE_LIMIT } from "./time_pages.ts";

/** A step of the week's work, inside a transaction. */
export interface Step {
  readonly name: string;
  /** Calls over the API, whose limit of time counts. */
  readonly procedure?: string;
  /** True if there is more of it in a larger firm. */
  readonly grows: boolean;
  /** Milliseconds in which the largest firm should have it; else the API's limit counts. */
  readonly mostTime?: number;
  /** Makes ready what the step needs; not measured. */
  readonly ready?: (sql: postgres.ISql) => Promise<unknown>;
  readonly work: (sql: postgres.ISql) => Promise<unknown>;
}

/** Works of a week, each on a connection and in a transaction of its own. */
export const WORKS: readonly (readonly Step[])[] = [
  [
    {
      name: "weekly_billing_run",
      procedure: "weekly_billing_run",
      grows: true,
      mostTime: 20_000,
      work: (sql) => sql`select from public.weekly_billing_run(${WEEK})`,
    },
    {
      name: "send_invoices of its drafts, at most a thousand",
      procedure: "send_invoices",
      grows: true,
      mostTime: 3000,
      work: (sql) =>
        sql`select from public.send_invoices(array(
              select id from public.invoices where status = 'draft' order by id limit 1000))`,
    },
  ],
  [
    {
      name: "prepare_payroll_draft of the week",
      procedure: "prepare_payroll_draft",
      grows: true,
      mostTime: 20_000,
      work: (sql) =>
        sql`select from public.payroll_periods as period cross join lateral public.prepare_payroll_draft(period.id)
             where period.status = 'open'`,
    },
    {
      name: "apply_rate_hit beside the draft",
      procedure: "apply_rate_hit",
      grows: false,
      ready: (sql) =>
        sql`insert into public.rate_hits (assignment_id, effective_on, pay_rate_change)
            select id, ${WEEK}::date + 2, 1 from public.assignments order by id limit 1`,
      work: (sql) =>
        sql`select from public.rate_hits as hit cross join lateral public.apply_rate_hit(hit.id)`,
    },
    advance("sent into review", "draft"),
    advance("approved", "in_review"),
    {
      name: "close_and_lock_payroll_batch",
      procedure: "close_and_lock_payroll_batch",
      grows: true,
      mostTime: 8000,
      work: (sql) =>
        sql`select from public.payroll_batches as batch
             cross join lateral public.close_and_lock_payroll_batch(batch.id) where batch.status = 'approved'`,
    },
    {
      name: "hand_over_payroll",
      procedure: "hand_over_payroll",
      grows: true,
      work: (sql) =>
        sql`select public.hand_over_payroll(batch.id, 'w2')
              from public.payroll_batches as batch
              join public.payroll_periods as period on period.id = batch.payroll_period_id
             where period.period_start = ${WEEK}`,
    },
  ],
  [{
    name: "a facility's weekend approved",
    grows: false,
    ready: (sql) =>
      sql`insert into public.time_entries (assignment_id, work_date, hours, status)
          select assignment.id, day, 8, 'submitted'
            from public.assignments as assignment cross join (values (${WEEK}::date + 5), (${WEEK}::date + 6)) as worked (day)
           where assignment.facility_id = (select min(id::text)::uuid from public.facilities)`,
    work: (sql) =>
      sql`update public.time_entries set status = 'approved'
           where work_date >= ${WEEK}::date + 5 and status = 'submitted'`,
  }],
];

function advance(become: string, from: string): Step {
  return {
    name: `the batch ${become}`,
    procedure: "advance_payroll_batch_status",
    grows: true,
    work: (sql) =>
      sql`select from public.payroll_batches as batch
           cross join lateral public.advance_payroll_batch_status(batch.id, ${from}) where batch.status = ${from}`,
  };
}

/** Frequent requests, each as its caller. */
export interface Question {
  readonly name: string;
  readonly grows: boolean;
  /** Milliseconds in which the largest firm should have it; else the API's limit counts. */
  readonly mostTime?: number;
  /** Gives the milliseconds that it took. */
  readonly ask: (sql: postgres.Sql) => Promise<number>;
}

/** The first page of a list. */
const PAGE = { grows: false, mostTime: 300 };

/** The console's first screens and lists, by people who are made for it. */
export async function questions(sql: postgres.Sql): Promise<readonly Question[]> {
  const [staff, contact, contractor] = [0, 1, 2].map(() => crypto.randomUUID());
  const [place] = await sql<[{ facility_id: string; contractor_id: string }]>`
    select facility_id, contractor_id from public.assignments order by id limit 1`;
  await sql`
    insert into public.staff_members (name, user_id, roles) values ('Staff', ${
    staff ?? ""
  }, '{billing}')`;
  await sql`
    insert into public.facility_contacts (facility_id, name, user_id)
    values (${place.facility_id}, 'Contact', ${contact ?? ""})`;
  await sql`update public.contractors set user_id = ${
    contractor ?? ""
  } where id = ${place.contractor_id}`;
  const question = (
    name: string,
    demand: Pick<Question, "grows" | "mostTime">,
    user: string | undefined,
    text: string,
  ): Question => ({
    name,
    ...demand,
    ask: (sql: postgres.Sql) =>
      asCaller(sql, "authenticated", user ?? null, (sql) => sql.unsafe(text)),
  });
  return [
    question("board", { grows: true, mostTime: 1000 }, staff, "select * from public.board()"),
    question("ar_aging", { grows: true }, staff, "select * from public.ar_aging"),
    question("a page of time entries", PAGE, staff, ENTRIES_PAGE),
    question("a page of facility_time", PAGE, staff, facilityTimePage("true")),
    question(
      "a page of facility_time, one facility",
      PAGE,
      staff,
      facilityTimePage(`facility_id = '${place.facility_id}'`),
    ),
    question(
      "the same for its contact",
      PAGE,
      contact,
      facilityTimePage(`facility_id in ('${place.facility_id}')`),
    ),
    question(
      "a page of invoices",
      PAGE,
      staff,
      `select invoice.id, invoice.number, invoice.status, invoice.total, invoice.balance, facility.name
         from public.invoices as invoice join public.facilities as facility on facility.id = invoice.facility_id
        order by invoice.number desc, invoice.id desc limit ${PAGE_LIMIT}`,
    ),
    question(
      "my_time of eight weeks",
      PAGE,
      contractor,
      `select * from public.my_time where work_date >= date '${WEEK}' - 49 order by work_date, time_entry_id`,
    ),
  ];
}

/** Times a step, what is checked at its commit included. */
export async function timeStep(sql: postgres.ISql, { ready, work }: Step): Promise<number> {
  await ready?.(sql);
  const took = await timed(async () => {
    await work(sql);
    await sql`set constraints all immediate`;
  });
  await sql`set constraints all deferred`;
  return took;
}
