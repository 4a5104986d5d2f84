import { assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS, PEOPLE } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { discard, draftOf, periodOf } from "../../support/payroll/batches.ts";
import { enterCodes } from "../../support/payroll/earnings.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MAY: readonly string[] = ["payroll", "admin", "service"];
const MONDAY = "2026-03-02";

/** Each by its two names, in the order in which a period goes through them. */
const PAIRS = [
  ["prepare_payroll_draft", "preparepayrolldraft"],
  ["advance_payroll_batch_status", "advancepayrollbatch_status"],
  ["close_and_lock_payroll_batch", "closeandlockpayrollbatch"],
  ["close_payroll_period", "closepayrollperiod"],
  ["discard_payroll_batch", "discardpayrollbatch"],
] as const;

Deno.test("payroll/is_prepared_advanced_closed_and_discarded_by_payroll", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    await discard(sql, access.id("payroll_batches", "draft")); // it keeps a week from the others
    for (const [nth, caller] of CALLERS.entries()) {
      for (const [way, name] of ([0, 1] as const).entries()) {
        const [prepare, advance, close, closePeriod, discard] = PAIRS.map((pair) => pair[name]);
        const start = dayOfWeek(MONDAY, 1 + 14 * (2 * nth + way));
        const period = await periodOf(sql, start);
        await work(sql, [{ date: start, hours: 8, rule: "flsa" }]);
        const doomed = await draftOf(sql, dayOfWeek(start, 8));
        const batch = `(select id from payroll_batches where payroll_period_id = '${period}')`;
        const calls: [call: string, status: string, stamp: string | null][] = [
          [`${prepare}('${period}')`, "draft", "prepared_by"],
          [`${advance}(${batch})`, "in_review", "in_review_by"],
          [`${advance}(${batch}, 'in_review')`, "approved", "approved_by"],
          [`${close}(${batch})`, "closed", "closed_by"],
          [`${closePeriod}('${period}')`, "closed", null],
          [`${discard}('${doomed}', 'Not needed.')`, "discarded", "discarded_by"],
        ];
        for (const [call, status, stamp] of calls) {
          const ask = `select status, ${stamp ?? "null"} as actor from ${call}`;
          const attempt = () => runAs(sql, access, caller, ask);
          if (MAY.includes(caller)) {
            const person = PEOPLE.find((person) => person === caller);
            const actor = stamp === null || person === undefined ? null : access.users[person];
            assertEquals([...await attempt()], [{ status, actor }], `${caller}: ${call}`);
          } else if (caller === "signed_out") {
            const before = await contents(sql);
            await assertDenied(attempt(), caller);
            assertEquals(await contents(sql), before);
          } else {
            await assertRefusedUnchanged(sql, attempt, 403, "role_required");
          }
        }
      }
    }
  }, { clock: "2027-01-04 12:00:00+00" })); // after two weeks for each name of each caller

for (
  const [name, more, mentions] of [
    ["payroll_export", "", 4], // last names and e-mails of two
    ["payroll_file", "", 4],
    ["payroll_earnings", "", 3],
    ["payroll_earnings_file", ", 'w2'", 3],
    ["payroll_earnings_by_rate", "", 3],
    ["hand_over_payroll", ", 'w2', true, true", 3],
  ] as const
) {
  Deno.test(`${name}/answers_payroll_alone`, () =>
    withDatabase(async ({ sql }) => {
      const access = await prepareFirm(sql);
      await enterCodes(sql);
      const ask = `select answer::text from ${name}('${
        access.id("payroll_batches", "closed")
      }'${more}) as answer`;
      for (const caller of CALLERS) {
        const attempt = () => runAs(sql, access, caller, ask);
        if (MAY.includes(caller)) {
          const answer = (await attempt()).map((row) => row.answer).join();
          assertStrictEquals(
            answer.match(/Nurse|example/g)?.length,
            mentions,
            `${caller}: ${answer}`,
          );
        } else if (caller === "signed_out") await assertDenied(attempt(), caller);
        else await assertRefusedUnchanged(sql, attempt, 403, "role_required");
      }
    }));
}
