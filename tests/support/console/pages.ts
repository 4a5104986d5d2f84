import type postgres from "postgres";
import { pastTriggers } from "../../../fixtures/past_triggers.ts";

/**
 * A bundle of two paid invoices, which the demo firm has none of: it bills no program. Nobody owes anything else by it,
 * so that no other page changes. Made once.
 */
async function bundleOf(sql: postgres.Sql): Promise<string> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      with chosen as (
        select invoice.id, invoice.facility_id, invoice.issue_date
          from public.invoices as invoice join public.facilities as facility on facility.id = invoice.facility_id
         where invoice.status = 'paid'
           and facility.name = (
               select paid.name
                 from public.facilities as paid join public.invoices as other on other.facility_id = paid.id
                where other.status = 'paid' group by paid.name having count(*) > 1 order by paid.name desc limit 1)
         order by invoice.issue_date desc, invoice.id limit 2
      ), bundle as (
        insert into public.invoice_bundles (facility_id, issue_date)
        select chosen.facility_id, max(chosen.issue_date) from chosen
         where not exists (select from public.invoice_bundles) group by chosen.facility_id
        returning id, facility_id)
      update public.invoices as invoice
         set invoice_bundle_id = bundle.id, bill_to_facility_id = bundle.facility_id
        from bundle, chosen where invoice.id = chosen.id`;
  });
  const [bundle] = await sql<[{ id: string }]>`
    select id from public.invoice_bundles order by created_at limit 1`;
  return bundle.id;
}

/** The pages of the staff, each with a row of the demo firm where it shows one. */
async function staffPages(sql: postgres.Sql): Promise<string[]> {
  const [ids] = await sql<Record<string, string>[]>`
    select (select id from public.invoices where accrued_interest > 0 and status = 'sent' order by id limit 1) as late,
           (select id from public.invoices where status = 'draft' order by id limit 1) as draft,
           (select id from public.checks where check_number = '7100') as "check",
           (select id from public.checks where status = 'reconciled' order by id limit 1) as reconciled,
           (select id from public.facilities order by name limit 1) as facility,
           (select id from public.facility_credits order by id limit 1) as credit,
           (select assignment_id from public.rate_hits order by id limit 1) as assignment,
           (select id from public.candidates where status <> 'hired' order by last_name, id limit 1) as candidate,
           (select id from public.leave_plans where state = 'CA' order by name limit 1) as plan,
           (select contractor_id from public.payroll_items order by contractor_id limit 1) as contractor`;
  return [
    "/board",
    "/time/approve",
    "/time/missing",
    "/time/locked",
    "/time/client",
    "/time/all",
    "/time/plan",
    "/billing/run",
    "/billing/drafts",
    "/billing/invoices",
    `/billing/invoices/${ids?.["late"]}`,
    `/billing/invoices/${ids?.["draft"]}`,
    `/billing/bundles/${await bundleOf(sql)}`,
    "/billing/unbilled",
    "/billing/orders",
    "/cash/checks",
    `/cash/checks/${ids?.["check"]}`,
    `/cash/checks/${ids?.["reconciled"]}`,
    "/cash/remittances",
    "/cash/overdue",
    "/cash/aging",
    `/cash/aging/${ids?.["facility"]}`,
    "/cash/credits",
    `/cash/credits/${ids?.["credit"]}`,
    "/profit/gross",
    "/profit/burden",
    "/people/candidates",
    `/people/candidates/${ids?.["candidate"]}`,
    "/people/contractors",
    `/people/contractors/${ids?.["contractor"]}`,
    "/people/facilities",
    `/people/facilities/${ids?.["facility"]}`,
    "/people/assignments",
    `/people/assignments/${ids?.["assignment"]}`,
    "/people/customers",
    "/people/renewals",
    "/people/below-minimum-wage",
    "/people/invitations",
    "/people/credentials",
    "/mail/outbox",
    "/settings/rules",
    "/settings/minimum-wages",
    "/settings/codes",
    "/settings/premiums",
    "/settings/leave",
    `/settings/leave/${ids?.["plan"]}`,
    "/settings/pay-groups",
    "/settings/holidays",
    "/settings/taxes",
    "/settings/credentials",
  ];
}

/** The pages that payroll has besides. */
async function payrollPages(sql: postgres.Sql): Promise<string[]> {
  const [item] = await sql<{ id: string; payroll_batch_id: string }[]>`
    select id, payroll_batch_id from public.payroll_items
     where payroll_batch_id = (select id from public.payroll_batches order by closed_at desc limit 1)
     order by id limit 1`;
  const [open] = await sql<{ id: string }[]>`
    select id from public.payroll_periods where status = 'open' order by period_start limit 1`;
  return [
    "/payroll/periods",
    `/payroll/periods/${open?.id}`,
    `/payroll/batches/${item?.payroll_batch_id}`,
    `/payroll/batches/${item?.payroll_batch_id}/${item?.id}`,
    "/payroll/adjustments",
    "/payroll/overpayments",
    "/payroll/breaks",
    "/payroll/year",
    "/payroll/codes",
    "/payroll/profiles",
  ];
}

/** The pages of whoever is billing and payroll too, with an invoice of the month before. */
async function booksPages(sql: postgres.Sql): Promise<string[]> {
  const [invoice] = await sql<{ path: string }[]>`
    select concat_ws('/', issue_date, number) as path from public.invoices
     where issue_date between '2026-05-01' and '2026-05-31' and status = 'sent' order by number limit 1`;
  return [
    "/books/journal",
    `/books/journal/${invoice?.path}`,
    "/books/closings",
    "/books/accounts",
    "/profit/week",
    "/profit/cash-ahead",
  ];
}

/** The pages that admins have besides. */
const ADMINS_PAGES: readonly string[] = [
  "/profit/commissions",
  "/settings/firm",
  "/settings/staff",
  "/settings/security",
  "/settings/moving-in",
  "/settings/log",
  "/settings/retention",
  "/settings/jobs",
  "/mail/settings",
  "/mail/webhooks",
];

/** The pages of a contractor, with a week of theirs. */
async function contractorPages(sql: postgres.Sql): Promise<string[]> {
  const [item] = await sql<{ id: string }[]>`
    select item.id
      from public.payroll_items as item
      join public.payroll_batches as batch on batch.id = item.payroll_batch_id
      join public.contractors as contractor on contractor.id = item.contractor_id
      join auth.users as person on person.id = contractor.user_id
     where person.email = 'contractor@demo.example' and batch.status = 'closed'
     order by batch.closed_at desc, item.id limit 1`;
  return ["/my-time", "/my-pay", ...(item ? [`/my-pay/${item.id}`] : []), "/my-details"];
}

/** The pages of a facility's contact. */
async function contactPages(sql: postgres.Sql): Promise<string[]> {
  const [invoice] = await sql<{ id: string }[]>`
    select invoice.id
      from public.invoices as invoice
      join public.facility_contacts as contact on contact.facility_id = invoice.facility_id
      join auth.users as person on person.id = contact.user_id
     where person.email = 'facility@demo.example' and invoice.status in ('sent', 'paid')
     order by invoice.balance desc, invoice.id limit 1`;
  return [
    "/facility-time/approve",
    "/facility-time/all",
    "/facility-invoices",
    ...(invoice ? [`/facility-invoices/${invoice.id}`] : []),
    "/facility-account",
  ];
}

/** People who sign in to the demo firm, each with the pages that they find. */
export async function pagesOfEverybody(
  sql: postgres.Sql,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const staff = await staffPages(sql);
  const payroll = await payrollPages(sql);
  const books = await booksPages(sql);
  return {
    admin: [...staff, ...payroll, ...books, ...ADMINS_PAGES],
    payroll: [...staff, ...payroll],
    billing: staff,
    recruiting: staff,
    viewer: staff,
    contractor: await contractorPages(sql),
    facility: await contactPages(sql),
  };
}
