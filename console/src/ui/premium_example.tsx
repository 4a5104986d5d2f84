import { Box, Typography } from "@mui/material";
import { useWatch } from "react-hook-form";
import type { Values } from "./form_dialog.tsx";
import { hours, money } from "./format.ts";
import { exampleOf, type ExampleShift } from "./premium_terms.ts";
import { exampleWeekOf } from "./premium_week.ts";
import { words } from "../words.ts";

const say = words.premiums.example;
/** Rates of an hour in the example. */
const HOURLY = { pay: "40.00", bill: "60.00" } as const;

/** Addition of the premium in the form to a shift of twelve hours, as it is typed. */
export function PremiumExample() {
  const example = exampleOf(useWatch<Values>(), HOURLY);
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
      {example === null
        ? <Typography variant="body2">{say.incomplete}</Typography>
        : <Explained example={example} />}
    </Box>
  );
}

function Explained({ example }: { example: ExampleShift }) {
  const { from, to, hours: within, pay, bill } = example;
  if (within.isZero()) {
    return (
      <Typography variant="body2">{say.shift(from, to, dayOf(example))} {say.none}</Typography>
    );
  }
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: "bold" }}>
        {say.shift(from, to, dayOf(example))}{" "}
        {say.total(money(pay.times(within)), money(bill.times(within)))}
      </Typography>
      <Typography variant="body2">
        {say.within(hours(within.toNumber()))} {say.rates(money(HOURLY.pay), money(HOURLY.bill))}
        {" "}
        {say.adds(money(pay), money(bill))}{" "}
        {!pay.isZero() && (example.isCreditable ? say.creditable : say.counted)}
      </Typography>
      {!pay.isZero() && <Week example={example} />}
    </>
  );
}

/** Pay of a week with one such shift. */
function Week({ example }: { example: ExampleShift }) {
  const week = exampleWeekOf(example, HOURLY.pay);
  return (
    <Typography variant="body2">
      {say.week(hours(week.hours), money(week.straight), money(week.added))}{" "}
      {say.overtime(hours(week.overtime), money(week.regularRate), money(week.asked))}{" "}
      {!week.credit.isZero() && say.credit(money(week.credit))} {say.inAll(money(week.total))}
    </Typography>
  );
}

function dayOf({ weekday, isOfCalendar }: ExampleShift): string {
  if (isOfCalendar) return say.ofCalendar;
  return weekday === null ? say.aDay : say.aWeekday(words.premiums.weekdays[weekday - 1] ?? "");
}
