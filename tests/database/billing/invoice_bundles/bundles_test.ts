// What a program is sent at once: one bundle, one document with a cover, one file, one mail.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { InvoiceBundleDocument } from "../../../../tools/json_shapes.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { HAS_POPPLER, linesOnPaper, print } from "../../../support/documents/paper.ts";
import { Firm } from "../../../support/firm.ts";
import { deliver } from "../../../../supabase/functions/_shared/jobs/deliver.ts";
import type { Mail, Mailer } from "../../../../supabase/functions/_shared/delivery/message.ts";
import { deliveryWith, switchMailOn, toldMailer } from "../../../support/outbox/messages.ts";
import { messages, switchOn } from "../../../support/outbox/mail.ts";
import { withProgram } from "../../../support/receivables/programs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-04 17:30:00+00" };

async function bundleDocument(
  sql: postgres.Sql,
  bundle: string,
  part = 1,
): Promise<InvoiceBundleDocument> {
  const [row] = await sql<[{ document: InvoiceBundleDocument }]>`
    select invoice_bundle_document(${bundle}, ${part}) as document`;
  return row.document;
}

const bundles = (sql: postgres.Sql) =>
  sql<{ id: string; facility_id: string; invoices: number }[]>`
    select bundle.id, bundle.facility_id,
           (select count(*)::int from invoices where invoice_bundle_id = bundle.id) as invoices
      from invoice_bundles as bundle order by created_at, id`;

Deno.test("send_invoices/bundles_what_each_program_is_sent_at_once_and_keeps_whom_it_was_billed_to", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const elsewhere = await Firm.create(sql, "Elsewhere");
    await sql`
      update facilities
         set billing_email = 'pay@summit.example', billing_address = '1 Summit Way', purchase_order = 'PO-7'
       where id = ${program.facilityId}`;
    const [first, second, alone] = [await draft(mercy), await draft(aspen), await draft(elsewhere)];
    await send(sql, [first, second, alone]);
    await send(sql, [first, second, alone]); // again: nothing more
    const made = await bundles(sql);
    assertEquals(made.map(({ facility_id, invoices }) => [facility_id, invoices]), [
      [program.facilityId, 2],
    ]);
    const rows = await sql`
      select facility_name, billing_name, billing_email, billing_address, purchase_order, bill_to_facility_id is null as alone
        from invoices order by facility_name`;
    const ofProgram = {
      billing_name: "Summit Program",
      billing_email: "pay@summit.example",
      billing_address: "1 Summit Way",
      purchase_order: "PO-7",
      alone: false,
    };
    assertEquals([...rows], [
      { facility_name: "Aspen Clinic", ...ofProgram },
      {
        facility_name: "Elsewhere",
        billing_name: null,
        billing_email: null,
        billing_address: null,
        purchase_order: null,
        alone: true,
      },
      { facility_name: "Mercy Hospital", ...ofProgram },
    ]);
    await send(sql, [await draft(mercy)]);
    assertEquals((await bundles(sql)).length, 2);
    for (
      const set of [
        "bill_to_facility_id = null, invoice_bundle_id = null",
        "invoice_bundle_id = null",
      ]
    ) {
      await assertRefused(
        sql.unsafe(`update invoices set ${set} where id = '${first}'`),
        409,
        "invoice_not_draft",
      );
    }
  }, CLOCK));

Deno.test("invoice_bundle_document/begins_with_a_cover_of_subtotals_by_facility_order_and_department", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const order = await addOrder(program, { number: "PO-7" });
    const [first, second] = [
      await draftOfOrder(mercy, order, "900.00"),
      await draft(aspen, ["50.00"]),
    ];
    await sql`update invoice_lines set department = 'Surgery' where invoice_id = ${second}`;
    await send(sql, [first, second]);
    const [bundle] = await bundles(sql);
    assert(bundle);
    const document = await bundleDocument(sql, bundle.id);
    assertEquals(
      [document.bill_to.name, document.total, document.part, document.parts],
      ["Summit Program", "950.00", 1, 1],
    );
    assertEquals(document.cover?.facilities, [
      { name: "Aspen Clinic", amount: "50.00" },
      { name: "Mercy Hospital", amount: "900.00" },
    ]);
    assertEquals(document.cover?.orders, [
      { name: "PO-7", amount: "900.00" },
      { name: null, amount: "50.00" },
    ]);
    assertEquals(document.cover?.departments, [
      { name: "Surgery", amount: "50.00" },
      { name: null, amount: "900.00" },
    ]);
    assertEquals(document.invoices.map(({ bill_to }) => bill_to.facility_name), [
      "Aspen Clinic",
      "Mercy Hospital",
    ]);
    const [{ file }] = await sql<
      [{ file: string }]
    >`select invoice_bundle_file(${bundle.id}) as file`;
    const lines = file.trimEnd().split("\r\n");
    assert(lines[0]?.endsWith(",service_address,facility_name"));
    assertEquals(lines.slice(1).map((line) => line.split(",").at(-1)), [
      "Aspen Clinic",
      "Mercy Hospital",
    ]);
    if (HAS_POPPLER) {
      const paper = await linesOnPaper(await print(document));
      for (
        const line of [
          "BY FACILITY",
          "Mercy Hospital $900.00",
          "BY ORDER",
          "BY DEPARTMENT",
          "Total $950.00",
        ]
      ) {
        assert(paper.includes(line), `${line} in ${paper.join("\n")}`);
      }
    }
    await assertRefused(bundleDocument(sql, bundle.id, 2), 400, "bundle_part_unknown");
    await assertRefused(bundleDocument(sql, crypto.randomUUID()), 404, "invoice_bundle_not_found");
  }, CLOCK));

Deno.test("invoice_bundle_document/begins_with_its_cover_and_the_file_of_lines_however_long_the_first_invoice_is", () =>
  withDatabase(async ({ sql }) => {
    const { mercy, aspen } = await withProgram(sql);
    await sql`update facilities set billing_email = 'pay@summit.example'`;
    await switchMailOn(sql, "http", ["invoice_bundle"]);
    await send(sql, [
      await draft(aspen, Array.from({ length: 1480 }, () => "1.00")),
      await draft(mercy, ["5.00"]),
    ]);
    const [bundle] = await bundles(sql);
    assert(bundle);
    const first = await bundleDocument(sql, bundle.id, 1);
    assertEquals(
      [
        first.part,
        first.parts,
        first.cover?.invoices.length,
        first.invoices.map(({ total }) => total),
      ],
      [1, 2, 2, ["1480.00"]],
    );
    const mails: Mail[] = [];
    const { send: sent, ...told } = toldMailer("http", []);
    const mailer: Mailer = {
      ...told,
      send: (mail, key) => {
        mails.push(mail);
        return sent(mail, key);
      },
    };
    await deliver(sql, {
      delivery: deliveryWith({
        mailer,
        print: () => Promise.resolve({ fileName: "Bundle.pdf", bytes: new Uint8Array(4) }),
      }),
    });
    assertEquals(
      mails.map(({ subject, file }) => [
        subject.includes("1 of 2"),
        file === undefined ? null : [file.fileName, file.text.trimEnd().split("\r\n").length],
      ]).toSorted((one, other) => Number(other[0]) - Number(one[0])),
      [[true, ["Lines.csv", 1482]], [false, null]],
    );
  }, CLOCK));

Deno.test("invoice_bundle_document/comes_in_parts_where_it_is_long_each_invoice_in_one", () =>
  withDatabase(async ({ sql }) => {
    const { mercy, aspen } = await withProgram(sql);
    const ids: string[] = [];
    for (const [place, count] of [[mercy, 900], [aspen, 700], [mercy, 100]] as const) {
      ids.push(await draft(place, Array.from({ length: count }, () => "1.00")));
    }
    await switchOn(sql, "invoice_bundle");
    await send(sql, ids);
    const [bundle] = await bundles(sql);
    assert(bundle);
    const parts = [
      await bundleDocument(sql, bundle.id, 1),
      await bundleDocument(sql, bundle.id, 2),
    ];
    assertEquals(parts.map(({ parts, cover }) => [parts, cover === null]), [[2, false], [2, true]]);
    assertEquals(parts.map(({ invoices }) => invoices.map(({ total }) => total)), [
      ["700.00"],
      ["900.00", "100.00"],
    ]);
    assertEquals((await messages(sql)).map(({ kind, step }) => [kind, step]), [
      ["invoice_bundle", "1"],
      ["invoice_bundle", "2"],
    ]);
  }, CLOCK));
