import { TextField } from "@mui/material";
import { useState } from "react";

/** The API knows no day before. */
export const FIRST_DAY = "2000-01-01";

/** A day that a page is about. While its year is typed it is one of long ago, which is not asked for. */
export function DayField(
  { label, value, set }: { label: string; value: string; set: (day: string) => void },
) {
  const [typed, setTyped] = useState({ of: value, text: value });
  return (
    <TextField
      type="date"
      size="small"
      variant="outlined"
      margin="none"
      fullWidth={false}
      label={label}
      value={typed.of === value ? typed.text : value}
      onChange={({ target: { value: text } }) => {
        setTyped({ of: value, text });
        if (text >= FIRST_DAY) set(text);
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
