// The HTTP surface in schema public, and what its comments say.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { readFunctions } from "../../../../tools/catalog.ts";
import { aliasedBy, type Procedure, procedures } from "../../../../tools/procedures.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { BEYOND_THE_SPEC, PROCEDURE_PATHS } from "./procedure_paths.ts";
import { readRefusals } from "./refusals.ts";

const ERRORS = new URL("../../../../docs/errors.md", import.meta.url);
const ROLES = ["billing", "payroll", "recruiting", "admin"];

/** Those whose work grows with the firm, or that wait for more than one long lock. */
const LONG_PROCEDURES = [
  "accruals",
  "advance_payroll_batch_status",
  "apply_rate_hit",
  "approve",
  "assign_remittance",
  "backfill_invoice",
  "cancel_planned_shift",
  "cash_ahead",
  "close_and_lock_payroll_batch",
  "close_books",
  "close_payroll_period",
  "confirm_check_reconciliation",
  "controls_report",
  "correct_time_entry",
  "create_facility_invoice",
  "credit_invoice",
  "discard_payroll_batch",
  "gross_profit",
  "gross_profit_file",
  "hand_over_payroll",
  "import_rows",
  "invoice_interest",
  "journal",
  "journal_file",
  "journal_files",
  "late_to_closed_books",
  "pay_batch_document",
  "pay_year_totals",
  "pay_year_totals_file",
  "payroll_earnings",
  "payroll_earnings_by_rate",
  "payroll_earnings_file",
  "payroll_file_obstacles",
  "plan_as_last_week",
  "plan_shift",
  "plan_shifts",
  "prepare_off_cycle",
  "prepare_payroll_draft",
  "recompute_draft_invoice",
  "refund_credit",
  "request_approval",
  "return_check",
  "reverse_write_off",
  "send_invoices",
  "set_aside_time",
  "settle_short_payment",
  "take_client_time",
  "void_invoice",
  "waive_interest",
  "weekly_billing_run",
  "weekly_flash",
  "write_off_invoice",
];

/** Runs a test for each procedure of public, and fails it where there is none. */
async function eachProcedure(
  test: (procedure: Procedure, sql: postgres.Sql) => Promise<void> | void,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const all = procedures(await readFunctions(sql));
    assert(all.length > 0, "there is no procedure");
    for (const procedure of all) await test(procedure, sql);
  });
}

/** The text of the function in private that a procedure is the façade of. */
async function logicOf(procedure: Procedure, sql: postgres.Sql): Promise<string> {
  const [logic] = await sql<{ prosrc: string }[]>`
    select prosrc from pg_proc
     where pronamespace = 'private'::regnamespace and proname = ${procedure.name}`;
  return logic?.prosrc ?? "";
}

Deno.test("procedures/are_those_of_the_spec_and_the_design_under_their_paths", () =>
  withDatabase(async ({ sql }) => {
    const expected = [...Object.entries(PROCEDURE_PATHS), ...BEYOND_THE_SPEC.map((n) => [n, n])];
    const served = procedures(await readFunctions(sql))
      .map(({ name, pathSegment }) => [name, pathSegment ?? name]);
    assertEquals(served, expected.sort());
  }));

Deno.test("procedures/and_their_path_segments_are_the_same_call", () =>
  withDatabase(async ({ sql }) => {
    for (const fn of await readFunctions(sql)) {
      const procedure = aliasedBy(fn);
      if (procedure === null) continue;
      const call = await callOf(sql, fn.name);
      assert(call !== undefined);
      assertEquals(call, await callOf(sql, procedure), `${fn.name} and ${procedure}`);
    }
  }));

/** All that makes a call: arguments and defaults, result, volatility, rights, grants, and what it does. */
async function callOf(sql: postgres.Sql, name: string): Promise<postgres.Row | undefined> {
  const [call] = await sql`
    select pg_get_function_arguments(oid) as arguments, pg_get_function_result(oid) as result,
           provolatile, proisstrict, proparallel, prosecdef, proconfig, prolang,
           array(select unnest(proacl)::text order by 1) as grants,
           regexp_replace(prosrc, '\\m' || proname || '\\.', '', 'g') as body
      from pg_proc
     where pronamespace = 'public'::regnamespace and proname = ${name}`;
  return call;
}

// PostgREST applies it in place of the role's eight seconds; of path segments, the test above holds it.
Deno.test("procedures/that_bill_pay_or_post_money_have_the_same_limit_of_their_own", () =>
  withDatabase(async ({ sql }) => {
    const limits = await sql<{ name: string; limit: string }[]>`
      select proname as name, setting as limit
        from pg_proc cross join unnest(proconfig) as setting
       where pronamespace = 'public'::regnamespace and setting ~ '^statement_timeout='
         and obj_description(oid, 'pg_proc') !~ 'under its path segment'
       order by proname`;
    assertEquals(
      limits.map(({ name, limit }) => `${name} ${limit}`),
      LONG_PROCEDURES.map((name) => `${name} statement_timeout=60s`),
    );
  }));

Deno.test("procedures/name_in_their_comment_the_roles_that_their_logic_requires", () =>
  eachProcedure(async (procedure, sql) => {
    const [, required = ""] = /private\.require_role\(([^)]*)\)/
      .exec(await logicOf(procedure, sql)) ?? [];
    const roles = procedure.comment.who.replace(/\.$/, "").split(", ");
    if (required === "" && !ROLES.includes(roles[0] ?? "")) return; // Said in a sentence.
    if (procedure.name === "sign_out_everywhere") return; // Of others it takes the role, of oneself none.
    assertStrictEquals(
      roles.map((role) => `'${role}'`).join(", "),
      required.replaceAll(/\s+/g, " "),
      procedure.name,
    );
  }));

/** Refusals of helpers for other callers' sake: they never comes out of these procedures. */
const NEVER_COMES: Readonly<Record<string, readonly string[]>> = {
  // refuse_payroll_batch is asked about a discarded batch only.
  close_and_lock_payroll_batch: ["payroll_batch_closed", "payroll_batch_under_review"],
  // A reconciliation's check and invoices are there, by foreign keys; lines_over_owed comes first.
  confirm_check_reconciliation: ["check_not_found", "invoice_not_found", "payment_over_balance"],
  // It is about one entry, which is there; of a shift, told whole, with its contractor and the hours that were computed.
  correct_time_entry: [
    "too_many_time_entries",
    "shift_incomplete",
    "shift_contractor_not_right",
    "shift_hours_not_right",
  ],
  // It names no placement, and takes back what was paid.
  dismiss_break_premium: ["break_premium_was_paid"],
  // refuse_payroll_batch is asked about a closed batch only.
  discard_payroll_batch: ["payroll_batch_discarded", "payroll_batch_under_review"],
  // refuse_payroll_batch is asked about a discarded batch only.
  hand_over_payroll: ["payroll_batch_closed", "payroll_batch_under_review"],
  // The check of a remittance is there, by its foreign key.
  import_rows: ["check_not_found"],
  // A shift that would be none is left out, as not_valid.
  plan_as_last_week: ["break_not_valid", "shift_not_valid"],
  // refuse_payroll_batch is asked about a batch in review or approved only.
  prepare_off_cycle: ["payroll_batch_closed", "payroll_batch_discarded"],
  prepare_payroll_draft: ["payroll_batch_closed", "payroll_batch_discarded"],
  // A check that left a credit is there, by its foreign key.
  refund_credit: ["check_not_found"],
  // The invoices of a bundle are there, by their own rows.
  invoice_bundle_document: ["invoice_not_found"],
  // The items of a batch are there, by its own rows.
  pay_batch_document: ["payroll_item_not_found"],
  // The invoices that a check paid are there, by foreign keys.
  return_check: ["invoice_not_found"],
  // The invoice of a payment is there, by its foreign key.
  reverse_write_off: ["invoice_not_found"],
  // It disputes whole invoices, names no request, and its invoice is there, by its foreign key.
  settle_short_payment: [
    "invoice_not_found",
    "line_not_disputable",
    "line_parts_not_valid",
    "payment_over_balance",
    "request_id_reused",
  ],
  // The facility is skipped, with this as its reason.
  weekly_billing_run: ["amount_too_large"],
  // ar_history is asked about one day, of all facilities, by who reads the books.
  weekly_flash: [
    "argument_missing",
    "facility_not_found",
    "history_too_long",
    "period_ends_before_start",
    "staff_only",
    "step_unknown",
  ],
  // refuse_payments is asked about a draft or void invoice only.
  credit_invoice: ["payment_over_balance"],
  waive_interest: ["payment_over_balance"],
  write_off_invoice: ["payment_over_balance"],
};

/** Refusals of a sign-in, whatever it calls: docs/errors.md and docs/keys.md tell of them. */
const OF_SIGN_IN: ReadonlySet<string> = new Set([
  "second_factor_required",
  "signed_out_everywhere",
]);

Deno.test("procedures/name_in_their_comment_exactly_the_errors_that_come_out_of_them", () =>
  withDatabase(async ({ sql }) => {
    const refusalsOf = await readRefusals(sql);
    const all = procedures(await readFunctions(sql)).map(({ name, comment }) => ({
      name,
      documented: new Set(comment.errors).difference(OF_SIGN_IN),
      raised: refusalsOf(`public.${name}`).difference(OF_SIGN_IN),
      never: new Set(NEVER_COMES[name] ?? []),
    }));
    assert(all.some(({ raised }) => raised.size > 0), "no procedure refuses anything");
    const wrong = all.map(({ name, documented, raised, never }) => ({
      name,
      missing: [...raised.difference(never).difference(documented)],
      superfluous: [...documented.difference(raised.difference(never))],
      // Nothing in the call refuses with it any more.
      notEvenNever: [...never.difference(raised)],
    })).filter(({ name: _, ...lists }) => Object.values(lists).some((list) => list.length > 0));
    assertEquals(wrong, []);
    const names = new Set(all.map(({ name }) => name));
    assertEquals(Object.keys(NEVER_COMES).filter((name) => !names.has(name)), []);
  }));

Deno.test("procedures/name_only_errors_that_docs_errors_lists", async () => {
  const page = await Deno.readTextFile(ERRORS);
  await eachProcedure(({ name, comment }) => {
    assertEquals(comment.errors.filter((slug) => !page.includes(`| \`${slug}\``)), [], name);
  });
});

Deno.test("views/say_what_they_show", () =>
  withDatabase(async ({ sql }) => {
    const rows = await sql`
      select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and obj_description(oid) is null`;
    assertEquals(rows.map((row) => row.relname), []);
  }));
