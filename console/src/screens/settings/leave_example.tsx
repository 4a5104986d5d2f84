import { Box, Typography } from "@mui/material";
import { useWatch } from "react-hook-form";
import type { Values } from "../../ui/form_dialog.tsx";
import { hours } from "../../ui/format.ts";
import { words } from "../../words.ts";
import { leaveWeekOf } from "./leave_week.ts";

const say = words.settings.leave.terms.example;

/** Leave that a week accrues by the terms in the form, as they are typed. */
export function LeaveExample() {
  const week = leaveWeekOf(useWatch<Values>());
  return (
    <Box aria-live="polite" sx={{ py: 1, borderTop: 1, borderColor: "divider" }}>
      <Typography variant="subtitle2" component="h3">{say.title}</Typography>
      <Typography variant="body2">
        {week === null ? say.nothing : (
          <>
            {say.week(hours(week.hours), hours(week.accrues.toNumber()))}{" "}
            {!week.waiting.isZero() && say.waiting(hours(week.waiting.toNumber()))}{" "}
            {week.most !== null && say.most(hours(week.most.hours.toNumber()), week.most.week)}
          </>
        )}
      </Typography>
    </Box>
  );
}
