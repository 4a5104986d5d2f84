// A firm that has no kinds of credentials notices nothing of them; one that has kinds and requires none is asked nothing.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../../support/firm.ts";
import { switchOn, writeDue } from "../../support/outbox/mail.ts";
import { addCredential, addKind, contractorOf } from "../../support/people/credentials.ts";
import { hire } from "../../support/people/hiring.ts";
import { withDatabase } from "../../support/server/database.ts";

const CLOCK = { clock: "2026-03-27 18:00:00+00" };

Deno.test("credentials/are_noticed_by_nobody_who_has_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const before = (await sql`select item from board()`).map(({ item }) => item);
    assertEquals(before.filter((item) => String(item).includes("credential")), []);
    const [kind] = await sql`select is_on from mail_kinds where kind = 'credential_alert'`;
    assertStrictEquals(kind?.["is_on"], false);

    const placed = await hire(sql, {
      candidate_id: await firm.candidate(),
      facility_id: firm.facilityId,
      end_date: "2026-08-30",
    });
    assertStrictEquals(placed["missing_credentials_reason"], null);
    const worked = String(placed["id"]);
    for (const day of ["2026-03-02", "2026-03-03"]) await firm.entry(worked, "approved", day);
    for (
      const view of [
        "person_credentials",
        "required_credentials",
        "credentials_due",
        "time_without_credentials('2026-01-01', '2026-12-31')",
      ]
    ) {
      assertEquals((await sql.unsafe(`select * from ${view}`)).length, 0, view);
    }
    await switchOn(sql, "credential_alert");
    assertStrictEquals(await writeDue(sql), 0);
    // Their locks and their log are nobody's, too.
    const [log] = await sql`
      select count(*)::int as rows from audit_log where table_name in ('credentials', 'requirements', 'credential_kinds')`;
    assertStrictEquals(log?.["rows"], 0);
  }, CLOCK));

Deno.test("credentials/that_nobody_requires_ask_nothing_of_a_placement", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const kind = await addKind(sql, "License");
    await addCredential(sql, { contractor_id: await contractorOf(sql, assignment) }, kind, {
      expires_on: "2026-03-01",
    });
    await firm.entry(assignment, "submitted", "2026-03-02");
    await hire(sql, { candidate_id: await firm.candidate(), facility_id: firm.facilityId });
    assertEquals(
      (await sql`select from time_without_credentials('2026-01-01', '2026-12-31')`).length,
      0,
    );
    assertEquals((await sql`select from required_credentials`).length, 0);
  }, CLOCK));
