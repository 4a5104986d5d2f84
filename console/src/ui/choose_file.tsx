import { Button, Checkbox, CircularProgress, FormControlLabel } from "@mui/material";
import { type ChangeEvent, useRef } from "react";
import { words } from "../words.ts";

/** A button by which somebody chooses a file of their own. */
export function ChooseFile({ label, accept, isFirst, isBusy, choose }: {
  label: string;
  accept?: string;
  /** True while none was chosen yet. */
  isFirst: boolean;
  isBusy: boolean;
  choose: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);

  async function take({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    await choose(file);
    target.value = ""; // so that the same file, mended, may be chosen again
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        {...accept === undefined ? {} : { accept }}
        hidden
        aria-label={label}
        onChange={(event) => void take(event)}
      />
      <Button
        variant={isFirst ? "contained" : "outlined"}
        disabled={isBusy}
        startIcon={isBusy
          ? <CircularProgress size={16} aria-label={words.common.running} />
          : undefined}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}

/** A box that says whether the dates of a file begin with the month. */
export function MonthFirst({ value, isBusy, set }: {
  value: boolean;
  isBusy: boolean;
  set: (isMonthFirst: boolean) => void;
}) {
  return (
    <FormControlLabel
      label={words.settings.movingIn.monthFirst}
      control={
        <Checkbox
          checked={value}
          disabled={isBusy}
          onChange={({ target }) => set(target.checked)}
        />
      }
    />
  );
}
