import assert from "node:assert/strict";
import { explain } from "../../../stack/schema/migrations.ts";

Deno.test("migrate/an_error_of_another_kind_is_told_in_one_line", () => {
  assert.equal(explain(new Error("connection\n  lost"), "select 1"), ": connection lost");
});
