import assert from "node:assert/strict";
import { withDatabase } from "../../support/database.ts";
import { Firm } from "../../support/firm.ts";
import { applyNew, rateOn, ratesOf } from "../../support/rate_hits.ts";

Deno.test("apply_rate_hit/leaves_the_days_before_and_changes_its_day_and_those_after", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const other = await firm.assignment();
    await applyNew(sql, assignment, "2026-02-01", { bill: "5.50", pay: "3.25" });

    assert.equal(await rateOn(sql, assignment, "2025-12-31"), null);
    assert.equal(await rateOn(sql, assignment, "2026-01-01"), "100.00 60.00");
    assert.equal(await rateOn(sql, assignment, "2026-01-31"), "100.00 60.00");
    assert.equal(await rateOn(sql, assignment, "2026-02-01"), "105.50 63.25");
    assert.equal(await rateOn(sql, assignment, "2199-12-31"), "105.50 63.25");
    assert.deepEqual(await ratesOf(sql, other), ["2026-01-01 100.00 60.00"]);
  }));
