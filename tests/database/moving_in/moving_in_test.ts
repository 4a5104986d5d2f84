// A firm moves in by the steps of docs/moving_in.md, and owes and is owed what its former books said, to the cent.
import { assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { runImport } from "../../support/moving_in/command.ts";
import { useColoradosLeave } from "../../support/moving_in/imports.ts";
import { oldBooks } from "../../support/moving_in/old_books.ts";
import { withDatabase } from "../../support/server/database.ts";

const DAY = "2026-05-01";
const SIZE = { facilities: 200, contractors: 5000, invoices: 8000, checks: 600 };

/** The commands of a section of the page, in its order. */
async function documentedSteps(): Promise<string[][]> {
  const page = await Deno.readTextFile(new URL("../../../docs/moving_in.md", import.meta.url));
  const [, commands = ""] = /\n## On the day\n[^]*?```sh\n([^]*?)```/.exec(page) ?? [];
  return commands.trim().split("\n").map((line) => line.split(" "));
}

Deno.test("moving_in/of_a_whole_firm_leaves_the_aging_of_its_former_books_to_the_cent", () =>
  withDatabase(async ({ sql, url }) => {
    const folder = await Deno.makeTempDir();
    const { files, aging } = oldBooks(SIZE, DAY);
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }

    await useColoradosLeave(sql);
    const steps = await documentedSteps();
    const inserted: string[] = [];
    for (const [deno, task, command, ...args] of steps) {
      assertEquals([deno, task, command], ["deno", "task", "import"]);
      for (const more of [["--dry-run"], [], []]) {
        const { code, stdout, stderr } = await runImport([...args, ...more], {
          SUPABASE_DB_URL: url,
        }, folder);
        assertEquals([code, stderr], [0, ""]);
        const { kind, inserted: rows, dry_run } = JSON.parse(stdout);
        if (!dry_run) inserted.push(`${kind} ${rows}`);
      }
    }
    assertEquals(inserted, [
      "facilities 200",
      "facilities 0",
      "orders 200",
      "orders 0",
      "contractors 5000",
      "contractors 0",
      "assignments 5000",
      "assignments 0",
      "codes 1",
      "codes 0",
      "code-rates 2",
      "code-rates 0",
      "holiday-calendars 2",
      "holiday-calendars 0",
      "premium-rules 3",
      "premium-rules 0",
      "guarantees 2",
      "guarantees 0",
      "leave-balances 4500",
      "leave-balances 0",
      "credential-kinds 2",
      "credential-kinds 0",
      "credentials 5000",
      "credentials 0",
      "requirements 3",
      "requirements 0",
      "open-invoices 8000",
      "open-invoices 0",
      "checks 600",
      "checks 0",
      "holidays 2",
      "holidays 0",
    ]);

    const cents = (amount: string) => Number(amount.replace(".", ""));
    for (const source of ["ar_aging", `ar_aging_as_of('${DAY}')`]) {
      const rows = await sql.unsafe<Record<string, string>[]>(
        `select facility.external_number as number, aged.* from ${source} as aged
           join facilities as facility on facility.id = aged.facility_id`,
      );
      const here = rows.map(
        ({ number, current, days_1_30, days_31_60, days_61_90, days_91_plus, ...rest }) => {
          assertEquals(rest.interest, "0.00");
          const buckets = [current, days_1_30, days_31_60, days_61_90, days_91_plus];
          return [number, {
            buckets: buckets.map((amount) => cents(amount ?? "")),
            credits: cents(rest.unapplied_credits ?? ""),
          }] as const;
        },
      );
      assertEquals<unknown>(new Map(here.toSorted()), new Map([...aging].toSorted()));
    }

    const books = await sql`
      select account, sum(debit - credit) as amount from journal('2000-01-01', ${DAY})
       where account in ('receivables', 'customer_credits') group by account order by account`;
    const [owed] =
      await sql`select sum(balance) as balance, -sum(unapplied_credits) as credits from ar_aging`;
    assertEquals([...books], [
      { account: "customer_credits", amount: owed?.credits },
      { account: "receivables", amount: owed?.balance },
    ]);

    // Nothing of the former books' days is charged again: on the day itself, one day at 18 % after the grace.
    await accrueOverdueInterest(sql, { today: "2026-04-30" });
    const [before] = await sql`select sum(accrued_interest) as interest from invoices`;
    assertEquals(before, { interest: "0.00" });
    while ((await accrueOverdueInterest(sql, { today: DAY })).remaining > 0);
    const wrong = await sql`
      select number, accrued_interest, total from invoices
       where accrued_interest > round(total * 0.18 / 365, 2)`;
    assertEquals([...wrong], []);
    const [after] = await sql`select sum(accrued_interest) > 0 as some from invoices`;
    assertEquals(after, { some: true });
    await Deno.remove(folder, { recursive: true });
  }, { clock: `${DAY} 18:00:00+00` }));
