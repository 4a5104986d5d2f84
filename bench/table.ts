import type { Figure } from "./benchmark.ts";
import { duration } from "./measure.ts";

const HEAD = ["figure", "size", "time", "floor", "ratio", "aim", "met"] as const;
const NUMBERS = new Set<number>([2, 3, 4]);

/** The figures as a table for a terminal, notes below it. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { text, isMet } = aimOf(figure);
    return [...measuredCells(figure), text || "–", text === "" ? "–" : isMet ? "yes" : "NO"];
  });
  const widths = HEAD.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0))
  );
  const line = (row: readonly string[]) =>
    row.map((cell, i) =>
      NUMBERS.has(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)
    )
      .join("  ").trimEnd();
  const notes = figures.flatMap(({ name, size, note }) =>
    note ? [`${name}, ${size}: ${note}.`] : []
  );
  return [
    line(HEAD),
    line(widths.map((width) => "─".repeat(width))),
    ...rows.map(line),
    "",
    ...notes,
  ].join("\n");
}

/** Name, size, time, floor and ratio of a figure. */
export function measuredCells(figure: Figure): string[] {
  const { name, size, time, floor, value } = figure;
  const ratio = ratioOf(figure);
  return [
    name,
    size,
    value ?? (time === null ? "" : duration(time)),
    floor === undefined ? "" : duration(floor),
    ratio === null ? "" : `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`,
  ];
}

/** Aim of a figure, empty without one, and whether it is met. */
export function aimOf(figure: Figure): { text: string; isMet: boolean } {
  const { time, mostRatio, mostTime } = figure;
  const ratio = ratioOf(figure);
  const aims: { text: string; isMet: boolean }[] = [];
  if (mostRatio !== undefined) {
    aims.push({ text: `≤ ${mostRatio} ×`, isMet: ratio !== null && ratio <= mostRatio });
  }
  if (mostTime !== undefined) {
    aims.push({ text: `≤ ${duration(mostTime)}`, isMet: time !== null && time <= mostTime });
  }
  return {
    text: aims.map(({ text }) => text).join(", "),
    isMet: aims.every(({ isMet }) => isMet),
  };
}

function ratioOf({ time, floor }: Figure): number | null {
  return time !== null && floor !== undefined ? time / floor : null;
}
