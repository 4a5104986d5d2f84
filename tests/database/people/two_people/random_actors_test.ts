// Whatever random people try, in whatever order: nothing that was approved has one author.
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { type TwoPeople, withTwoPeople } from "../../../support/people/two_people.ts";

const ACTORS = ["billing", "payroll", "recruiting", "admin"] as const;
type Actor = (typeof ACTORS)[number];
const ACTS = [
  "enter",
  "raise",
  "submit",
  "approve",
  "bonus",
  "approve bonus",
  "write off",
  "waive",
  "hit",
  "apply",
  "request",
  "give",
] as const;

const RUNS = 6;
const act = fc.record({
  actor: fc.constantFrom(...ACTORS),
  does: fc.constantFrom(...ACTS),
  which: fc.nat({ max: 30 }),
});

/** Statement of an act; what it is about is one of those that are there, by a number. */
function statement(
  does: (typeof ACTS)[number],
  which: number,
  assignment: string,
  invoice: string,
) {
  const one = (table: string, where = "true") =>
    `(select id from ${table} where ${where} order by created_at, id offset ${which % 4} limit 1)`;
  const entry = `assignment_id = '${assignment}'`;
  const writeOff = JSON.stringify({ invoice_id: invoice, amount: 1 + which, reason: "Small." });
  switch (does) {
    case "enter":
      return `insert into time_entries (assignment_id, work_date, hours)
              values ('${assignment}', date '2026-03-01' + ${which}, 4)`;
    case "raise":
      return `update time_entries set hours = ${1 + which % 12}
               where id = ${one("time_entries", `${entry} and status = 'draft'`)}`;
    case "submit":
      return `update time_entries set status = 'submitted'
               where id = ${one("time_entries", `${entry} and status = 'draft'`)}`;
    case "approve":
      return `update time_entries set status = 'approved'
               where id = ${one("time_entries", `${entry} and status = 'submitted'`)}`;
    case "bonus":
      return `insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
              select contractor_id, '2026-04-24', 'bonus', ${
        1 + which
      } from assignments where id = '${assignment}'`;
    case "approve bonus":
      return `update payroll_adjustments set approved_at = now()
               where id = ${one("payroll_adjustments", "approved_at is null")}`;
    case "write off":
      return `select write_off_invoice('${invoice}', ${1 + which}, 'Small.')`;
    case "waive":
      return `select waive_interest('${invoice}', ${1 + which}, 'Small.')`;
    case "hit":
      return `insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason)
              values ('${assignment}', '2026-06-01', ${which % 9}, ${which % 3}, 'More.')`;
    case "apply":
      return `select apply_rate_hit(${one("rate_hits", `${entry} and status = 'pending'`)})`;
    case "request":
      return which % 2 === 0
        ? `select request_approval('write_off_invoice', '${writeOff}', 'It is small.')`
        : `select request_approval('apply_rate_hit',
             jsonb_build_object('rate_hit_id', ${
          one("rate_hits", `${entry} and status = 'pending'`)
        }), 'Agreed.')`;
    case "give":
      return `select approve(${one("approvals", "status = 'waiting'")})`;
  }
}

/** Does it; a refusal of ours is an answer, all else fails. */
async function tries({ as }: TwoPeople, actor: Actor, sql: string): Promise<boolean> {
  try {
    await as(actor, sql);
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code.startsWith("PT4")) return false;
    throw new Error(`${actor}: ${sql}`, { cause: error });
  }
}

Deno.test("two_people/nothing_that_random_people_got_approved_has_one_author", () =>
  withTwoPeople(async (people) => {
    const { sql } = people;
    const clinic = await Firm.create(sql, "Mesa Clinic");
    const assignment = await clinic.assignment();
    const invoice = await clinic.sentInvoice("2026-04-01", "100000.00");
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 40, maxLength: 60 }), async (acts) => {
        for (const { actor, does, which } of acts) {
          if (await tries(people, actor, statement(does, which, assignment, invoice))) {
            done.add(does);
          }
        }
        const alone = await sql`
          select 'time' as what, id::text from time_entries
           where assignment_id = ${assignment} and approved_by = entered_by
          union all
          select 'adjustment', id::text from payroll_adjustments where approved_by = entered_by
          union all
          select 'approval', id::text from approvals where approved_by = requested_by
          union all
          select 'write-off', payment.id::text
            from payments as payment
           where payment.invoice_id = ${invoice} and payment.source = 'write_off'
             and not exists (select from approvals as approval
                              where approval.status = 'approved' and approval.amount = payment.amount)
          union all
          select 'act', entry.id::text from audit_log as entry
           where entry.table_name = 'approval_policies' and entry.new ->> 'by' = 'one'
             and (entry.new ->> 'amount')::numeric >= (entry.new ->> 'from_amount')::numeric`;
        assertEquals([...alone], []);
      }),
      { numRuns: RUNS },
    );
    for (const does of ["enter", "approve", "bonus", "approve bonus", "hit", "request", "give"]) {
      assert(done.has(does), `nobody got to ${does}`);
    }
    assert(!done.has("write off"), "one person wrote off alone");
  }));
