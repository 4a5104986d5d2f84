/** A program with facilities that are billed to it. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";

/** A program, and the facilities that are billed to it. */
export interface Program {
  readonly program: Firm;
  readonly mercy: Firm;
  readonly aspen: Firm;
}

/** Mercy Hospital and Aspen Clinic, both billed to the Summit Program. */
export async function withProgram(sql: postgres.Sql): Promise<Program> {
  const program = await Firm.create(sql, "Summit Program");
  const [mercy, aspen] = [
    await Firm.create(sql, "Mercy Hospital"),
    await Firm.create(sql, "Aspen Clinic"),
  ];
  for (const facility of [mercy, aspen]) await billTo(facility, program);
  return { program, mercy, aspen };
}

/** Has a facility billed to another one, or to itself. */
export async function billTo({ sql, facilityId }: Firm, program: Firm | null): Promise<void> {
  await sql`
    update facilities set bill_to_facility_id = ${
    program?.facilityId ?? null
  } where id = ${facilityId}`;
}

/** Rows by name: `"<name> <balance> <interest> <unapplied_credits>"`. */
export async function aging(
  sql: Pick<postgres.Sql, "unsafe">,
  by: "facility" | "customer",
  asOf: string | null = null,
): Promise<string[]> {
  const [view, asOfDay] = by === "facility"
    ? ["ar_aging", "ar_aging_as_of"]
    : ["customer_aging", "customer_aging_as_of"];
  const rows = await sql.unsafe<{ line: string }[]>(
    `select concat_ws(' ', ${by}_name, balance, interest, unapplied_credits) as line
       from public.${asOf === null ? view : `${asOfDay}('${asOf}')`}`,
  );
  return rows.map(({ line }) => line);
}

/** The same by the journal through a day. */
export async function agingByJournal(sql: postgres.Sql, through: string): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', owed.name, owed.balance, owed.interest, owed.credits) as line
      from (select facility.name, facility.id,
                   coalesce(sum(debit - credit) filter (where account = 'receivables'), 0.00) as balance,
                   coalesce(sum(debit - credit) filter (where account = 'interest_receivable'), 0.00) as interest,
                   coalesce(sum(credit - debit) filter (where account = 'customer_credits'), 0.00) as credits
              from journal('2000-01-01', ${through}) as posting
              join facilities as facility on facility.id = posting.facility_id
             group by facility.id) as owed
     where owed.balance <> 0 or owed.interest <> 0 or owed.credits <> 0
     order by owed.name, owed.id`;
  return rows.map(({ line }) => line);
}
