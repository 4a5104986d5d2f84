// Whatever two people do about receivables at once: it is what one after the other comes to, and not a cent is lost.
// All pairs take some ten minutes: ALL_PAIRS=1 tries them; else a quarter is tried, another one each time.
import { assert, assertEquals } from "@std/assert";
import postgres from "postgres";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { applyNew } from "../support/assignments/rate_hits.ts";
import { createInvoice } from "../support/billing/billed_time.ts";
import { draft } from "../support/billing/drafts.ts";
import { dispute, send, voidInvoice } from "../support/billing/invoices.ts";
import { assertAgingIsJournal } from "../support/receivables/aging_by_journal.ts";
import { invoiceInterest } from "../support/receivables/billed_interest.ts";
import { assertNoMoneyIsLost } from "../support/receivables/conservation.ts";
import { credit } from "../support/receivables/credit_notes.ts";
import { withProgram } from "../support/receivables/programs.ts";
import { propose } from "../support/receivables/proposals.ts";
import {
  addLine,
  confirm,
  creditOf,
  post,
  receive,
  reconcile,
  refund,
  returnCheck,
  reverseWriteOff,
  waive,
  writeOff,
  writeOffsOf,
} from "../support/receivables/receipts.ts";
import {
  assign,
  bankReports,
  lineId,
  remittance,
  remittanceId,
  setAsideRemittance,
  settleShort,
} from "../support/receivables/remittances.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";

const TODAY = "2026-06-15";
const CLOCK = `${TODAY} 18:00:00+00`;
const SHARE = Deno.env.get("ALL_PAIRS") === "1" ? 1 : 0.25;

type Sql = Pick<postgres.Sql, "unsafe">;

/** Something that somebody does, which succeeds where nobody did anything else. */
interface Deed {
  readonly what: string;
  readonly does: (sql: Sql) => Promise<unknown>;
}

/** A program of two facilities, with something of each kind that may be done next. */
async function prepare(sql: postgres.Sql): Promise<Deed[]> {
  const { program, mercy, aspen } = await withProgram(sql);
  for (const facility of [mercy, aspen]) await facility.terms("2025-01-01");
  await sql`update facilities set work_state = 'PA' where id = ${mercy.facilityId}`;
  await sql`
    insert into sales_taxes (name, jurisdiction, rate, effective_from) values ('Sales tax', 'PA', 0.06, '2025-01-01')`;
  const enterFee = (sql: Sql, name: string, rate: string) =>
    sql.unsafe(
      `insert into facility_fees (facility_id, kind, name, rate, effective_from)
       values ($1, 'msp', $2, $3, '2025-01-01')`,
      [program.facilityId, name, rate],
    );
  await enterFee(sql, "MSP fee", "0.03");
  // A week that comes to less by now, and an invoice that gives a discount.
  const nurse = await mercy.assignment();
  await mercy.entry(nurse, "approved", "2026-05-04", "10");
  const { id: dear } = await createInvoice(sql, mercy.facilityId, "2026-05-04", "2026-05-10");
  await sql`update facilities set discount_rate = 0.02, discount_days = 10 where id = ${aspen.facilityId}`;
  const discounted = await draft(aspen, ["300.00"]);
  await send(sql, [dear, discounted], "2026-06-05");
  await applyNew(sql, nurse, "2026-05-04", { bill: "-10", pay: "0" }, true);

  const [first, second, unpaid] = [
    await draft(mercy, ["1000.00"]),
    await draft(aspen, ["500.00"]),
    await draft(mercy, ["300.00"]),
  ];
  await send(sql, [first, second], "2026-04-01");
  await send(sql, [unpaid], "2026-06-01");
  const drafts = [await draft(mercy, ["70.00"]), await draft(aspen, ["80.00"])];

  const early = await post(
    program,
    "400.00",
    { [first]: "150.00", [second]: "100.00" },
    "2026-05-10",
  );
  const left = await creditOf(sql, early);
  await writeOff(sql, second, "50.00");
  const [off = ""] = await writeOffsOf(sql, second);
  await accrueOverdueInterest(sql);

  const checks = {
    program: await receive(program, "600.00", "2026-06-10"),
    mercy: await receive(mercy, "900.00", "2026-06-11"),
    aspen: await receive(aspen, "30.00", "2026-06-12"),
    early: await receive(aspen, "285.18", "2026-06-12"),
    proposed: await receive(program, "200.00", "2026-06-13"),
  };
  const ofProgram = await reconcile(sql, { check: checks.program }, {
    [first]: "400.00",
    [second]: "200.00",
  });
  const ofMercy = await reconcile(sql, { check: checks.mercy }, { [first]: "600.00" });
  const recovery = await reconcile(sql, { check: checks.aspen }, { [second]: "write_off 30.00" });
  const spending = await reconcile(sql, { credit: left }, { [second]: "120.00" });
  // 291.00 after the fee, of which 2 % are 5.82.
  const inTime = await reconcile(sql, { check: checks.early }, { [discounted]: "285.18" });
  await addLine(sql, inTime, discounted, "discount 5.82");
  const [{ number }] = await sql<[{ number: string }]>`
    select number from invoices where id = ${first}`;
  await bankReports(
    sql,
    remittance({
      received_on: "2026-06-12",
      amount: "90.00",
      invoice_number: number,
      invoice_amount: "90.00",
      deduction: "20.00",
      deduction_reason: "Too late",
    }),
  );
  const short = await lineId(sql, number);
  const unknown = remittance({
    bank_reference: "B2",
    received_on: "2026-06-12",
    amount: "77.00",
    invoice_number: "unknown",
  });
  await bankReports(sql, unknown);
  const nobodys = await remittanceId(sql, "B2");
  const [line] = await sql<[{ id: string }]>`
    select id from invoice_lines where invoice_id = ${first} and kind = 'adjustment'`;

  return [
    { what: "confirm of the program's check", does: (sql) => confirm(sql, ofProgram) },
    { what: "confirm of a facility's check", does: (sql) => confirm(sql, ofMercy) },
    { what: "confirm of a recovery", does: (sql) => confirm(sql, recovery) },
    { what: "confirm of a credit", does: (sql) => confirm(sql, spending) },
    { what: "return", does: (sql) => returnCheck(sql, early) },
    { what: "refund", does: (sql) => refund(sql, left, "60.00") },
    { what: "write-off", does: (sql) => writeOff(sql, first, "500.00") },
    { what: "end of a write-off", does: (sql) => reverseWriteOff(sql, off) },
    { what: "waiver", does: (sql) => waive(sql, first, "5.00") },
    {
      what: "credit in part",
      does: (sql) =>
        credit(sql, first, { lines: [line.id], amounts: ["400.00"], countsFrom: "credit" }),
    },
    { what: "credit", does: (sql) => credit(sql, first) },
    { what: "dispute", does: (sql) => dispute(sql, first, "Not ours.", [line.id], ["700.00"]) },
    { what: "void", does: (sql) => voidInvoice(sql, unpaid) },
    { what: "bundle", does: (sql) => send(sql, drafts, TODAY) },
    { what: "fee", does: (sql) => enterFee(sql, "VMS fee", "0.01") },
    {
      what: "leaving",
      does: (sql) =>
        sql.unsafe("update facilities set bill_to_facility_id = null where id = $1", [
          mercy.facilityId,
        ]),
    },
    { what: "proposal", does: (sql) => propose(sql, checks.proposed) },
    { what: "interest on paper", does: (sql) => invoiceInterest(sql, mercy.facilityId, TODAY) },
    { what: "confirm of a discount", does: (sql) => confirm(sql, inTime) },
    { what: "credit of a discounted invoice", does: (sql) => credit(sql, discounted) },
    { what: "credit of differences", does: (sql) => credit(sql, dear, { forDifferences: true }) },
    {
      what: "import",
      does: (sql) =>
        bankReports(
          sql,
          unknown,
          remittance({
            bank_reference: "B3",
            received_on: "2026-06-13",
            amount: "100.00",
            invoice_number: number,
          }),
        ),
    },
    { what: "assigning a remittance", does: (sql) => assign(sql, nobodys, mercy.facilityId) },
    { what: "setting a remittance aside", does: (sql) => setAsideRemittance(sql, nobodys) },
    { what: "short payment", does: (sql) => settleShort(sql, short, "write_off") },
  ];
}

/** Result of a deed: done, or the slug or the constraint by which it is refused. Nothing else may come of it. */
async function outcome(doing: () => Promise<unknown>): Promise<string> {
  try {
    await doing();
    return "done";
  } catch (error) {
    const isRefusal = error instanceof postgres.PostgresError && /^(PT4|23)/.test(error.code);
    assert(isRefusal, String(error));
    return error.constraint_name ?? error.detail ?? error.message;
  }
}

/** Does the first in a transaction and the second meanwhile; commits once the second waits or is done. */
async function atOnce(url: string, first: Deed, second: Deed): Promise<string> {
  const sql = connectTo(url);
  try {
    let later: Promise<string> | undefined;
    await sql.begin(async (transaction) => {
      await first.does(transaction);
      let isDone = false;
      later = outcome(() => second.does(sql)).finally(() => isDone = true);
      later.catch(() => {});
      for (let waited = 0; !isDone && waited < 500; waited++) {
        const blocked = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        if (blocked.length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      assert(isDone, `${second.what} neither ends nor waits`);
    });
    return await later ?? "";
  } finally {
    await sql.end();
  }
}

/** All amounts and states, without what tells two runs apart. */
async function standing(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ told: string }[]>`
    select concat_ws(' ', 'invoice', facility_name, kind, period_start, status, total, amount_paid, interest_paid,
                     interest_balance, disputed_amount, bill_to_facility_id is not null,
                     invoice_bundle_id is not null) as told from invoices
    union all select concat_ws(' ', 'check', amount, status) from checks
    union all select concat_ws(' ', 'reconciliation', check_id is null, status, (
        select sum(amount) from check_reconciliation_lines where check_reconciliation_id = check_reconciliations.id))
      from check_reconciliations
    union all select concat_ws(' ', 'payment', source, component, amount, paid_on, reversed_at is not null,
                               paid_by_facility_id is not null) from payments
    union all select concat_ws(' ', 'credit', amount, remaining, reversed_at is not null) from facility_credits
    union all select concat_ws(' ', 'refund', amount) from refunds
    union all select concat_ws(' ', 'note', amount) from credit_notes
    union all select concat_ws(' ', 'remittance', bank_reference, check_id is not null, set_aside_at is not null)
      from remittances
    order by 1`;
  return rows.map(({ told }) => told);
}

/** Refusals of who is not kept waiting. */
const AT_THIS_MOMENT = /(in_progress|_held|in_use)$/;

type Test = (database: { readonly sql: postgres.Sql; readonly url: string }) => Promise<Result>;

/** Result of the second of two deeds, and what stands after both. */
interface Result {
  readonly second: string;
  readonly left: readonly string[];
}

Deno.test("receivables/of_each_pair_at_once_are_what_one_after_the_other_comes_to", (t) =>
  withDatabase(async ({ sql, url }) => {
    const deeds = await prepare(sql);
    await sql.end();
    const template = new URL(url).pathname.slice(1);
    const anew = async (test: Test) => {
      const results: Result[] = [];
      await withDatabase(async (database) => {
        results.push(await test(database));
      }, { clock: CLOCK, template });
      return results[0];
    };
    const waited: string[] = [];
    for (const [place, one] of deeds.entries()) {
      for (const [offset, other] of deeds.slice(place).entries()) {
        // Each is the first of some pairs and the second of others.
        const [first, second] = offset % 2 === 0 ? [one, other] : [other, one];
        if (Math.random() >= SHARE) continue;
        await t.step(`${first.what}, and ${second.what}`, async () => {
          const together = await anew(async ({ sql, url }) => {
            const later = await atOnce(url, first, second);
            await assertNoMoneyIsLost(sql);
            await assertAgingIsJournal(sql, "2026-06-10", TODAY);
            return { second: later, left: await standing(sql) };
          });
          if (together && AT_THIS_MOMENT.test(together.second)) return;
          waited.push(second.what);
          const inTurn = (one: Deed, other: Deed) =>
            anew(async ({ sql }) => {
              assertEquals(await outcome(() => one.does(sql)), "done");
              return { second: await outcome(() => other.does(sql)), left: await standing(sql) };
            });
          const after = await inTurn(first, second);
          if (JSON.stringify(together) === JSON.stringify(after)) return;
          // Who does not wait saw nothing of the first, as if it were the first itself.
          assertEquals(together?.left, (await inTurn(second, first))?.left);
        });
      }
    }
    assert(waited.length > 60 * SHARE, `only ${waited.length} pairs went on together`);
  }, { clock: CLOCK }));
