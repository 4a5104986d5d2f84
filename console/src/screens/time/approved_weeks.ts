import { useState } from "react";
import type { Refusal } from "../../api/refusal.ts";
import { weekStart } from "../../ui/format.ts";
import { useMe } from "../../ui/use_me.ts";
import { move, type Moved, type Seen } from "./moves.ts";
import { type Week, type WeekEntry, weeksOf } from "./weeks.ts";

/** States that entries of a card may be in, once somebody has decided about them here. */
type Decided = "approved" | "draft";

const GONE = "gone";

/** An entry that somebody decided about here: as it is now, or why it stayed as it was. */
interface Kept<Entry> {
  readonly entry: Entry;
  readonly refusal: Refusal | null;
  readonly at: number;
}

/** A week on the page, in its place: what of it waits, and what was decided here. */
export interface ShownWeek<Entry extends WeekEntry> extends Week<Entry> {
  readonly waiting: readonly Entry[];
  /** Those that are approved with the next press. */
  readonly chosen: readonly Entry[];
  readonly approved: readonly Entry[];
  readonly sentBack: readonly Entry[];
  readonly refusal: Refusal | null;
}

/** Weeks that wait for approval, and what is done with them. */
export interface ApprovedWeeks<Entry extends WeekEntry> {
  readonly weeks: readonly ShownWeek<Entry>[];
  leaveOut(entryId: string): void;
  /** Moves these entries, and notes what became of each. */
  decide(
    entries: readonly Entry[],
    change: { status: Decided; sent_back_reason?: string },
  ): Promise<Moved>;
  /**
   * Takes an approval back.
   *
   * @throws Refusal when that of an entry stays
   */
  takeBack(entries: readonly Entry[]): Promise<void>;
}

/**
 * Weeks as they were found, in whose places those stay that were decided about since: the next press meets what
 * somebody looks at.
 *
 * @param foundAt when the server was asked: what it finds later counts for more than what was decided before
 */
export function useApprovedWeeks<Entry extends WeekEntry>(
  found: readonly Entry[],
  foundAt: number,
): ApprovedWeeks<Entry> {
  const me = useMe();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [kept, setKept] = useState<ReadonlyMap<string, Kept<Entry>>>(new Map());

  const shown = new Map(found.map((entry) => [idOf(entry), entry]));
  for (const [id, { entry, refusal, at }] of kept) {
    const isLater = refusal === null && at >= foundAt;
    if (isLater || !shown.has(id)) shown.set(id, entry);
  }
  const isWaiting = ({ status }: Entry) => status === "submitted" || status === "pending_approval";
  const weeks = weeksOf(
    [...shown.values()].toSorted((a, b) => orderOf(a).localeCompare(orderOf(b))),
    me.weekStartsOn,
  ).map((week): ShownWeek<Entry> => {
    const waiting = week.entries.filter(isWaiting);
    return {
      ...week,
      waiting,
      chosen: waiting.filter((entry) => !leftOut.has(idOf(entry))),
      approved: week.entries.filter(({ status }) => status === "approved"),
      sentBack: week.entries.filter(({ status }) => status === "draft"),
      refusal: week.entries.map((entry) => kept.get(idOf(entry))?.refusal).find(Boolean) ?? null,
    };
  });

  async function moveTo(
    entries: readonly Entry[],
    change: { status: Decided | "submitted"; sent_back_reason?: string },
  ): Promise<Moved> {
    const seen = entries.map((entry): Seen => ({
      id: idOf(entry),
      status: entry.status ?? "",
      week: weekOf(entry, me.weekStartsOn),
    }));
    const moved = await move(seen, change);
    const at = Date.now();
    const isDecided = change.status !== "submitted";
    setKept((before) =>
      new Map([
        ...before,
        ...entries.flatMap((entry): [string, Kept<Entry>][] => {
          const refusal = moved.refused.get(idOf(entry)) ?? null;
          // Who takes an approval back is told at once, and the entry stays as it was.
          if (refusal !== null && !isDecided) return [];
          // What the server no longer shows here is for nobody here to decide.
          const status = refusal === null ? change.status : GONE;
          return [[idOf(entry), { entry: { ...entry, status }, refusal, at }]];
        }),
      ])
    );
    // Days that were left out of these weeks are what is left to decide about.
    const theirs = new Set(seen.map(({ week }) => week));
    setLeftOut((before) =>
      new Set(
        weeks.filter(({ key }) => !theirs.has(key))
          .flatMap(({ entries: others }) => others.map(idOf))
          .filter((id) => before.has(id)),
      )
    );
    return moved;
  }

  return {
    weeks,
    leaveOut(id) {
      const next = new Set(leftOut);
      if (!next.delete(id)) next.add(id);
      setLeftOut(next);
    },
    decide: moveTo,
    async takeBack(entries) {
      const approved = entries.map((entry): Entry => ({ ...entry, status: "approved" }));
      const moved = await moveTo(approved, { status: "submitted" });
      const [first] = moved.refused.values();
      if (first !== undefined) throw first;
    },
  };
}

/** The id of an entry of a view, which the compiler takes for one that may be missing. */
export function idOf(entry: WeekEntry): string {
  return entry.time_entry_id ?? "";
}

function orderOf(entry: WeekEntry): string {
  return `${entry.work_date} ${entry.time_entry_id}`;
}

function weekOf(entry: WeekEntry, startsOn: number): string {
  return `${weekStart(entry.work_date ?? "", startsOn)} ${entry.assignment_id}`;
}
