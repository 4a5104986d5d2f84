import { TextField } from "@mui/material";
import Decimal from "decimal.js";
import { type Amount, decimal, money } from "../../ui/format.ts";
import type { Column } from "../../ui/rows.tsx";

/** Part of a line that is typed: an amount of it, or hours. Empty is all that is left. */
export interface Part {
  readonly amount: string;
  readonly hours: string;
}
export type Parts = ReadonlyMap<string, Part>;

/** A line as far as a part of it can be named. */
export interface DividedLine {
  readonly id: string;
  readonly hours: Amount;
  readonly quantity: Amount;
  readonly rate: Amount;
  readonly multiplier: Amount;
  /** Amount of the line that is left. */
  readonly rest: Decimal;
}

const NOTHING: Part = { amount: "", hours: "" };

/** Amount that a part comes to: what is typed, hours at the line's rate, or all that is left. */
export function amountOf(line: DividedLine, part: Part = NOTHING): Decimal {
  if (part.amount !== "") return decimal(part.amount);
  if (part.hours === "") return line.rest;
  const at = decimal(line.rate).times(line.multiplier === null ? 1 : decimal(line.multiplier));
  return Decimal.min(
    line.rest,
    decimal(part.hours).times(at).toDecimalPlaces(2, Decimal.ROUND_HALF_UP),
  );
}

/** True if something is typed of one of the lines. */
export const isInPart = (parts: Parts, ids: Iterable<string>): boolean =>
  [...ids].some((id) => {
    const part = parts.get(id) ?? NOTHING;
    return part.amount !== "" || part.hours !== "";
  });

/** Inputs for an amount, and for hours where the line has some, of lines that are chosen. */
export function partColumns<Line extends DividedLine>(
  { amount, hours, nameOf, chosen, parts, set }: {
    amount: string;
    /** Null = in amounts alone. */
    hours: string | null;
    nameOf: (line: Line) => string;
    chosen: ReadonlySet<string>;
    parts: Parts;
    set: (parts: Parts) => void;
  },
): Column<Line>[] {
  const input = (line: Line, name: keyof Part, label: string, placeholder: string) => {
    const part = parts.get(line.id) ?? NOTHING;
    return (
      <TextField
        size="small"
        variant="standard"
        value={part[name]}
        placeholder={placeholder}
        onChange={({ target }) => {
          const text = target.value.replaceAll(",", "").trim();
          if (!/^\d{0,10}(\.\d{0,2})?$/.test(text)) return;
          set(new Map(parts).set(line.id, { ...NOTHING, [name]: text }));
        }}
        slotProps={{
          htmlInput: {
            "aria-label": `${label} ${nameOf(line)}`,
            inputMode: "decimal",
            autoComplete: "off",
            style: { textAlign: "right", width: 72 },
          },
        }}
      />
    );
  };
  return [
    ...hours === null ? [] : [{
      label: hours,
      value: (line: Line) =>
        chosen.has(line.id) && line.rate !== null && (line.hours ?? line.quantity) !== null
          ? input(line, "hours", hours, "")
          : null,
      isNumber: true,
    }],
    {
      label: amount,
      value: (line: Line) =>
        chosen.has(line.id) && line.rest.greaterThan(0)
          ? input(line, "amount", amount, money(line.rest))
          : null,
      isNumber: true,
    },
  ];
}
