// What is due by day is found once a day, by one of those who look.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { MAIL_KINDS } from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import { Firm } from "../../../support/firm.ts";
import {
  dataOfWaiting,
  messages,
  steps,
  switchOn,
  writeDue,
} from "../../../support/outbox/mail.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";

const DUE = "2026-05-01";

Deno.test(
  "mail/due_by_day_waits_for_the_hour_by_the_operating_clock",
  withMovingClock(DUE, async (firm, setClock) => {
    await firm.sentInvoice(DUE);
    await switchOn(firm.sql, "overdue_reminder");
    await setClock("2026-05-04 07:59:59 America/Denver");
    assertStrictEquals(await writeDue(firm.sql), 0);
    await setClock("2026-05-04 08:00 America/Denver");
    assertEquals(await writeDue(firm.sql), 1);
    await firm.sql`update mail_settings set daily_from = '00:00'`;
    await setClock("2026-05-15 23:59 America/Denver"); // the 16th in UTC
    assertStrictEquals(await writeDue(firm.sql), 0);
  }),
);

Deno.test(
  "mail/due_by_day_is_not_written_without_a_provider_or_of_kinds_that_are_off",
  withMovingClock("2026-05-04", async (firm) => {
    const { sql } = firm;
    await firm.sentInvoice(DUE);
    assertStrictEquals(await writeDue(sql), 0);
    await switchOn(sql, "renewal_alert");
    assertStrictEquals(await writeDue(sql), 0);
    await switchOn(sql, "overdue_reminder");
    await sql`update mail_settings set provider = 'none'`;
    assertStrictEquals(await writeDue(sql), 0);
    // The day was not looked through.
    await sql`update mail_settings set provider = 'http'`;
    assertEquals(await writeDue(sql), 1);
  }),
);

Deno.test(
  "mail/due_by_day_is_looked_for_once_and_then_on_the_next_day",
  withMovingClock("2026-05-04", async (firm, setClock) => {
    const { sql } = firm;
    await switchOn(sql, "overdue_reminder");
    assertStrictEquals(await writeDue(sql), 0);
    await firm.sentInvoice(DUE);
    assertStrictEquals(await writeDue(sql), 0);
    await setClock(noon("2026-05-05"));
    assertEquals(await writeDue(sql), 1);
    const days = await sql`select written_on::text from mail_kinds where kind = 'overdue_reminder'`;
    assertEquals([...days], [{ written_on: "2026-05-05" }]);
  }),
);

Deno.test(
  "mail/due_by_day_may_be_asked_for_of_a_day_and_is_not_written_twice",
  withMovingClock("2026-05-04", async (firm) => {
    const { sql } = firm;
    await firm.sentInvoice(DUE);
    await switchOn(sql, "overdue_reminder");
    await sql`update mail_settings set daily_from = '23:00'`;
    assertStrictEquals(await writeDue(sql, "2026-05-03"), 0);
    assertStrictEquals(await writeDue(sql, "2026-05-04"), 0, "today it is too early");
    assertEquals(await writeDue(sql, "2026-05-06"), 1);
    for (const day of ["2026-05-06", "2026-05-04", "2026-05-07"]) {
      assertStrictEquals(await writeDue(sql, day), 0, day);
    }
    assertEquals(await steps(sql), ["2026-05-06"]);
  }),
);

Deno.test("mail/due_by_day_is_written_by_one_of_ten_at_once", () =>
  withDatabase(async ({ sql, url }) => {
    for (let n = 0; n < 20; n++) await (await Firm.create(sql, `Clinic ${n}`)).sentInvoice(DUE);
    await switchOn(sql, "overdue_reminder");
    const connections = Array.from({ length: 10 }, () => connectTo(url));
    try {
      const written = await Promise.all(connections.map((connection) => writeDue(connection)));
      assertEquals(written.toSorted((one, other) => other - one), [20, ...Array(9).fill(0)]);
    } finally {
      await Promise.all(connections.map((connection) => connection.end({ timeout: 1 })));
    }
    assertEquals((await messages(sql)).length, 20);
  }, { clock: "2026-05-04 18:00:00+00" }));

Deno.test("mail/due_by_day_that_fails_of_one_kind_is_written_whole_later", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice(DUE);
    await switchOn(sql, "overdue_reminder");
    await sql.begin(async (transaction) => {
      const [row] = await transaction`select private.write_due_mail(null) as written`;
      assertEquals(row?.written, 1);
      throw new Error("killed");
    }).catch((error) => assertEquals(error.message, "killed"));
    assertEquals(await writeDue(sql), 1);
  }, { clock: "2026-05-04 18:00:00+00" }));

Deno.test("mail/of_every_kind_is_dropped_whose_subject_is_gone_and_fails_of_a_kind_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await sql`
      select private.write_message(kind, gen_random_uuid(), '2026-05-04 ' || gen_random_uuid(),
                                   code => case kind when 'invitation' then 'code' end)
        from mail_kinds`;
    const said = await dataOfWaiting(sql);
    assertEquals(said.map((data) => Object.keys(data)), MAIL_KINDS.map(() => ["drop"]));
    await sql`delete from private.outbox`;
    await sql`select private.write_message('postcard', gen_random_uuid(), '')`;
    assertEquals(await dataOfWaiting(sql), [{
      fail: "This version knows no mail of the kind 'postcard'.",
    }]);
  }, { clock: "2026-05-04 18:00:00+00" }));
