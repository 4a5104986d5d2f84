// The list of unbilled time is right whoever bills, frees and sends back the same time at once, at every isolation level.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../support/billing/billed_time.ts";
import { billLine } from "../support/billing/by_hand.ts";
import { emptyDraft } from "../support/billing/drafts.ts";
import { voidInvoice } from "../support/billing/invoices.ts";
import { listed } from "../support/billing/unbilled_entries.ts";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { dayOfWeek } from "../support/time/worked_time.ts";

const LEVELS = ["read committed", "repeatable read", "serializable"] as const;
const BACKFILL = { kind: "backfill", start: MONDAY, end: MONDAY };

/** Two who change an entry of 8 hours, of which the first ends while the second waits for it. */
interface Meeting {
  readonly name: string;
  /** Makes the two ready. */
  readonly meet: (firm: Firm, entry: string) => Promise<{
    readonly first: (sql: postgres.TransactionSql) => PromiseLike<unknown>;
    readonly second: (sql: postgres.TransactionSql) => PromiseLike<unknown>;
  }>;
  /** True if the second comes through, by level. */
  readonly through: readonly boolean[];
  /** True if the entry is unbilled in the end, by level. */
  readonly unbilled: readonly boolean[];
}

const sendBack = (entry: string) => (sql: postgres.TransactionSql) =>
  sql`update time_entries set status = 'draft' where id = ${entry}`;

/** As the owner may, who asks nobody: the procedure would hold the draft. */
const setAside = (entry: string) => (sql: postgres.TransactionSql) =>
  sql`update time_entries set set_aside_at = now(), set_aside_reason = 'Twice.' where id = ${entry}`;

const MEETINGS: readonly Meeting[] = [
  {
    name: "is_freed_by_a_void_draft_and_set_aside",
    meet: async (firm, entry) => {
      const { id } = await createInvoice(firm.sql, firm.facilityId);
      return { first: (sql) => voidInvoice(sql, id, "Wrong rate."), second: setAside(entry) };
    },
    through: [true, false, false],
    unbilled: [false, true, true],
  },
  {
    name: "is_set_aside_and_freed_by_a_void_draft",
    meet: async (firm, entry) => {
      const { id } = await createInvoice(firm.sql, firm.facilityId);
      return {
        first: setAside(entry),
        second: (sql) => sql`delete from invoices where id = ${id}`,
      };
    },
    through: [true, false, false],
    unbilled: [false, false, false],
  },
  {
    name: "is_billed_and_sent_back",
    meet: async (firm, entry) => {
      const draft = await emptyDraft(firm, BACKFILL);
      return { first: (sql) => billLine(sql, draft, entry), second: sendBack(entry) };
    },
    through: [false, false, false],
    unbilled: [false, false, false],
  },
  {
    name: "is_sent_back_and_billed",
    meet: async (firm, entry) => {
      const draft = await emptyDraft(firm, BACKFILL);
      return { first: sendBack(entry), second: (sql) => billLine(sql, draft, entry) };
    },
    through: [false, false, false],
    unbilled: [false, false, false],
  },
  {
    name: "is_freed_by_a_void_invoice_and_billed_by_another",
    meet: async (firm, entry) => {
      const { id } = await createInvoice(firm.sql, firm.facilityId);
      const draft = await emptyDraft(firm, BACKFILL);
      return {
        first: (sql) => voidInvoice(sql, id, "Wrong rate."),
        second: (sql) => billLine(sql, draft, entry),
      };
    },
    through: [true, false, false],
    unbilled: [false, true, true],
  },
  {
    name: "is_freed_by_a_deleted_draft_and_billed_by_another",
    meet: async (firm, entry) => {
      const [former, draft] = [await emptyDraft(firm, BACKFILL), await emptyDraft(firm, BACKFILL)];
      await billLine(firm.sql, former, entry);
      return {
        first: (sql) => sql`delete from invoices where id = ${former}`,
        second: (sql) => billLine(sql, draft, entry),
      };
    },
    through: [true, false, false],
    unbilled: [false, true, true],
  },
];

for (const { name, meet, through, unbilled } of MEETINGS) {
  for (const [at, level] of LEVELS.entries()) {
    Deno.test(`unbilled_entries/are_right_when_time_${name}_at_${level.replace(" ", "_")}`, () =>
      withDatabase(async ({ sql, url }) => {
        const firm = await Firm.create(sql);
        const assignment = await firm.assignment();
        const entry = await firm.entry(assignment, "approved", MONDAY, "8");
        await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 14), "1"); // nobody's
        const { first, second } = await meet(firm, entry);
        const outcome = interleave(
          url,
          first,
          () =>
            sql.begin(`isolation level ${level}`, async (sql) => {
              await sql`select count(*) from invoice_lines`; // what it sees is from before the first's end
              await second(sql);
            }),
        );
        const came = await outcome.then(() => true, (error) => {
          if (error.code === undefined) throw error; // nobody waited
          return false;
        });
        assertEquals(came, through[at]);
        const other = `${dayOfWeek(MONDAY, 14)} 1.00`;
        assertEquals(await listed(sql), unbilled[at] ? [`${MONDAY} 8.00`, other] : [other]);
      }));
  }
}

Deno.test("unbilled_entries/lose_what_is_billed_after_the_guard_has_seen_that_it_is_approved", () =>
  withDatabase(async ({ sql }) => {
    const triggers = await sql<{ name: string }[]>`
      select tgname::text as name from pg_trigger
       where tgrelid = 'public.invoice_lines'::regclass and not tgisinternal
         and tgtype & 4 > 0 and tgtype & 3 = 0 -- after insert, of a statement
       order by tgname`;
    assertEquals(triggers.at(-1)?.name, "unbilled_entries_lose_what_is_billed");
  }));
