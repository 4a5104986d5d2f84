import { Box, Button, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useNotify } from "react-admin";
import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { useAct } from "../../ui/act.tsx";
import { daysAfter, hours, sum, weekday } from "../../ui/format.ts";
import { Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { words } from "../../words.ts";

const say = words.own.time;
const HOURS = /^(\d{1,2}(\.\d{1,2})?)?$/;

/** A week of an assignment, a field a day. What was typed is kept until the server has it. */
export function WeekGrid({ assignment, start, entries }: {
  assignment: Row<"my_assignments">;
  start: string;
  entries: readonly Row<"my_time">[];
}) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { isBusy, refusal, run, forget } = useAct();
  const notify = useNotify();
  const live = entries.filter((entry) => !entry.is_set_aside);
  const days = Array.from({ length: 7 }, (_, index) => {
    const date = daysAfter(start, index);
    const theirs = live.filter((entry) => entry.work_date === date);
    const draft = theirs.find((entry) => entry.status === "draft");
    const stored = theirs.length === 0
      ? ""
      : `${sum(theirs.map((entry) => entry.hours)).toNumber()}`;
    const isOutside = date < (assignment.start_date ?? "") ||
      (assignment.end_date !== null && date > assignment.end_date);
    const value = typed[date] ?? stored;
    return {
      date,
      value,
      isChanged: value !== stored,
      isValid: HOURS.test(value) && Number(value) <= 24,
      isFixed: isOutside || (theirs.length > 0 && draft === undefined),
      state: words.states[(draft ?? theirs[0])?.status ?? ""] ?? " ",
    };
  });
  const changed = days.filter((one) => one.isChanged);
  const mayWrite = !isBusy && days.every((one) => one.isValid);
  const hasDrafts = changed.length > 0 ||
    live.some((entry) => entry.status === "draft");

  async function save(submit: boolean): Promise<void> {
    const written = await run(() =>
      call("save_week", {
        assignment_id: assignment.assignment_id ?? "",
        week_start: start,
        days: Object.fromEntries(
          changed.map((one) => [one.date, Number(one.value)]),
        ),
        submit,
      })
    );
    if (written === undefined) return;
    setTyped({});
    notify(submit ? say.submitted : say.saved, { type: "success" });
  }

  return (
    <Part title={assignment.facility_name ?? ""}>
      <Box
        sx={{
          display: "grid",
          gap: 1,
          mt: 1,
          gridTemplateColumns: {
            xs: "repeat(2, minmax(0, 1fr))",
            sm: "repeat(4, minmax(0, 1fr))",
            lg: "repeat(7, minmax(0, 1fr))",
          },
        }}
      >
        {days.map((one) => (
          <TextField
            key={one.date}
            label={weekday(one.date)}
            value={one.value}
            size="small"
            variant="outlined"
            disabled={one.isFixed || isBusy}
            error={!one.isValid}
            helperText={one.isValid ? one.state : say.notHours}
            onChange={({ target }) =>
              setTyped({
                ...typed,
                [one.date]: target.value.replace(",", ".").trim(),
              })}
            slotProps={{
              inputLabel: { shrink: true },
              // A fixed day is not pale: its state is what one comes to read.
              formHelperText: { disabled: false },
              htmlInput: { inputMode: "decimal", autoComplete: "off" },
            }}
          />
        ))}
      </Box>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 1,
          alignItems: "center",
          mt: 1,
        }}
      >
        <Typography sx={{ flexGrow: 1, fontVariantNumeric: "tabular-nums" }}>
          {say.total(hours(sum(days.map((one) => one.value)).toNumber()))}
        </Typography>
        <Button
          variant="outlined"
          disabled={!mayWrite || changed.length === 0}
          onClick={() => void save(false)}
        >
          {isBusy ? words.common.running : say.save}
        </Button>
        <Button
          variant="contained"
          disabled={!mayWrite || !hasDrafts}
          onClick={() => void save(true)}
        >
          {say.submit}
        </Button>
      </Box>
      <RefusalNote refusal={refusal} onClose={forget} />
    </Part>
  );
}
