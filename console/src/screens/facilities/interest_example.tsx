import { Box, Typography } from "@mui/material";
import Decimal from "decimal.js";
import { useWatch } from "react-hook-form";
import {
  computeInterest,
  type InterestResult,
  type InterestTerms,
  InvalidInterestInputError,
} from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import { day, daysAfter, money } from "../../ui/format.ts";
import type { Values } from "../../ui/form_dialog.tsx";
import { segmentText } from "../../ui/interest_text.ts";
import { words } from "../../words.ts";
import { isPercent, termsOf } from "./terms_fields.tsx";

const say = words.facilities.interest.example;
const PRINCIPAL = "10000.00";
const DAYS_LATE = 45;

/** Interest on an invoice under the terms in the form, as they are typed. */
export function ExampleOfForm() {
  const asked = readForm(useWatch<Values>());
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
      {asked === null
        ? <Typography variant="body2">{say.incomplete}</Typography>
        : <InterestExample terms={asked.terms} dueDate={asked.dueDate} />}
    </Box>
  );
}

/**
 * Interest on an invoice that is late, and the reasons: by the rules of accrue-interest themselves.
 */
export function InterestExample({ terms, dueDate }: { terms: Values; dueDate: string }) {
  const example = exampleOf(terms, dueDate);
  return example === null
    ? <Typography variant="body2">{say.together}</Typography>
    : <Explained example={example} dueDate={dueDate} />;
}

/** Null where the terms do not go together, which their table refuses in words. */
function exampleOf(terms: Values, dueDate: string): InterestResult | null {
  try {
    return computeInterest({
      principal: PRINCIPAL,
      dueDate,
      payments: [],
      asOf: daysAfter(dueDate, DAYS_LATE),
      // In force all the time, whenever they begin.
      terms: [{ ...rowOfTerms(terms), effectiveFrom: dueDate }],
    });
  } catch (error) {
    if (error instanceof InvalidInterestInputError) return null;
    throw error;
  }
}

function rowOfTerms(terms: Values): Omit<InterestTerms, "effectiveFrom"> {
  const limit = (name: string) => terms[name] ?? "";
  return {
    annualRate: String(terms["annual_rate"]),
    dayCount: terms["day_count"] as NonNullable<InterestTerms["dayCount"]>,
    compounding: terms["compounding"] as NonNullable<InterestTerms["compounding"]>,
    accrueFrom: terms["accrue_from"] as NonNullable<InterestTerms["accrueFrom"]>,
    graceDays: Number(terms["grace_days"]),
    fixedFee: String(terms["fixed_fee"]),
    waiveBelow: String(terms["waive_below"]),
    maximumDays: limit("maximum_days") === "" ? null : Number(limit("maximum_days")),
    maximumFraction: limit("maximum_fraction") === "" ? null : String(limit("maximum_fraction")),
  };
}

function Explained(
  { example, dueDate }: { example: InterestResult; dueDate: string },
) {
  const { total, fee, interest, segments } = example;
  const about = [money(PRINCIPAL), day(dueDate), DAYS_LATE] as const;
  if (new Decimal(total).isZero()) {
    const owesNothing = segments.length === 0 ? say.nothingYet : say.waived;
    return <Typography variant="body2">{owesNothing(...about)}</Typography>;
  }
  const whole = segments.reduce((all, one) => all.plus(one.interest), new Decimal(0));
  const isLimited = whole.minus(interest).abs().greaterThan("0.01");
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: "bold" }}>
        {say.sentence(...about, money(total))}
      </Typography>
      <Typography variant="body2" component="ul" sx={{ my: 0.5, pl: 3 }}>
        {segments.map((one) => (
          <li key={one.from}>
            {say.stretch(
              segmentText(one),
              money(new Decimal(one.interest).toFixed(2)),
            )}
          </li>
        ))}
        {isLimited && <li>{say.limited(money(interest))}</li>}
        {!new Decimal(fee).isZero() && <li>{say.fee(money(fee))}</li>}
      </Typography>
    </>
  );
}

/** Input of the form; null while something is missing or half typed. */
function readForm(values: Values): { terms: Values; dueDate: string } | null {
  const text = (name: string) => String(values[name] ?? "").trim();
  const isMoney = (name: string) => /^\d{1,10}(\.\d{1,2})?$/.test(text(name));
  const isDays = (name: string) => /^\d{1,5}$/.test(text(name));
  const isWhole = text("percent") !== "" && isPercent(text("percent")) === undefined &&
    isPercent(text("maximum_percent")) === undefined && isMoney("fixed_fee") &&
    isMoney("waive_below") && isDays("grace_days") &&
    (text("maximum_days") === "" || isDays("maximum_days")) &&
    /^(20\d\d|2100)-\d\d-\d\d$/.test(text("effective_from"));
  return isWhole ? { terms: termsOf(values), dueDate: text("effective_from") } : null;
}
