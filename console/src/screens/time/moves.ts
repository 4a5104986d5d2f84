import { Refusal, refusalOf } from "../../api/refusal.ts";
import { type Row, update } from "../../api/rows.ts";
import { words } from "../../words.ts";

/** Most entries of one request: their ids stand in its address. */
const MOST_ENTRIES = 100;

/** An entry as somebody saw it, of a week that stands on one card. */
export interface Seen {
  readonly id: string;
  readonly status: string;
  readonly week: string;
}

/** Entries that moved, and of each other one the reason why it did not. */
export interface Moved {
  readonly done: ReadonlySet<string>;
  readonly refused: ReadonlyMap<string, Refusal>;
}

type Change = Pick<Row<"time_entries">, "status"> & { readonly sent_back_reason?: string };

/**
 * Moves entries that are as they were seen: whoever was faster is not overruled. What the server refuses of many weeks
 * is tried again week by week, so that one of them keeps no other.
 *
 * @throws Refusal when nobody answers, or knows who asks, and nothing was done yet.
 */
export async function move(entries: readonly Seen[], change: Change): Promise<Moved> {
  const done = new Set<string>();
  const refused = new Map<string, Refusal>();
  const waiting = requestsOf(entries);
  for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
    try {
      const moved = await send(request, change);
      for (const { id } of request) {
        if (moved.has(id)) done.add(id);
        else refused.set(id, changedMeanwhile());
      }
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (!isOfRows(refusal) && done.size === 0) throw thrown;
      const weeks = [...Map.groupBy(request, ({ week }) => week).values()];
      if (weeks.length > 1 && isOfRows(refusal)) waiting.unshift(...weeks);
      else for (const { id } of request) refused.set(id, refusal);
    }
  }
  return { done, refused };
}

/** Entries by the state that they were seen in, at most {@link MOST_ENTRIES} a request. */
function requestsOf(entries: readonly Seen[]): Seen[][] {
  return [...Map.groupBy(entries, ({ status }) => status).values()].flatMap((theirs) =>
    Array.from(
      { length: Math.ceil(theirs.length / MOST_ENTRIES) },
      (_, nth) => theirs.slice(nth * MOST_ENTRIES, (nth + 1) * MOST_ENTRIES),
    )
  );
}

/** True of what is refused of single rows; not that nobody answers, or knows who asks. */
function isOfRows({ status }: Refusal): boolean {
  return status === 400 || status === 403 || status === 409;
}

async function send(entries: readonly Seen[], change: Change): Promise<ReadonlySet<string>> {
  const found = await update(
    "time_entries",
    {
      id: `in.(${entries.map(({ id }) => id).join(",")})`,
      status: `eq.${entries[0]?.status}`,
      select: "id",
    },
    change,
    0,
  );
  return new Set(found.map(({ id }) => id));
}

function changedMeanwhile(): Refusal {
  const { message, hint } = words.time.approve.changedMeanwhile;
  return new Refusal(409, message, hint);
}
