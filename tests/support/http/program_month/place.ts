/** Program, hospitals, people, fees and the tax of the month that is played. */
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../../supabase/functions/_shared/database.types.ts";
import type { FileRow } from "../../moving_in/imports.ts";
import { done } from "../newcomers.ts";
import { importFile, type PlayedFirm } from "../played_firm.ts";

type Client = SupabaseClient<Database>;

/** Facilities by their numbers, and the program's clerk. */
export interface Place {
  readonly P1: string;
  readonly F1: string;
  readonly F2: string;
  readonly F3: string;
  readonly clerk: Client;
}

/** Program, hospitals, people, fees and the tax, as they are set up. */
export async function moveIn(firm: PlayedFirm): Promise<Place> {
  const { admin, billing } = firm;
  const hospital = (external_number: string, name: string, work_state: string, more: FileRow) => ({
    external_number,
    name,
    work_state,
    bill_to_number: "P1",
    payment_terms_days: "10",
    ...more,
  });
  await importFile(admin, "facilities", [
    { external_number: "P1", name: "Summit Program", billing_email: "pay@summit.example" },
    hospital("F1", "Mercy Hospital", "CO", { annual_rate: "18%", moved_on: "2026-03-01" }),
    hospital("F2", "Aspen Clinic", "CO", { discount_rate: "2%", discount_days: "10" }),
    hospital("F3", "Bryn Mawr Hospital", "PA", {}),
    { external_number: "F9", name: "Lakeside", work_state: "CO" },
  ]);
  await importFile(admin, "open-invoices", [{
    external_number: "4711",
    facility_number: "F9",
    issue_date: "2026-02-20",
    due_date: "2026-03-31",
    amount: "500.00",
  }]);
  const people = ["Ada Okafor", "Ben Ito", "Cy Reyes", "Dee Lund", "Eve Park"].map((name, nth) => {
    const [first_name = "", last_name = ""] = name.split(" ");
    return { external_number: `C${nth + 1}`, first_name, last_name, email: `${nth}@example.org` };
  });
  await importFile(admin, "contractors", people);
  const mercy = { facility: "F1", bill: "100", pay: "60" };
  const aspen = { facility: "F2", bill: "50", pay: "30" };
  const brynMawr = { facility: "F3", bill: "75", pay: "45" };
  await importFile(
    admin,
    "assignments",
    [mercy, mercy, mercy, aspen, brynMawr].map(({ facility, bill, pay }, nth) => ({
      external_number: `A${nth + 1}`,
      contractor_number: `C${nth + 1}`,
      facility_number: facility,
      start_date: "2026-03-02",
      bill_rate: bill,
      pay_rate: pay,
    })),
  );
  const rows = await done(billing.from("facilities").select("id, external_number"));
  const id = (number: string) => rows.find((row) => row.external_number === number)?.id ?? "";
  const ofProgram = { facility_id: id("P1"), base: "all", effective_from: "2026-01-01" } as const;
  const rebate = { ...ofProgram, kind: "volume", name: "Rebate", volume_counts: "whole" } as const;
  await done(
    billing.from("facility_fees").insert([
      { ...ofProgram, kind: "msp", name: "MSP fee", rate: 0.03 },
      { ...rebate, rate: 0.01, volume_from: 15_000 },
      { ...rebate, rate: 0.02, volume_from: 30_000 },
    ], { defaultToNull: false }).select(),
  );
  await done(
    billing.from("sales_taxes").insert({
      name: "Sales tax",
      jurisdiction: "PA",
      rate: 0.06,
      base: "fees",
      effective_from: "2026-01-01",
    }).select(),
  );
  await done(
    admin.from("mail_settings").update({ provider: "smtp", from_address: "office@firm.example" })
      .eq("singleton", true).select(),
  );
  await switchOn(admin, "invoice_bundle");
  const clerk = await firm.contact(id("P1"), "Lee Park", "lee@summit.example");
  return { P1: id("P1"), F1: id("F1"), F2: id("F2"), F3: id("F3"), clerk };
}

/** Switches a kind of mail on. */
export async function switchOn(
  admin: Client,
  kind: "invoice_bundle" | "overdue_reminder",
): Promise<void> {
  await done(admin.from("mail_kinds").update({ is_on: true }).eq("kind", kind).select());
}
