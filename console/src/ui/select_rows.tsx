import { Checkbox } from "@mui/material";
import { useState } from "react";
import { words } from "../words.ts";
import type { Column } from "./rows.tsx";

/** Rows of a short table that somebody has chosen. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  set(ids: Iterable<string>): void;
}

/** Begins with nothing chosen. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return { chosen, set: (ids) => setChosen(new Set(ids)) };
}

/** The column to choose rows by, whose heading chooses all of them. */
export function choiceColumn<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  nameOf: (row: Row) => string,
  { chosen, set }: Selection,
): Column<Row> {
  const all = rows.length > 0 && rows.every((row) => chosen.has(idOf(row)));
  return {
    label: words.common.choose,
    heading: (
      <Checkbox
        size="small"
        checked={all}
        indeterminate={!all && rows.some((row) => chosen.has(idOf(row)))}
        onChange={() => set(all ? [] : rows.map(idOf))}
        slotProps={{ input: { "aria-label": words.common.chooseAll } }}
      />
    ),
    value: (row) => (
      <Checkbox
        size="small"
        checked={chosen.has(idOf(row))}
        onChange={({ target }) =>
          set(
            target.checked ? [...chosen, idOf(row)] : [...chosen].filter((id) => id !== idOf(row)),
          )}
        slotProps={{ input: { "aria-label": `${words.common.choose} ${nameOf(row)}` } }}
      />
    ),
  };
}
