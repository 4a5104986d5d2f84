/** Rows for tests, each made with as little as its table asks for. */
import type postgres from "postgres";

/** A firm in a test's database: its facility, and ways to add to it. */
export class Firm {
  private constructor(readonly sql: postgres.Sql, readonly facilityId: string) {}

  /** A firm with one facility, paying within 30 days, without interest terms. */
  static async create(sql: postgres.Sql): Promise<Firm> {
    const [facility] = await sql<[{ id: string }]>`
      insert into public.facilities (name) values ('Mercy Hospital') returning id`;
    return new Firm(sql, facility.id);
  }

  /** A candidate who has been offered a place; nobody else has the e-mail unless it is given. */
  async candidate(email = `${crypto.randomUUID()}@example.org`): Promise<string> {
    const [candidate] = await this.sql<[{ id: string }]>`
      insert into public.candidates (first_name, last_name, email, status)
      values ('Cy', 'Nurse', ${email}, 'offered') returning id`;
    return candidate.id;
  }

  /** A contractor with an assignment at the facility from the start of 2026, and a rate of 100 / 60. */
  async assignment(endDate: string | null = null): Promise<string> {
    const [contractor] = await this.sql<[{ id: string }]>`
      insert into public.contractors (first_name, last_name, email)
      values ('Ada', 'Nurse', ${crypto.randomUUID() + "@example.org"}) returning id`;
    return await this.assignmentOf(contractor.id, endDate);
  }

  /** A further assignment of a contractor. */
  async assignmentOf(contractorId: string, endDate: string | null = null): Promise<string> {
    const [assignment] = await this.sql<[{ id: string }]>`
      insert into public.assignments (contractor_id, facility_id, start_date, end_date)
      values (${contractorId}, ${this.facilityId}, '2026-01-01', ${endDate}) returning id`;
    await this.sql`
      insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${assignment.id}, '2026-01-01', 100, 60)`;
    return assignment.id;
  }

  /** A renewal of an assignment in a state; the database stamps the state and writes the alerts. */
  async renewal(
    assignmentId: string,
    renewalDate: string,
    status = "upcoming",
  ): Promise<string> {
    const [renewal] = await this.sql<[{ id: string }]>`
      insert into public.contract_renewals (assignment_id, renewal_date, status)
      values (${assignmentId}, ${renewalDate}, ${status}) returning id`;
    return renewal.id;
  }

  /** An entry of an assignment in a state; the database stamps the state. */
  async entry(
    assignmentId: string,
    status: string,
    workDate = "2026-01-05",
    hours = "4",
  ): Promise<string> {
    const [entry] = await this.sql<[{ id: string }]>`
      insert into public.time_entries (assignment_id, work_date, hours, status)
      values (${assignmentId}, ${workDate}, ${hours}, ${status}) returning id`;
    return entry.id;
  }

  /** Interest terms of the facility: 18 % a year, actual/365, unless said otherwise. */
  async terms(effectiveFrom = "2026-01-01", annualRate = "0.18"): Promise<void> {
    await this.sql`
      insert into public.facility_interest_terms (facility_id, effective_from, annual_rate)
      values (${this.facilityId}, ${effectiveFrom}, ${annualRate})`;
  }

  /** A sent invoice, due on a day. */
  async sentInvoice(dueDate: string, total = "1000.00"): Promise<string> {
    const [id] = await this.sentInvoices(1, dueDate, total);
    if (id === undefined) throw new Error("no invoice was made");
    return id;
  }

  /** So many sent invoices, due on a day. */
  async sentInvoices(count: number, dueDate: string, total = "1000.00"): Promise<string[]> {
    const rows = await this.sql<{ id: string }[]>`
      insert into public.invoices
        (facility_id, kind, period_start, period_end, status, number, issue_date, due_date, total)
      select ${this.facilityId}, 'manual', '2026-01-05', '2026-01-11', 'sent',
             gen_random_uuid()::text, ${dueDate}::text::date - 30, ${dueDate}::text::date, ${total}
        from generate_series(1, ${count})
      returning id`;
    return rows.map((row) => row.id);
  }

  /** A payment of principal in force, on no check; the invoice follows it. */
  async pay(invoiceId: string, paidOn: string, amount: string): Promise<void> {
    await this.sql`
      insert into public.payments (invoice_id, paid_on, amount)
      values (${invoiceId}, ${paidOn}, ${amount})`;
  }
}
