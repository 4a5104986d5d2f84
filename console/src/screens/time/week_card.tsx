import { Box, Card, CardContent, ToggleButton, Typography } from "@mui/material";
import { useState } from "react";
import { update } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, daysBetween, hours, shortWeekday, sum } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { ShiftTimes, timesOf } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import type { Week, WeekEntry } from "./weeks.ts";

const say = words.time.approve;

/** A contractor's week: approved or sent back, all of it or single days. */
export function WeekCard<Entry extends WeekEntry>(
  { week, zone, mayAct }: { week: Week<Entry>; zone: string; mayAct: boolean },
) {
  const me = useMe();
  const oldest = daysBetween(
    week.entries[0]?.work_date ?? me.businessDate,
    me.businessDate,
  );
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const chosen = week.entries.filter(({ time_entry_id: id }) => !leftOut.has(id ?? ""));
  const chosenHours = hours(sum(chosen.map((entry) => entry.hours)).toNumber());

  function toggle(id: string) {
    const next = new Set(leftOut);
    if (!next.delete(id)) next.add(id);
    setLeftOut(next);
  }

  // As they were seen: whoever was faster is not overruled.
  const where = () => ({
    id: `in.(${chosen.map(({ time_entry_id: id }) => id).join(",")})`,
    status: "in.(submitted,pending_approval)",
  });

  return (
    <Card sx={{ mb: 1.5, overflow: "visible" }}>
      <CardContent
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 2,
          alignItems: "center",
          "&:last-child": { pb: 2 },
        }}
      >
        <Box sx={{ width: 250 }}>
          <Typography component="h2" sx={{ fontWeight: "bold" }}>
            {week.contractor}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {week.facility}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {say.weekOf(day(week.start))}, {say.oldest(oldest)}
          </Typography>
          {week.entries.filter(({ notes }) => notes).map((entry) => (
            <Typography key={entry.time_entry_id} variant="body2">
              {say.noted(shortWeekday(entry.work_date ?? ""), entry.notes ?? "")}
            </Typography>
          ))}
        </Box>
        <Box
          role="group"
          aria-label={say.days}
          sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, flexGrow: 1 }}
        >
          {week.entries.map((entry) => (
            <ToggleButton
              key={entry.time_entry_id}
              value={entry.time_entry_id ?? ""}
              selected={!leftOut.has(entry.time_entry_id ?? "")}
              onChange={() => toggle(entry.time_entry_id ?? "")}
              disabled={!mayAct}
              size="small"
              aria-label={`${
                [shortWeekday(entry.work_date ?? ""), hours(entry.hours), ...timesOf(entry, zone)]
                  .join(" ")
              }: ${week.contractor}`}
              sx={{
                flexDirection: "column",
                textTransform: "none",
                px: 1,
                minWidth: 58,
                maxWidth: 94,
                lineHeight: 1.3,
                color: "text.primary",
                "&:not(.Mui-selected)": { textDecoration: "line-through" },
              }}
            >
              <span>{shortWeekday(entry.work_date ?? "")}</span> <b>{hours(entry.hours)}</b>
              <ShiftTimes of={entry} zone={zone} />
            </ToggleButton>
          ))}
        </Box>
        <Typography
          sx={{
            fontVariantNumeric: "tabular-nums",
            minWidth: 60,
            textAlign: "right",
          }}
        >
          <b>{chosenHours}</b>
        </Typography>
        {mayAct && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            <ActButton
              label={say.approve}
              variant="contained"
              done={say.approved}
              disabled={chosen.length === 0}
              act={() =>
                update(
                  "time_entries",
                  where(),
                  { status: "approved" },
                  chosen.length,
                )}
            />
            <FormDialog
              button={say.sendBack}
              title={say.sendBackTitle(chosenHours, week.contractor)}
              text={say.sendBackAbout}
              submit={say.sendBack}
              done={say.sendBackDone}
              buttonProps={{ disabled: chosen.length === 0 }}
              act={({ reason }) =>
                update(
                  "time_entries",
                  where(),
                  { status: "draft", sent_back_reason: String(reason) },
                  chosen.length,
                )}
            >
              <ReasonInput />
            </FormDialog>
          </Box>
        )}
      </CardContent>
    </Card>
  );
}
