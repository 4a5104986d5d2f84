/** Rows for tests, each made with as little as its table asks for. */
import type postgres from "postgres";
import { addAssignments, type Placement } from "../../fixtures/assignments.ts";
import { insertInvoices } from "../../fixtures/invoices.ts";
import { addContractors, addFacilities } from "../../fixtures/people.ts";

/** A firm in a test's database: its facility, and ways to add to it. */
export class Firm {
  private constructor(readonly sql: postgres.Sql, readonly facilityId: string) {}

  /** A firm with one facility, paying within 30 days, without interest terms. */
  static async create(sql: postgres.Sql, facilityName = "Mercy Hospital"): Promise<Firm> {
    const [facilityId = ""] = await addFacilities(sql, [facilityName]);
    return new Firm(sql, facilityId);
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
    const [contractorId = ""] = await addContractors(this.sql, 1);
    return await this.assignmentOf(contractorId, { endDate });
  }

  /** A further assignment of a contractor at the facility. */
  async assignmentOf(
    contractorId: string,
    placement: Omit<Placement, "contractorId" | "facilityId"> = {},
  ): Promise<string> {
    const { sql, facilityId } = this;
    const [id = ""] = await addAssignments(sql, [{ contractorId, facilityId, ...placement }]);
    return id;
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
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    await insertInvoices(
      this.sql,
      this.sql`
        select id, ${this.facilityId}::uuid as facility_id, 'manual' as kind, gen_random_uuid()::text as number,
               ${dueDate}::text::date as due, ${total}::text::numeric as total, 0 as interest,
               null::date as computed_on, null::date as paid_on
          from unnest(${ids}::uuid[]) as id`,
    );
    return ids;
  }

  /** A payment of principal in force, on no check; the invoice follows it. */
  async pay(invoiceId: string, paidOn: string, amount: string): Promise<void> {
    await this.sql`
      insert into public.payments (invoice_id, paid_on, amount)
      values (${invoiceId}, ${paidOn}, ${amount})`;
  }
}
