import { Box, IconButton, Typography } from "@mui/material";
import AfterIcon from "@mui/icons-material/ChevronRight";
import BeforeIcon from "@mui/icons-material/ChevronLeft";
import { useSearchParams } from "react-router-dom";
import { daysAfter, period } from "../../ui/format.ts";

/** The days that are shown, between the ways to those before and after; the address has the first as `week`. */
export function WeekSteps({ start, weeks, before, after }: {
  start: string;
  weeks: number;
  before: string;
  after: string;
}) {
  const [, ask] = useSearchParams();
  const days = 7 * weeks;
  return (
    <Box sx={{ display: "flex", gap: 1, alignItems: "center", mb: 1 }}>
      <IconButton aria-label={before} onClick={() => ask({ week: daysAfter(start, -days) })}>
        <BeforeIcon />
      </IconButton>
      <Typography component="h2" sx={{ fontWeight: "bold" }}>
        {period(start, daysAfter(start, days - 1))}
      </Typography>
      <IconButton aria-label={after} onClick={() => ask({ week: daysAfter(start, days) })}>
        <AfterIcon />
      </IconButton>
    </Box>
  );
}
