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
    | "amount"
  >
  & { time_codes: { title: string; unit: string } | null };

/** Takes back what a sent invoice billed wrongly, by the lines that are chosen. */
export function CreditForm({ invoice }: { invoice: InvoiceRow }) {
  const isInterest = invoice.kind === "interest";
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
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
        setClosed(false);
        return {
          reinstate: true,
          counts_from: isInterest ? "credit" : "invoice",
          request_id: requestId(),
          late: false,
        };
      }}
      act={async (values) => {
        if (chosen.size === 0) throw new Refusal(0, say.nothingChosen, say.choose);
        try {
          await call("credit_invoice", {
            invoice_id: invoice.id,
            reason: String(values["reason"]),
            line_ids: [...chosen],
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
      <Lines invoice={invoice} selection={selection} />
      <ReasonInput />
      <BooleanInput
        source="reinstate"
        label={isInterest ? say.interestReinstate : say.reinstate}
        helperText={isInterest ? say.interestReinstateAbout : say.reinstateAbout}
      />
      <CountsFromInput isInterest={isInterest} />
      {isClosed && <BooleanInput source="late" label={words.common.late} />}
    </FormDialog>
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

/** The lines that no credit note has. */
function Lines({ invoice, selection }: { invoice: InvoiceRow; selection: Selection }) {
  const notes = useCreditNotes(invoice.id);
  const isOfTime = invoice.kind !== "interest";
  const lines = useAsk(["creditable_lines", invoice.id], () =>
    allRows("invoice_lines", {
      select:
        "id,kind,description,work_date,week_start,hours,code,quantity,amount,time_codes(title,unit)",
      invoice_id: `eq.${invoice.id}`,
      order: "work_date,description,id",
    }));
  return (
    <Loaded query={notes}>
      {(known) => (
        <Loaded query={lines}>
          {(all) => {
            const credited = new Set(
              known.flatMap((note) => note.credit_note_lines.map((one) => one.invoice_line_id)),
            );
            const left = all.filter(({ id }) => !credited.has(id));
            const counted = left.filter(({ id }) => selection.chosen.has(id));
            return (
              <>
                <Box
                  sx={{ maxHeight: HEIGHT, overflowY: "auto", border: 1, borderColor: "divider" }}
                >
                  <Rows
                    label={say.lines}
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
                        value: (line) => money(line.amount),
                        isNumber: true,
                      },
                    ]}
                  />
                </Box>
                <Typography role="status" sx={{ my: 1, fontWeight: "bold" }}>
                  {say.comesTo(money(sum(counted.map(({ amount }) => amount))))}
                </Typography>
              </>
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

function dayOf({ work_date: worked, week_start: week }: Line): string {
  return worked ? day(worked) : week ? words.billing.lines.weekOf(day(week)) : "";
}

function nameOf(line: Line): string {
  return `${line.description} ${dayOf(line)} ${kindOf(line)}`;
}
