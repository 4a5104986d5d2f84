import { assert, assertEquals, assertThrows } from "@std/assert";
import { Ajv2020 as Ajv } from "ajv/dist/2020.js";
import { kindsOf, mayCall, type Me } from "../../../packages/mcp/src/person.ts";
import { callersOf } from "../../../tools/callers.ts";
import { mcpCatalog } from "../../../tools/mcp_catalog.ts";

const OPENAPI = JSON.parse(
  await Deno.readTextFile(new URL("../../../docs/openapi.json", import.meta.url)),
);

const me = (is: Partial<Me>): Me => ({
  name: "Ada",
  roles: [],
  contractor_id: null,
  facility_ids: [],
  facility_names: [],
  business_date: "2026-03-02",
  firm_name: null,
  ...is,
});

Deno.test("callers/are_read_from_what_a_procedure_says_of_them", () => {
  const of = (who: string) => callersOf(who).map((all) => all.join(" and ")).join();
  assertEquals(of("billing, payroll"), "billing,payroll");
  assertEquals(
    of("staff with both roles, billing and payroll; admins"),
    "billing and payroll,admin",
  );
  assertEquals(
    of("active staff, whatever their role; a facility's contacts, of theirs"),
    "staff,contact",
  );
  assertEquals(of("active staff in payroll; contractors, of their own pay"), "payroll,contractor");
  assertEquals(of("admin (staff), billing (facility contacts)"), "admin,billing");
  assertEquals(of("whoever is signed in"), "anybody");
  assertThrows(() => callersOf("billing; everybody else"), Error, "everybody else");
});

Deno.test("callers/are_people_of_their_kinds_and_admins_are_of_all_of_staff", () => {
  const may = (is: Partial<Me>, who: string) =>
    mayCall(kindsOf(me(is)), { callers: callersOf(who) });
  assert(may({ roles: ["admin"] }, "billing"));
  assert(may({ roles: ["viewer"] }, "active staff, whatever their role"));
  assert(!may({ roles: ["viewer"] }, "billing"));
  assert(!may({ roles: ["billing"] }, "staff with both roles, billing and payroll; admins"));
  assert(
    may({ roles: ["billing", "payroll"] }, "staff with both roles, billing and payroll; admins"),
  );
  assert(may({ contractor_id: "1" }, "the contractor of the assignment; billing on their behalf"));
  assert(may({ facility_ids: ["1"] }, "active staff, whatever their role; a facility's contacts"));
  assert(!may({}, "active staff, whatever their role; a facility's contacts"));
});

Deno.test("catalog/has_each_procedure_and_relation_with_schemas_that_stand_alone", () => {
  const { procedures, relations } = mcpCatalog(OPENAPI);
  const paths = Object.keys(OPENAPI.paths).filter((path) => path.startsWith("/rest/v1/"));
  assertEquals(procedures.length + relations.length, paths.length);
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const { name, input, answersRows } of procedures) {
    ajv.compile(input);
    const { properties } = input as { properties: Record<string, unknown> };
    assert(!(answersRows && "page" in properties), `${name} has an argument that tools add`);
    assert(!["read", "describe"].includes(name), `${name} is a tool of another kind`);
  }
  for (const { name, row, summary } of relations) {
    ajv.compile(row);
    assert(summary.endsWith(".") && !summary.includes("\n"), name);
  }
  const aging = relations.find(({ name }) => name === "ar_aging");
  assertEquals(aging?.order, "facility_name,facility_id");
  assertEquals(procedures.find(({ name }) => name === "journal")?.order?.split(",").at(-1), "memo");
});
