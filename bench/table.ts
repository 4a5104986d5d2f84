import type { Figure } from "./benchmark.ts";
import { duration } from "./measure.ts";

const HEAD = ["figure", "size", "time", "floor", "ratio", "aim", "met"] as const;
const NUMBERS = new Set<number>([2, 3, 4]);

/** The figures as a table for a terminal, notes below it. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(cells);
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

function cells(figure: Figure): string[] {
  const { time, floor, mostRatio, mostTime } = figure;
  const ratio = time !== null && floor !== undefined ? time / floor : null;
  const aims = [
    mostRatio === undefined
      ? []
      : [{ text: `≤ ${mostRatio} ×`, met: ratio !== null && ratio <= mostRatio }],
    mostTime === undefined
      ? []
      : [{ text: `≤ ${duration(mostTime)}`, met: time !== null && time <= mostTime }],
  ].flat();
  return [
    figure.name,
    figure.size,
    figure.value ?? (time === null ? "" : duration(time)),
    floor === undefined ? "" : duration(floor),
    ratio === null ? "" : `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`,
    aims.map((aim) => aim.text).join(", ") || "–",
    aims.length === 0 ? "–" : aims.every((aim) => aim.met) ? "yes" : "NO",
  ];
}
