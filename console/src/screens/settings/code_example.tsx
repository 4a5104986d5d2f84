import { Box, Typography } from "@mui/material";
import { useWatch } from "react-hook-form";
import { HOUR, units, unitWord } from "../../ui/codes.ts";
import type { Values } from "../../ui/form_dialog.tsx";
import { hours, money } from "../../ui/format.ts";
import { words } from "../../words.ts";
import { typedTerms } from "./code_terms.ts";
import { type CodeTerms, HOURLY, ofUnit, ownRates, weekOf } from "./code_week.ts";

const say = words.settings.codes.example;

/** An example of the code in the form, as it is typed: what a unit pays and bills, and a week with some of it. */
export function CodeExample() {
  const values = useWatch<Values>();
  const terms = typedTerms(values);
  const unit = String(values["unit"] || HOUR);
  return (
    <Box
      aria-live="polite"
      // In sight whatever part of the form is filled in.
      sx={{
        position: "sticky",
        bottom: (theme) => theme.spacing(-2.5),
        zIndex: 1,
        minHeight: 104,
        py: 1,
        bgcolor: "background.paper",
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Typography variant="subtitle2" component="h3">{say.title}</Typography>
      {terms === null
        ? <Typography variant="body2">{say.incomplete}</Typography>
        : <Explained terms={terms} unit={unit} />}
    </Box>
  );
}

function Explained({ terms, unit }: { terms: CodeTerms; unit: string }) {
  const own = ownRates(terms, unit);
  const week = weekOf(terms, own.pay);
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: "bold" }}>
        {say.unit(
          unitWord(unit),
          amountOf(ofUnit(HOURLY.pay, terms.pay), own.pay),
          amountOf(ofUnit(HOURLY.bill, terms.bill), own.bill),
        )} {say.rates(money(HOURLY.pay), money(HOURLY.bill))}
      </Typography>
      <Typography variant="body2">
        {say.week(
          hours(terms.isWorked ? week.hours - week.units : week.hours),
          units(week.units, unit),
        )} {say.straight(money(week.straight))}{" "}
        {say.regularRate(money(week.regularRate), money(week.counted), hours(week.hours))}{" "}
        {say.premium(money(week.asked), hours(week.overtime))}{" "}
        {!week.credit.isZero() && say.credit(money(week.credit))} {say.total(money(week.total))}
        {" "}
        {say.federal}
      </Typography>
    </>
  );
}

function amountOf(amount: ReturnType<typeof ofUnit>, own: string): string {
  if (amount === null) return say.own(money(own));
  return amount.isZero() ? say.nothing : money(amount);
}
