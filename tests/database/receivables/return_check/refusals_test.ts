import { Firm } from "../../../support/firm.ts";
import { post, returnCheck } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

Deno.test("return_check/refuses_a_check_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await assertRefusedUnchanged(sql, () => returnCheck(sql, null), 400, "argument_missing");
    const unknown = crypto.randomUUID();
    await assertRefusedUnchanged(sql, () => returnCheck(sql, unknown), 404, "check_not_found");
  }));

Deno.test("return_check/refuses_a_missing_or_blank_reason_also_for_a_returned_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const check = await post(firm, "10", {});
    const blanks = [null, "", "  ", " \t\n"];
    const refuses = async () => {
      for (const reason of blanks) {
        const attempt = () => returnCheck(sql, check, reason);
        await assertRefusedUnchanged(sql, attempt, 400, "reason_missing");
      }
    };
    await refuses();
    await returnCheck(sql, check);
    await refuses();
  }));
