import { Box, MenuItem, TextField, Typography } from "@mui/material";
import { useStore } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { HOUR, REGULAR, unitWord } from "../../ui/codes.ts";
import { weekday } from "../../ui/format.ts";
import { areTooMany, HOURS_INPUT } from "../../ui/hours.ts";
import { ShiftTimes } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";
import type { GridDay, GridRow } from "./week_days.ts";

const say = words.own.time;
/** So that the same empty list is there at every drawing. */
const NONE: readonly string[] = [];

/** The week of a code, a field a day; regular time has no heading. */
export function WeekRow({ row, zone, isBusy, type }: {
  row: GridRow;
  zone: string;
  isBusy: boolean;
  /** Keeps what is typed, by the key of its day. */
  type: (values: Readonly<Record<string, string>>) => void;
}) {
  const { code, title, unit } = row.of;
  const isRegular = code === REGULAR;
  return (
    <Box
      {...(isRegular ? {} : { role: "group", "aria-label": title })}
      sx={{ mt: isRegular ? 1 : 2 }}
    >
      {!isRegular && (
        <Typography variant="body2" sx={{ mb: 1, fontWeight: "bold" }}>
          {say.ofCode(title, `${unitWord(unit)}s`)}
        </Typography>
      )}
      <Box
        sx={{
          display: "grid",
          gap: 1,
          gridTemplateColumns: {
            xs: "repeat(2, minmax(0, 1fr))",
            sm: "repeat(4, minmax(0, 1fr))",
            lg: "repeat(7, minmax(0, 1fr))",
          },
        }}
      >
        {row.days.map((one) => (
          <TextField
            key={one.key}
            label={weekday(one.date)}
            value={one.value}
            size="small"
            variant="outlined"
            disabled={one.isFixed || isBusy}
            error={!one.isValid}
            helperText={one.isValid
              ? (
                <>
                  {one.state}
                  {one.parts.map((part) => (
                    <ShiftTimes key={part.time_entry_id} of={part} zone={zone} />
                  ))}
                </>
              )
              : faultOf(one, unit)}
            onChange={({ target }) => type({ [one.key]: target.value })}
            onBlur={() => {
              if (one.isValid && one.value !== one.amount) type({ [one.key]: one.amount });
            }}
            slotProps={{
              inputLabel: { shrink: true },
              // A fixed day is not pale: its state is what one comes to read.
              formHelperText: { disabled: false },
              htmlInput: isRegular
                ? HOURS_INPUT
                : { ...HOURS_INPUT, "aria-label": `${title}, ${weekday(one.date)}` },
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

function faultOf({ value }: GridDay, unit: string): string {
  if (unit !== HOUR) return words.codes.enter.notQuantity;
  return areTooMany(value) ? say.tooManyHours : say.notHours;
}

/** Rows that somebody added to a week, kept in this browser. */
export function useAddedRows(week: string): {
  readonly chosen: readonly string[];
  add(code: string): void;
} {
  const [chosen, set] = useStore<readonly string[]>(`week.rows.${week}`, NONE);
  return { chosen, add: (code) => set([...chosen, code]) };
}

/** Offers a row for each code that the assignment may have and the week does not show. */
export function AddRow({ codes, shown, add }: {
  codes: readonly Row<"my_codes">[];
  shown: readonly GridRow[];
  add: (code: string) => void;
}) {
  const left = codes.filter(({ code }) => shown.every(({ of }) => of.code !== code))
    .toSorted((a, b) => (a.title ?? "").localeCompare(b.title ?? ""));
  if (left.length === 0) return null;
  return (
    <TextField
      select
      label={say.addRow}
      helperText={say.addRowAbout}
      value=""
      size="small"
      variant="outlined"
      sx={{ mt: 2, minWidth: 200 }}
      onChange={({ target }) => add(target.value)}
    >
      {left.map(({ code, title }) => <MenuItem key={code} value={code ?? ""}>{title}</MenuItem>)}
    </TextField>
  );
}
