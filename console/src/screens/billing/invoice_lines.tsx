import { Button, Collapse } from "@mui/material";
import LessIcon from "@mui/icons-material/ExpandLess";
import MoreIcon from "@mui/icons-material/ExpandMore";
import { useState } from "react";
import { allRows, remove, type Row } from "../../api/rows.ts";
import { isStaff } from "../../me.ts";
import { muchOf, notWorked } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, hours, money, perUnit, sum, weekday } from "../../ui/format.ts";
import { AssignmentLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { ShiftTimes, TIMES, type Times } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { words } from "../../words.ts";
import { codedOfLine, kindOf, withCodes } from "./codes_of_lines.ts";
import { InterestLines } from "./interest_lines.tsx";
import type { InvoiceRow } from "./invoice_row.ts";

const say = words.billing.lines;
type Line =
  & Pick<
    Row<"invoice_lines">,
    | "id"
    | "contractor_id"
    | "kind"
    | "description"
    | "work_date"
    | "week_start"
    | "hours"
    | "code"
    | "quantity"
    | "rate"
    | "multiplier"
    | "amount"
    | "department"
    | "cost_centre"
    | "original_invoice_id"
  >
  & {
    time_entries: Times & { assignment_id: string } | null;
    purchase_orders: { number: string } | null;
    time_codes: { title: string; unit: string } | null;
  };

/**
 * Lines of an invoice: by contractor, each opened to its days; then what is neither time nor
 * anybody's.
 */
export function InvoiceLines(
  { invoice, mayEdit, base = "/billing/invoices" }: {
    invoice: Pick<InvoiceRow, "id" | "facility_id">;
    mayEdit: boolean;
    /** Paths of the pages of invoices, for whoever reads this one. */
    base?: string;
  },
) {
  const zone = useZones()(invoice.facility_id);
  const lines = useAsk(["invoice_lines", invoice.id], async () => {
    const found = await allRows("invoice_lines", {
      select:
        `id,kind,contractor_id,description,work_date,week_start,hours,code,quantity,rate,multiplier,amount,department,cost_centre,original_invoice_id,purchase_orders(number),time_codes(title,unit),time_entries(assignment_id,${TIMES})`,
      invoice_id: `eq.${invoice.id}`,
      order: "work_date,id",
    });
    return await withCodes(found, invoice.facility_id);
  });
  return (
    <Loaded query={lines}>
      {(found) => {
        const adjustments = found.filter(({ kind }) => kind === "adjustment");
        const charges = found.filter(isCharge);
        const interest = found.filter(({ kind }) => kind === "interest");
        const people = [...Map.groupBy(
          found.filter((line) =>
            line.kind !== "adjustment" && line.kind !== "interest" && !isCharge(line)
          ),
          (line) => line.description,
        )]
          .sort(([a], [b]) => a.localeCompare(b));
        return (
          <>
            {interest.length > 0 && <InterestLines lines={interest} base={base} />}
            {(people.length > 0 || interest.length === 0) && (
              <Part title={say.title} about={say.about(count(found.length), count(people.length))}>
                {people.map(([name, theirs]) => (
                  <Person key={name} name={name} lines={theirs} zone={zone} />
                ))}
              </Part>
            )}
            {adjustments.length > 0 && (
              <Part title={say.adjustments}>
                <Rows
                  label={say.adjustments}
                  rows={adjustments}
                  rowKey={({ id }) => id}
                  empty=""
                  columns={[
                    { label: say.what, value: (line) => line.description },
                    {
                      label: words.common.amount,
                      value: (line) => money(line.amount),
                      isNumber: true,
                    },
                    ...(mayEdit
                      ? [{
                        label: say.remove,
                        heading: "",
                        value: (line: Line) => (
                          <FormDialog
                            button={say.remove}
                            title={say.removeTitle}
                            text={`${line.description}, ${money(line.amount)}`}
                            submit={say.remove}
                            done={say.removed}
                            act={() => remove("invoice_lines", { id: `eq.${line.id}` })}
                          />
                        ),
                      }]
                      : []),
                  ]}
                />
              </Part>
            )}
            {charges.length > 0 && (
              <Part title={say.charges} about={say.chargesAbout}>
                <Rows
                  label={say.charges}
                  rows={charges}
                  rowKey={({ id }) => id}
                  empty=""
                  columns={[
                    { label: say.what, value: (line) => line.description },
                    ...charges.some((line) => bookedTo(line) !== "")
                      ? [{ label: say.bookedTo, value: bookedTo }]
                      : [],
                    { label: words.common.kind, value: kindOf },
                    {
                      label: words.common.amount,
                      value: (line) => money(line.amount),
                      isNumber: true,
                    },
                  ]}
                />
              </Part>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** True of what follows the other lines: fees, rebates and taxes. */
const isCharge = ({ kind }: Line) => kind === "fee" || kind === "tax";

/** The department, the cost centre and the order of a line, as far as it has them. */
function bookedTo({ department, cost_centre: centre, purchase_orders: order }: Line): string {
  return [
    ...department === null ? [] : [department],
    ...centre === null ? [] : [say.costCentre(centre)],
    ...order === null ? [] : [say.order(order.number)],
  ].join(", ");
}

function Person(
  { name, lines, zone }: { name: string; lines: readonly Line[]; zone: string },
) {
  const [isOpen, setOpen] = useState(false);
  const isOfStaff = isStaff(useMe());
  const hoursOf = (kind: string) =>
    sum(lines.filter((line) => line.kind === kind).map((line) => line.hours)).toNumber();
  const parts = (["regular", "overtime", "doubletime"] as const)
    .filter((kind) => hoursOf(kind) !== 0)
    .map((kind) => `${hours(hoursOf(kind))} ${words.billing.lineKinds[kind]}`);
  const others = notWorked(
    lines.filter(({ kind }) => kind === "code").map(codedOfLine),
  );
  return (
    <>
      <Button
        fullWidth
        color="inherit"
        onClick={() => setOpen(!isOpen)}
        aria-expanded={isOpen}
        sx={{ justifyContent: "space-between", textAlign: "left", gap: 2 }}
      >
        {isOpen ? <LessIcon fontSize="small" /> : <MoreIcon fontSize="small" />}
        <span>{name}</span>
        <span style={{ flexGrow: 1, opacity: 0.8 }}>{[...parts, ...others].join(", ")}</span>
        <span style={{ fontVariantNumeric: "tabular-nums" }}>
          {money(sum(lines.map((line) => line.amount)))}
        </span>
      </Button>
      <Collapse in={isOpen} unmountOnExit>
        {isOfStaff && <PersonLink id={lines[0]?.contractor_id}>{say.page(name)}</PersonLink>}
        <Rows
          label={name}
          rows={lines}
          rowKey={({ id }) => id}
          empty=""
          columns={[
            {
              label: say.day,
              value: (line) => (
                <>
                  <AssignmentLink id={isOfStaff ? line.time_entries?.assignment_id : null}>
                    {line.work_date ? weekday(line.work_date) : say.weekOf(day(line.week_start))}
                  </AssignmentLink>
                  <ShiftTimes of={line.time_entries} zone={zone} />
                </>
              ),
            },
            ...lines.some((line) => bookedTo(line) !== "")
              ? [{ label: say.bookedTo, value: bookedTo }]
              : [],
            { label: words.common.kind, value: kindOf },
            {
              label: words.common.hours,
              value: (line) => muchOf(codedOfLine(line)),
              isNumber: true,
            },
            { label: say.rate, value: (line) => perUnit(line.rate), isNumber: true },
            {
              label: say.times,
              value: (line) => line.multiplier === 1 ? "" : `× ${line.multiplier}`,
              isNumber: true,
            },
            { label: words.common.amount, value: (line) => money(line.amount), isNumber: true },
          ]}
        />
      </Collapse>
    </>
  );
}
