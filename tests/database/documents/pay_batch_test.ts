// Earnings statements of a batch: each person once, in parts of 100, as pay_document has them.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { payBatchDocument, payDocument } from "../../support/documents/documents.ts";
import { HAS_POPPLER, linesOnPaper, print, textOf } from "../../support/documents/paper.ts";
import { close, periodOf, prepare } from "../../support/payroll/batches.ts";
import { adjustment } from "../../support/payroll/extras.ts";
import { batchOfMany } from "../../support/payroll/many_people.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

Deno.test("pay_batch_document/has_everybody_once_in_parts_of_100_by_name_as_pay_document_has_them", () =>
  withDatabase(async ({ sql }) => {
    const batch = await batchOfMany(sql, 205, MONDAY);
    const documents = [];
    for (const part of [1, 2, 3]) documents.push(await payBatchDocument(sql, batch, part));
    assertEquals(documents.map(({ statements }) => statements.length), [100, 100, 5]);
    for (const { people, parts, batch_status, kind, pay_date } of documents) {
      assertEquals([people, parts, batch_status, kind, pay_date], [
        205,
        3,
        "draft",
        "regular",
        "2026-03-13",
      ]);
    }
    assertEquals(
      documents.flatMap(({ statements }) =>
        statements.map(({ last_name, gross_pay }) => [last_name, gross_pay])
      ),
      Array.from({ length: 205 }, (_, nth) => [
        `Nurse ${String(nth + 1).padStart(5, "0")}`,
        `${nth + 1}.00`,
      ]),
    );
    const [item] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${batch} and last_name = 'Nurse 00101'`;
    const { document: _, letterhead, ...statement } = await payDocument(sql, item.id);
    assertEquals(documents[1]?.statements[0], statement);
    assertEquals(documents[1]?.letterhead, letterhead);

    const refuses = async (call: string, status: 400 | 404, slug: string) =>
      await assertRefused(sql.unsafe(`select pay_batch_document(${call})`), status, slug);
    for (const part of [0, -1, 4]) await refuses(`'${batch}', ${part}`, 400, "pay_part_unknown");
    await refuses(`'${batch}', null`, 400, "argument_missing");
    await refuses("null", 400, "argument_missing");
    await refuses(`'${crypto.randomUUID()}'`, 404, "payroll_batch_not_found");
    await sql`delete from payroll_items where payroll_batch_id = ${batch}`;
    await refuses(`'${batch}'`, 400, "pay_part_unknown");
  }));

Deno.test("pay_batch_document/of_an_off_cycle_batch_has_its_own_pay_date_and_people_alone", () =>
  withDatabase(async ({ sql }) => {
    const batch = await batchOfMany(sql, 3, MONDAY);
    const [person] = await sql<[{ id: string }]>`
      select id from contractors where last_name = 'Nurse 00002'`;
    const [off] = await sql<[{ id: string }]>`
      select id from prepare_off_cycle(${await periodOf(sql, MONDAY)}, ${[
      person.id,
    ]}, '2026-03-06', 'Her last day')`;
    const names = async (of: string) =>
      (await payBatchDocument(sql, of, 1)).statements.map(({ last_name, pay_date }) =>
        `${last_name} ${pay_date}`
      );
    assertEquals(await names(off.id), ["Nurse 00002 2026-03-06"]);
    assertEquals(await names(batch), ["Nurse 00001 2026-03-13", "Nurse 00003 2026-03-13"]);
    await close(sql, off.id);
    const { kind, pay_date, batch_status } = await payBatchDocument(sql, off.id, 1);
    assertEquals([kind, pay_date, batch_status], ["off_cycle", "2026-03-06", "closed"]);
  }));

Deno.test({
  name: "paper/of_a_batch_begins_each_statement_on_a_page_with_a_foot_and_numbers_of_its_own",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      // The second one's is of several pages.
      const batch = await batchOfMany(sql, 3, MONDAY);
      const [{ id }] = await sql<[{ id: string }]>`
        select id from contractors where last_name = 'Nurse 00002'`;
      for (let nth = 0; nth < 60; nth++) await adjustment(sql, id, MONDAY, "bonus", "1");
      await prepare(sql, MONDAY);
      const paper = await print(await payBatchDocument(sql, batch, 1));
      const pages = (await textOf(paper)).split("\f").filter((page) => page.trim() !== "");
      const footOf = (page: string) => {
        const lines = page.split("\n").map((line) => line.trim()).filter(Boolean);
        return lines.findLast((line) => /Page \d/.test(line))?.replace(/\s+/g, " ");
      };
      const foot = (name: string, page: number, pages: number) =>
        `Earnings of Ada Nurse ${name} · Mar 2, 2026 – Mar 8, 2026 Page ${page} of ${pages}`;
      assertEquals(pages.map(footOf), [
        foot("00001", 1, 1),
        ...Array.from({ length: pages.length - 2 }, (_, nth) =>
          foot("00002", nth + 1, pages.length - 2)),
        foot("00003", 1, 1),
      ]);
      assert(pages.length > 3);
      // Nobody's page has a name or an amount of another.
      assert(!pages.slice(1, -1).join().includes("00001") && !pages[0]?.includes("00002"));
      assertEquals(
        pages.filter((page) =>
          page.includes("Earnings statement")
        ).length,
        3,
      );
    }),
});

Deno.test({
  name: "paper/of_a_batch_has_the_names_totals_and_hours_of_each",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const days = [8, 8, 9].map((hours, nth) => ({
        date: dayOfWeek(MONDAY, nth + 1),
        hours,
        rule: "california" as const,
      }));
      const people = [await work(sql, days), await work(sql, days.slice(0, 2))];
      const names = ["Łucja Żółć", "Αθηνά Παπαδοπούλου"];
      for (const [nth, { contractorId }] of people.entries()) {
        const [first = "", last = ""] = names[nth]?.split(" ") ?? [];
        await sql`
          update contractors set first_name = ${first}, last_name = ${last} where id = ${contractorId}`;
      }
      const batch = await prepare(sql, MONDAY);
      await close(sql, batch);
      const document = await payBatchDocument(sql, batch, 1);
      const paper = (await linesOnPaper(await print(document))).join("\n");
      for (const name of names) assert(paper.includes(name), `${name}\n${paper}`);
      for (const { gross_pay } of document.statements) {
        assert(paper.includes(`Total $${gross_pay.replace(/\B(?=(\d{3})+\.)/g, ",")}`), gross_pay);
      }
      assertStrictEquals(paper.match(/Hours at their rates/g)?.length, 2);
    }),
});
