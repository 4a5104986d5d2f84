import type { ControlsReport } from "../database.types.ts";
import { about, cell, head, named, note, rows } from "./blocks.ts";
import type { Sheet } from "./pdf.ts";
import { day, grouped, period } from "./text.ts";

/** Kinds of acts as they stand on paper. */
const KINDS: Readonly<Record<string, string>> = {
  write_off_invoice: "Write-offs",
  settle_short_payment: "Write-offs of what was kept back",
  waive_interest: "Waivers of interest",
  refund_credit: "Refunds",
  credit_invoice: "Credit notes",
  arrange_recovery: "Taking back pay",
  settle_overpayment: "Giving up what was overpaid",
  apply_rate_hit: "Rate hits",
  hire_candidate: "Placements",
  correct_time_entry: "Corrections of approved time",
  change_remit_to: "Where facilities pay to",
  change_mail: "The sender of mail",
  time: "Time",
  client_time: "Time that a client's file approved",
  adjustment: "Payroll adjustments",
};
const SETTINGS = {
  two_people: "Some things take two people",
  single_person_firm: "The firm is one person",
  off: "Not asked for",
} as const;

const kindOf = (kind: string): string => KINDS[kind] ?? kind;
const number = (count: number) => cell(grouped(String(count)), "right");

/** Sheet of what one person decided and what two did. */
export function controlsSheet(report: ControlsReport, logo: string | null): Sheet {
  const { letterhead, kinds, acts, acts_left_out: left, roles, changes } = report;
  const days = period(report.from_day, report.through);
  const wide = (name: string) => ({ name, width: "*" as const });
  const narrow = (name: string) => ({ name, width: 62, isNumber: true });
  return {
    title: `Controls, ${days}`,
    author: letterhead.legal_name ?? "",
    footer: ["Controls", days, letterhead.legal_name].filter(Boolean).join(" · "),
    mark: null,
    content: [
      head({ letterhead, title: "Controls", number: null, logo }),
      about({
        who: "Of",
        billTo: {
          name: letterhead.legal_name ?? "",
          facility_name: letterhead.legal_name ?? "",
          address: letterhead.address,
        },
        facts: [
          ["Period", days],
          ["Printed", day(report.printed_on)],
          ["Two people", SETTINGS[report.controls]],
        ],
      }),
      rows(
        [
          wide("What"),
          narrow("One person"),
          narrow("Two"),
          narrow("Programs"),
          narrow("Over limit"),
        ],
        kinds.map((one) => [
          cell(kindOf(one.kind)),
          number(one.by_one),
          number(one.by_two),
          number(one.by_program),
          number(one.over_limit),
        ]),
      ),
      named(
        "Each of them",
        rows(
          [
            { name: "Day", width: 66 },
            wide("What"),
            { name: "Amount", width: 66, isNumber: true },
            { name: "Who", width: 150 },
          ],
          acts.map((one) => [
            cell(day(one.at.slice(0, 10))),
            { text: one.says ?? kindOf(one.kind) },
            cell(one.amount === null ? "" : grouped(one.amount), "right"),
            { text: whoOf(one) },
          ]),
        ),
      ),
      ...left > 0 ? [note(`${grouped(String(left))} older ones are left out.`)] : [],
      named(
        "Staff and roles",
        rows(
          [wide("Name"), wide("Roles")],
          roles.map((one) => [cell(one.name ?? ""), cell(one.roles.join(", "))]),
        ),
      ),
      named(
        "Changes of staff, roles, settings and limits",
        rows(
          [{ name: "Day", width: 66 }, wide("What")],
          changes.map((one) => [cell(day(one.at.slice(0, 10))), { text: one.said }]),
        ),
      ),
    ],
  };
}

function whoOf({ by, name, requested_by_name: requested }: ControlsReport["acts"][number]): string {
  if (by === "program") return "a program";
  if (requested === null || by === "one") return name ?? "";
  return `${requested}, approved by ${name ?? ""}`;
}
