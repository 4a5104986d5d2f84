import { words } from "../words.ts";
import { PaperButton } from "./paper.tsx";

const YEAR_DIGITS = 4;

/** Somebody's pay of each year in which they were paid, as PDF, the newest first. */
export function PayYears({ contractorId, payDates }: {
  contractorId: string;
  /** Those of closed batches. */
  payDates: readonly string[];
}) {
  const years = [...new Set(payDates.map((day) => day.slice(0, YEAR_DIGITS)))];
  return years.toSorted((one, other) => Number(other) - Number(one)).map((year) => (
    <PaperButton
      key={year}
      path={`pay-year/${contractorId}?year=${year}`}
      label={words.paper.payYear(year)}
    />
  ));
}
