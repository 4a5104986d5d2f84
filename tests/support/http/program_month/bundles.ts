/** Bills of the month that is played: what the program is sent at once, and how it gets it. */
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { parse } from "csv-parse/sync";
import { HAS_POPPLER, linesOnPaper } from "../../documents/paper.ts";
import { money } from "../closing.ts";
import { done } from "../newcomers.ts";
import type { PlayedFirm } from "../played_firm.ts";
import type { Place } from "./place.ts";

/** Invoices of a bundle, in the order of their facilities: Mercy, Aspen, Bryn Mawr. */
export type Sent = readonly {
  readonly id: string;
  readonly number: string;
  readonly bundle: string;
}[];

/** Bills the last week: drafts as the table has them, sent as one bundle on a day. */
export async function bill(
  firm: PlayedFirm,
  { clerk }: Place,
  day: string,
  expected: { readonly entries: number; readonly drafts: readonly (readonly string[])[] },
): Promise<Sent> {
  const { billing } = firm;
  const run = await done(billing.rpc("weekly_billing_run"));
  assertEquals([run.invoices_created, run.entries_billed], [
    expected.drafts.length,
    expected.entries,
  ]);
  const drafts = await done(
    billing.from("invoices").select(
      "id, total, facilities(external_number), invoice_lines(kind, description, amount, base)",
    ).eq("status", "draft"),
  );
  const numberOf = ({ facilities }: typeof drafts[number]) => facilities.external_number ?? "";
  drafts.sort((one, other) => numberOf(one) < numberOf(other) ? -1 : 1);
  assertEquals(
    drafts.map(({ total, invoice_lines }) => [
      money(total),
      ...invoice_lines.filter(({ base }) => base !== null)
        .map(({ description, amount }) => `${description} = ${money(amount)}`).sort(),
    ]),
    expected.drafts.map((draft) => [...draft]),
  );
  assertEquals(await done(clerk.from("invoices").select("id").eq("status", "draft")), []);
  await firm.on(day);
  const sent = await done(
    billing.rpc("send_invoices", { invoice_ids: drafts.map(({ id }) => id) }),
  );
  assertEquals(new Set(sent.map(({ issue_date }) => issue_date)), new Set([day]));
  const [bundle, ...others] = new Set(sent.map(({ invoice_bundle_id }) => invoice_bundle_id));
  assert(bundle);
  assertEquals(others, []);
  return sent.map(({ id, number }) => ({ id, number: number ?? "", bundle }));
}

/** The bundle as the clerk and billing get it: on paper, as a file, and by mail. */
export async function lookAtBundle(
  firm: PlayedFirm,
  { clerk }: Place,
  sent: Sent,
  totals: Readonly<Record<string, string>>,
): Promise<void> {
  const bundle = sent[0]?.bundle ?? "";
  const { Total: total = "" } = totals;
  for (const client of [clerk, firm.billing]) {
    const answer = await firm.document(client, `bundle/${bundle}?part=1`);
    const pdf = new Uint8Array(await answer.arrayBuffer());
    assertEquals([answer.status, answer.headers.get("Content-Type")], [200, "application/pdf"]);
    if (HAS_POPPLER) {
      const paper = await linesOnPaper(pdf);
      for (const [name, amount] of Object.entries(totals)) {
        assert(paper.includes(`${name} $${amount}`), `${name} in ${paper.join("\n")}`);
      }
    }
    const file = await done(client.rpc("invoice_bundle_file", { invoice_bundle_id: bundle }));
    const rows = parse(file, { columns: true }) as Record<string, string>[];
    const sum = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    assertStrictEquals(money(sum / 100), total.replaceAll(",", ""));
    assertEquals(new Set(rows.map((row) => row["invoice_number"])).size, sent.length);
    assertEquals(
      new Set(rows.map((row) => row["facility_name"])),
      new Set(Object.keys(totals).filter((name) => name !== "Total")),
    );
  }
  assertEquals((await firm.run("deliver"))["sent"], 1);
  assertMatch(await firm.mail("pay@summit.example"), new RegExp(total.replace(".", "\\.")));
}
