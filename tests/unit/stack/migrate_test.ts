import { assertEquals } from "@std/assert";
import { explain } from "../../../stack/schema/migrations.ts";

Deno.test("migrate/an_error_of_another_kind_is_told_in_one_line", () => {
  assertEquals(explain(new Error("connection\n  lost"), "select 1"), ": connection lost");
});
