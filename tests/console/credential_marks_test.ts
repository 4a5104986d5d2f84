// Marks of credentials where time is approved, of more days and kinds than one answer of the server has.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { consoleTest } from "../support/console/firm.ts";
import { signIn } from "../support/console/person.ts";
import { addKind, requireKind } from "../support/people/credentials.ts";

consoleTest("console/each_day_that_is_shown_for_approval_is_marked", async (t, firm) => {
  const { sql } = firm;
  const [shown] = await sql<[{ worked: number; first: string }]>`
    select count(*) filter (where is_worked)::int as worked, min(work_date)::text as first
      from (select entry.is_worked, entry.work_date
              from public.unapproved_time as waiting
              join public.time_entries as entry on entry.id = waiting.time_entry_id
             where waiting.next_step = 'approve'
             order by entry.work_date, entry.id limit 250) as entry`;
  assert(shown.worked > 1, "too little time waits");
  // More marks than one answer of the server has rows.
  for (let kinds = Math.ceil(1100 / shown.worked); kinds > 0; kinds--) {
    await requireKind(sql, await addKind(sql, `Kind ${kinds}`), { effective_from: shown.first });
  }
  await t.step("with more kinds than one answer of the server names", async () => {
    const billing = await signIn(firm, "billing");
    const { page } = billing;
    await billing.open("/time/approve");
    const marked = page.getByRole("button", { name: /, without .*Kind 1(,|$)/ });
    await marked.nth(shown.worked - 1).waitFor();
    assertStrictEquals(await marked.count(), shown.worked);
    assertEquals(billing.complaints(), []);
    await billing.close();
  });
});
