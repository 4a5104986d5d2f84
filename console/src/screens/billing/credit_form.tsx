import { Box, Typography } from "@mui/material";
import { useEffect, useState } from "react";
import { BooleanInput, required, SelectInput } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { call, requestId } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { Refusal, refusalOf } from "../../api/refusal.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { muchOf } from "../../ui/codes.ts";
import { day, money, sum } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Rows } from "../../ui/rows.tsx";
import { choiceColumn, type Selection } from "../../ui/select_rows.tsx";
import { choicesOf, words } from "../../words.ts";
import { codedOfLine, kindOf } from "./codes_of_lines.ts";
import { useCreditNotes } from "./credit_notes.tsx";
import type { InvoiceRow } from "./invoice_row.ts";
import {
  amountOf,
  type DividedLine,
  isInPart,
  type Part,
  partColumns,
  type Parts,
} from "./line_parts.tsx";

const say = words.billing.creditNotes;
const HEIGHT = 280;
type Line =
  & Pick<
    Row<"invoice_lines">,
    | "id"
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
  >
  & { time_codes: { title: string; unit: string } | null };
type LeftLine = Line & DividedLine;

/** Takes back what a sent invoice billed wrongly, by the lines that are chosen. */
export function CreditForm({ invoice }: { invoice: InvoiceRow }) {
  const isInterest = invoice.kind === "interest";
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [parts, setParts] = useState<Parts>(new Map());
  const [isClosed, setClosed] = useState(false);
  const selection = { chosen, set: (ids: Iterable<string>) => setChosen(new Set(ids)) };
  return (
    <FormDialog
      button={say.credit}
      title={say.creditTitle(invoice.number)}
      text={say.about}
      submit={say.submit}
      done={say.done}
      defaultValues={() => {
        setChosen(new Set());
        setParts(new Map());
        setClosed(false);
        return {
          for_differences: false,
          reinstate: true,
          counts_from: isInterest ? "credit" : "invoice",
          request_id: requestId(),
          late: false,
        };
      }}
      act={async (values) => {
        const isDifference = values["for_differences"] === true;
        if (chosen.size === 0 && !isDifference) {
          throw new Refusal(0, say.nothingChosen, say.choose);
        }
        const ids = [...chosen];
        // Money stays text, and null is all that is left: the types know neither in a list.
        const typed = (name: keyof Part) =>
          ids.map((id) => parts.get(id)?.[name] || null) as unknown as number[];
        try {
          await call("credit_invoice", {
            invoice_id: invoice.id,
            reason: String(values["reason"]),
            ...isDifference
              ? { for_differences: true }
              : isInPart(parts, ids)
              ? { line_ids: ids, amounts: typed("amount"), hours: typed("hours") }
              : { line_ids: ids },
            reinstate: values["reinstate"] === true,
            counts_from: String(values["counts_from"]),
            request_id: String(values["request_id"]),
            ...(values["late"] === true ? { late: true } : {}),
          });
        } catch (thrown) {
          if (refusalOf(thrown).slug === "books_closed") setClosed(true);
          throw thrown;
        }
      }}
    >
      {!isInterest && <DifferencesInput invoice={invoice} />}
      <Lines invoice={invoice} selection={selection} parts={parts} setParts={setParts} />
      {invoice.discount !== null && <DiscountTaken invoiceId={invoice.id} />}
      <ReasonInput />
      <ReinstateInput isInterest={isInterest} isInPart={isInPart(parts, chosen)} />
      <CountsFromInput isInterest={isInterest} />
      {isClosed && <BooleanInput source="late" label={words.common.late} />}
    </FormDialog>
  );
}

/** Choice of what weeks of the facility were billed too much, where some were. */
function DifferencesInput({ invoice }: { invoice: InvoiceRow }) {
  const differences = useAsk(
    ["unbilled_differences", "below_zero", invoice.facility_id],
    () =>
      allRows("unbilled_differences", {
        select: "amount",
        facility_id: `eq.${invoice.facility_id}`,
        group_key: `eq.${invoice.group_key}`,
        amount: "lt.0",
        order:
          "week_start,facility_id,contractor_id,group_key,purchase_order_id,department,cost_centre,code",
      }),
  );
  const found = differences.data ?? [];
  if (found.length === 0) return null;
  return (
    <BooleanInput
      source="for_differences"
      label={say.forDifferences}
      helperText={say.forDifferencesAbout(money(sum(found.map(({ amount }) => amount))))}
    />
  );
}

/** Says what becomes of the discount that the facility took, if it did. */
function DiscountTaken({ invoiceId }: { invoiceId: string }) {
  const discounts = useAsk(["discounts_taken", invoiceId], () =>
    allRows("payments", {
      select: "amount",
      invoice_id: `eq.${invoiceId}`,
      source: "eq.discount",
      reversed_at: "is.null",
      order: "id",
    }));
  const found = discounts.data ?? [];
  if (found.length === 0) return null;
  return <Typography>{say.discountTaken(money(sum(found.map(({ amount }) => amount))))}
  </Typography>;
}

/** Choice of whether time is freed; a part of a line frees none. */
function ReinstateInput({ isInterest, isInPart }: { isInterest: boolean; isInPart: boolean }) {
  const isDifference = useWatch({ name: "for_differences" }) === true;
  if (isInPart || isDifference) return <Typography>{say.inPartAbout}</Typography>;
  return (
    <BooleanInput
      source="reinstate"
      label={isInterest ? say.interestReinstate : say.reinstate}
      helperText={isInterest ? say.interestReinstateAbout : say.reinstateAbout}
    />
  );
}

/** From when it counts. Interest that is freed was billed until today, and the choice is not asked for. */
function CountsFromInput({ isInterest }: { isInterest: boolean }) {
  const isFreed = useWatch({ name: "reinstate" }) === true;
  const { setValue } = useFormContext();
  const isKnown = isInterest && isFreed;
  useEffect(() => {
    if (isKnown) setValue("counts_from", "credit");
  }, [isKnown, setValue]);
  return isKnown ? null : (
    <SelectInput
      source="counts_from"
      label={say.countsFrom}
      choices={choicesOf(Object.keys(say.countsFroms), say.countsFroms)}
      validate={required()}
    />
  );
}

/** The lines of which no credit note has all, and what is to be taken back or disputed of them. */
export function Lines({ invoice, selection, parts, setParts, label = say.lines, inHours = true }: {
  invoice: Pick<InvoiceRow, "id" | "kind">;
  selection: Selection;
  parts: Parts;
  setParts: (parts: Parts) => void;
  label?: string;
  /** True if hours may be named besides amounts. */
  inHours?: boolean;
}) {
  const isDifference = useWatch({ name: "for_differences" }) === true;
  const notes = useCreditNotes(invoice.id);
  const isOfTime = invoice.kind !== "interest";
  const lines = useAsk(["creditable_lines", invoice.id], () =>
    allRows("invoice_lines", {
      select:
        "id,kind,description,work_date,week_start,hours,code,quantity,rate,multiplier,amount,time_codes(title,unit)",
      invoice_id: `eq.${invoice.id}`,
      order: "work_date,description,id",
    }));
  if (isDifference) return null;
  return (
    <Loaded query={notes}>
      {(known) => (
        <Loaded query={lines}>
          {(all) => {
            const credited = Map.groupBy(
              known.flatMap((note) => note.credit_note_lines),
              (line) => line.invoice_line_id,
            );
            const hasCharges = all.some(isCharge);
            const left: LeftLine[] = all.filter((line) => !isCharge(line)).map((line) => ({
              ...line,
              rest: sum([line.amount]).minus(
                sum((credited.get(line.id) ?? []).map(({ amount }) => amount)),
              ),
            })).filter(({ id, rest }) => !credited.has(id) || !rest.isZero());
            const counted = left.filter(({ id }) => selection.chosen.has(id));
            return (
              <>
                <Box
                  sx={{ maxHeight: HEIGHT, overflowY: "auto", border: 1, borderColor: "divider" }}
                >
                  <Rows
                    label={label}
                    rows={left}
                    rowKey={({ id }) => id}
                    empty={say.nothingLeft}
                    columns={[
                      choiceColumn(left, ({ id }) => id, nameOf, selection),
                      ...isOfTime ? [{ label: words.common.day, value: dayOf }] : [],
                      { label: words.billing.lines.what, value: (line) => line.description },
                      ...isOfTime
                        ? [{
                          label: words.common.kind,
                          value: kindOf,
                        }, {
                          label: words.common.hours,
                          value: (line: Line) => muchOf(codedOfLine(line)),
                          isNumber: true,
                        }]
                        : [],
                      {
                        label: words.common.amount,
                        value: (line) => money(line.rest),
                        isNumber: true,
                      },
                      ...partColumns<LeftLine>({
                        amount: say.partAmount,
                        hours: isOfTime && inHours ? say.partHours : null,
                        nameOf,
                        chosen: selection.chosen,
                        parts,
                        set: setParts,
                      }),
                    ]}
                  />
                </Box>
                <Typography role="status" sx={{ my: 1, fontWeight: "bold" }}>
                  {say.comesTo(
                    money(sum(counted.map((line) => amountOf(line, parts.get(line.id))))),
                  )}
                </Typography>
                {hasCharges && <Typography sx={{ my: 1 }}>{say.charges}</Typography>}
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** True of fees and taxes: they go back with what they were reckoned on, and are not chosen. */
const isCharge = ({ kind }: Line) => kind === "fee" || kind === "tax";

function dayOf({ work_date: worked, week_start: week }: Line): string {
  return worked ? day(worked) : week ? words.billing.lines.weekOf(day(week)) : "";
}

function nameOf(line: Line): string {
  return `${line.description} ${dayOf(line)} ${kindOf(line)}`;
}
