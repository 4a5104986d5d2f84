// The firm's setting: on in a new firm, off by saying that it is one person, which the log repeats each month.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withTwoPeople } from "../../../support/people/two_people.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";

/** Moves of rows: those to come, which there are between releases, and those that were released in migrations. */
async function readMoves(): Promise<string> {
  const texts: string[] = [];
  for (const folder of ["changes", "migrations"]) {
    const url = new URL(`../../../../supabase/${folder}/`, import.meta.url);
    const files = await Array.fromAsync(Deno.readDir(url)).catch(() => []);
    for (const { name } of files) texts.push(await Deno.readTextFile(new URL(name, url)));
  }
  return texts.join("\n");
}

Deno.test("controls/are_on_in_a_new_firm_and_off_in_one_that_an_upgrade_found", () =>
  withDatabase(async ({ sql }) => {
    const [column] = await sql`
      select column_default from information_schema.columns
       where table_schema = 'public' and table_name = 'organization_settings' and column_name = 'controls'`;
    assertEquals(column, { column_default: "'two_people'::text" });
    assertMatch(
      await readMoves(),
      /update public\.organization_settings set controls = 'off'\s+where exists/,
    );
  }));

Deno.test("controls/are_switched_by_an_admin_and_never_back_to_off", () =>
  withTwoPeople(async ({ as, sql }) => {
    const set = (controls: string) => `update organization_settings set controls = '${controls}'`;
    await assertRefused(as("billing", set("single_person_firm")), 403, "role_required");
    await as("admin", set("single_person_firm"));
    await assertRefused(as("admin", set("off")), 409, "controls_stay_on");
    await assertRefused(as("service", set("off")), 409, "controls_stay_on");
    await as("admin", set("two_people"));
    await sql.unsafe(set("off"));
  }));

Deno.test("controls/of_a_single_person_firm_are_in_the_log_once_a_month", () =>
  withDatabase(async ({ sql }) => {
    const lines = async () =>
      (await sql`select new ->> 'month' as month from audit_log
                  where procedure = 'single_person_firm' order by 1`).map(({ month }) => month);
    const night = (today: string) => lockEndedAssignments(sql, { today });
    await night("2026-04-30");
    assertEquals(await lines(), []);
    await sql`update organization_settings set controls = 'single_person_firm'`;
    for (const day of ["2026-04-30", "2026-05-01", "2026-05-02", "2026-06-01"]) await night(day);
    assertEquals(await lines(), ["2026-04", "2026-05", "2026-06"]);
    const [told] = await sql`
      select said(entry) as said from audit_log as entry where procedure = 'single_person_firm' limit 1`;
    assertMatch(told?.said, /one person alone decides here/);
  }));

Deno.test("controls_report/counts_what_one_person_decided_what_two_did_and_what_a_program_did", () =>
  withTwoPeople(async (people) => {
    const { sql, as, request, approve, firm } = people;
    const clinic = await Firm.create(sql, "Mesa Clinic");
    const [first = "", second = "", third = ""] = await clinic.sentInvoices(3, "2026-04-01");
    const args = (invoice_id: string) => ({ invoice_id, amount: 400, reason: "Disputed." });
    const writeOff = (id: string, amount: number) =>
      `select * from write_off_invoice('${id}', ${amount}, 'Disputed.')`;
    await approve("admin", await request("billing", "write_off_invoice", args(first)));
    await as("service", writeOff(second, 400));
    await as(
      "admin",
      "update approval_policies set from_amount = 50 where kind = 'write_off_invoice'",
    );
    await as("billing", writeOff(third, 10));
    await as(
      "admin",
      `update staff_members set roles = '{viewer,recruiting}'
                        where user_id = '${firm.users.viewer}'`,
    );

    // The log has the time of the server, whatever the clock of the firm says.
    const report = async (caller: "admin" | "billing") =>
      (await as(
        caller,
        "select controls_report((now() - interval '1 day')::date, (now() + interval '1 day')::date) as report",
      )).report;
    const told = await report("admin");
    const writeOffs = told.kinds.find(({ kind }: { kind: string }) => kind === "write_off_invoice");
    assertEquals(writeOffs, {
      kind: "write_off_invoice",
      from_amount: "50.00",
      role: null,
      by_one: 1,
      by_two: 1,
      by_program: 1,
      over_limit: 2,
    });
    const acts = told.acts.filter(({ kind }: { kind: string }) => kind === "write_off_invoice");
    assertEquals(
      acts.map(({ by, amount }: Record<string, string>) => `${by} ${amount}`).toSorted(),
      ["one 10.00", "program 400.00", "two 400.00"],
    );
    const two = acts.find(({ by }: { by: string }) => by === "two");
    assertMatch(two.says, /^Writes \$400\.00 off invoice/);
    assert(
      two.name !== two.requested_by_name && two.requested_by_name !== null,
      JSON.stringify(two),
    );
    assert(told.changes.some(({ said }: { said: string }) => /limit of a write-off/.test(said)));
    assert(
      told.changes.some(({ said }: { said: string }) => /roles/.test(said)),
      JSON.stringify(told.changes),
    );
    assertEquals(told.controls, "two_people");
    await assertRefused(report("billing"), 403, "role_required");
    await assertRefused(
      as("admin", "select controls_report('2026-04-02', '2026-04-01')"),
      400,
      "period_ends_before_start",
    );
  }));
