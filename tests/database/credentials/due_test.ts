// Credentials that run out, in buckets that exclude each other, of whoever is placed; and the board that counts them.
import { assertEquals } from "@std/assert";
import { Firm } from "../../support/firm.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../support/people/credentials.ts";
import { withDatabase } from "../../support/server/database.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };

Deno.test("credentials_due/puts_each_credential_into_one_bucket", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const holder = { contractor_id: await contractorOf(sql, await firm.assignment()) };
    for (const days of [-400, -1, 0, 7, 8, 30, 31, 60, 61]) {
      const kind = await addKind(sql, `In ${days} days`);
      if (days < 0) await requireKind(sql, kind);
      const [day] = await sql<
        [{ day: string }]
      >`select (date '2026-05-20' + ${days}::int)::text as day`;
      await addCredential(sql, holder, kind, { expires_on: day.day });
    }
    // Expired, and nobody asks for it: it is no work.
    await addCredential(sql, holder, await addKind(sql, "Unasked"), { expires_on: "2026-05-19" });
    const rows = await sql`select days_left, bucket from credentials_due order by days_left`;
    assertEquals(rows.map((row) => `${row["days_left"]} ${row["bucket"]}`), [
      "-400 expired",
      "-1 expired",
      "0 7",
      "7 7",
      "8 30",
      "30 30",
      "31 60",
      "60 60",
    ]);
  }, CLOCK));

Deno.test("credentials_due/leaves_out_what_was_renewed_and_whoever_is_placed_no_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const holder = { contractor_id: await contractorOf(sql, await firm.assignment()) };
    const gone = { contractor_id: await contractorOf(sql, await firm.assignment("2026-05-19")) };
    const kind = await addKind(sql, "License");
    await addCredential(sql, gone, kind, { expires_on: "2026-05-25" });
    await addCredential(sql, holder, kind, { expires_on: "2026-05-25" });
    await addCredential(sql, { candidate_id: await firm.candidate() }, kind, {
      expires_on: "2026-05-25",
    });
    const days = async () =>
      (await sql`select contractor_name, is_required, expires_on::text as day from credentials_due`)
        .map((row) => `${row["contractor_name"]} ${row["is_required"]} ${row["day"]}`);
    assertEquals(await days(), ["Ada Nurse false 2026-05-25"]);
    await requireKind(sql, kind, { facility_id: firm.facilityId });
    assertEquals(await days(), ["Ada Nurse true 2026-05-25"]);
    await addCredential(sql, holder, kind, { issued_on: "2026-05-26", expires_on: "2028-05-25" });
    assertEquals(await days(), []);
  }, CLOCK));

Deno.test("credentials_due/lists_the_end_of_the_cover_that_is_unbroken", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const holder = { contractor_id: await contractorOf(sql, await firm.assignment()) };
    const kind = await addKind(sql, "License");
    await requireKind(sql, kind);
    const add = (issued_on: string | null, expires_on: string | null) =>
      addCredential(sql, holder, kind, { issued_on, expires_on });
    const due = async () =>
      (await sql`select expires_on::text as day, bucket from credentials_due`)
        .map((row) => `${row["day"]} ${row["bucket"]}`);
    await add(null, "2026-04-01"); // long over
    await add("2026-04-15", "2026-06-10");
    await add("2026-05-01", "2026-06-15");
    // It is renewed, and a gap comes before.
    const late = await add("2026-07-01", "2028-06-30");
    assertEquals(await due(), ["2026-06-15 30"]);
    const [gap] = await sql<[{ id: string }]>`
      select id from credentials where expires_on = '2026-06-15'`;
    await sql`update credentials set expires_on = null where id = ${late}`;
    assertEquals(await due(), ["2026-06-15 30"]);
    // The gap has begun.
    await sql`update credentials set expires_on = '2026-05-10' where id = ${gap.id}`;
    await sql`delete from credentials where expires_on = '2026-06-10'`;
    assertEquals(await due(), ["2026-05-10 expired"]);
    // What closes it.
    const closing = await add("2026-05-11", "2026-06-30");
    assertEquals(await due(), []);
    await sql`update credentials set expires_on = '2026-06-29' where id = ${closing}`;
    assertEquals(await due(), ["2026-06-29 60"]);
  }, CLOCK));

Deno.test("board/counts_credentials_that_are_missing_and_that_run_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const holder = { contractor_id: await contractorOf(sql, await firm.assignment()) };
    const kind = await addKind(sql, "License");
    const counts = async () =>
      (await sql`select item, number, oldest_on::text as day from board() where item like 'credentials_%'`)
        .map((row) => `${row["item"]} ${row["number"]} ${row["day"]}`);
    assertEquals(await counts(), [
      "credentials_missing 0 null",
      "credentials_within_60_days 0 null",
    ]);
    await requireKind(sql, kind);
    assertEquals(await counts(), [
      "credentials_missing 1 2026-01-01",
      "credentials_within_60_days 0 null",
    ]);
    await addCredential(sql, holder, kind, { expires_on: "2026-06-01" });
    assertEquals(await counts(), [
      "credentials_missing 0 null",
      "credentials_within_60_days 1 2026-06-01",
    ]);
  }, CLOCK));
