// Days worked without what is required there: exactly those of a count by hand, day by day.
import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { Firm } from "../../support/firm.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../support/people/credentials.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };
const DAYS = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"];

Deno.test("time_without_credentials/marks_days_after_an_expiry_until_it_was_renewed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const holder = { contractor_id: await contractorOf(sql, assignment) };
    const kind = await addKind(sql, "License");
    await requireKind(sql, kind, { facility_id: firm.facilityId });
    await addCredential(sql, holder, kind, { expires_on: "2026-03-02" });
    await addCredential(sql, holder, kind, { issued_on: "2026-03-05", expires_on: "2028-03-04" });
    for (const day of DAYS) await firm.entry(assignment, "submitted", day);
    const rows = await sql`
      select work_date::text as day, expired_on::text as expired, credential_kind, contractor_name, is_approved
        from time_without_credentials('2026-03-01', '2026-03-31')`;
    assertEquals(
      [...rows],
      ["2026-03-03", "2026-03-04"].map((day) => ({
        day,
        expired: "2026-03-02",
        credential_kind: "License",
        contractor_name: "Ada Nurse",
        is_approved: false,
      })),
    );
    // Approval is not refused, and the day is listed on.
    await sql`update time_entries set status = 'approved' where work_date = '2026-03-03'`;
    const [approved] = await sql`
      select is_approved, work_date::text as day from time_without_credentials('2026-03-03', '2026-03-03')`;
    assertEquals(approved, { is_approved: true, day: "2026-03-03" });
  }, CLOCK));

Deno.test("time_without_credentials/leaves_out_leave_and_days_on_which_nothing_was_required", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const kind = await addKind(sql, "License");
    await requireKind(sql, kind, { effective_from: "2026-03-03", effective_to: "2026-03-04" });
    for (const day of DAYS) await firm.entry(assignment, "draft", day);
    await sql`update time_entries set code = 'sick' where work_date = '2026-03-04'`;
    const rows = await sql`
      select work_date::text as day, expired_on from time_without_credentials('2026-03-01', '2026-03-31')`;
    assertEquals([...rows], [{ day: "2026-03-03", expired_on: null }]);
  }, CLOCK));

Deno.test("time_without_credentials/is_what_a_count_day_by_day_comes_to", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-25");
    const holder = { contractor_id: await contractorOf(sql, assignment) };
    const kind = await addKind(sql, "License");
    const dayOf = (nth: number) => new Date(Date.UTC(2026, 2, 1 + nth)).toISOString().slice(0, 10);
    for (let nth = 0; nth < 25; nth++) await firm.entry(assignment, "submitted", dayOf(nth), "1");
    const span = fc.record({
      first: fc.option(fc.integer({ min: 0, max: 26 })),
      length: fc.option(fc.integer({ min: 0, max: 12 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(span, { maxLength: 4 }),
        fc.array(span, { maxLength: 3 }),
        async (held, asked) => {
          await sql`delete from credentials`;
          await sql`delete from requirements`;
          const spans = (given: typeof held) =>
            given.map(({ first, length }) => ({
              from: first === null ? null : dayOf(first),
              to: length === null ? null : dayOf((first ?? 0) + length),
            }));
          const [have, need] = [spans(held), spans(asked)];
          for (const [nth, { from, to }] of have.entries()) {
            await addCredential(sql, holder, kind, {
              number: `${nth}`,
              issued_on: from,
              expires_on: to,
            });
          }
          // Of each kind of place one: they overlap as they like.
          const places = [{}, { facility_id: firm.facilityId }, { assignment_id: assignment }];
          for (const [nth, { from, to }] of need.entries()) {
            await requireKind(sql, kind, {
              ...places[nth],
              effective_from: from ?? "2026-01-01",
              effective_to: to,
            });
          }
          const covers = (spans: typeof have, day: string) =>
            spans.some(({ from, to }) => (from ?? "") <= day && day <= (to ?? "9"));
          const expected = [];
          for (let nth = 0; nth < 25; nth++) {
            const day = dayOf(nth);
            if (covers(need, day) && !covers(have, day)) expected.push(day);
          }
          const rows = await sql`
          select work_date::text as day from time_without_credentials('2026-02-01', '2026-04-30')`;
          assertEquals(rows.map(({ day }) => day), expected);
        },
      ),
      { numRuns: 60 },
    );
  }, CLOCK));

Deno.test("time_without_credentials/refuses_days_that_nobody_can_mean", () =>
  withDatabase(async ({ sql }) => {
    const ask = (from: string | null, to: string | null) =>
      sql`select from time_without_credentials(${from}::text::date, ${to}::text::date)`;
    await assertRefused(ask(null, "2026-03-01"), 400, "argument_missing");
    await assertRefused(ask("2026-03-02", "2026-03-01"), 400, "period_ends_before_start");
    await assertRefused(ask("-infinity", "2026-03-01"), 400, "date_not_finite");
    await assertRefused(ask("0026-03-01", "2026-03-01"), 400, "day_out_of_range");
    assertStrictEquals((await ask("2026-03-01", "2026-03-01")).length, 0);
  }));
