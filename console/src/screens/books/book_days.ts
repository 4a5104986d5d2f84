import { useAddress } from "../../ui/address.ts";
import { daysAfter } from "../../ui/format.ts";
import { useMe } from "../../ui/use_me.ts";

/** Days of the books that a page shows, and what stands beside them. */
export interface BookDays {
  readonly from: string;
  readonly to: string;
  /** With the accruals of the last day. */
  readonly withAccruals: boolean;
}

/** They stand in the page's address; the month before this one where it says nothing. */
export function useBookDays(): [BookDays, (changed: Partial<BookDays>) => void] {
  const me = useMe();
  const [asked, change] = useAddress();
  const last = lastMonth(me.businessDate);
  const days = {
    from: asked.get("from") ?? last.from,
    to: asked.get("to") ?? last.to,
    withAccruals: asked.get("accruals") === "yes",
  };
  return [days, ({ withAccruals, ...changed }) =>
    change({
      ...changed,
      ...(withAccruals === undefined ? {} : { accruals: withAccruals ? "yes" : "no" }),
    })];
}

/** The whole month before the one that a day is in. */
export function lastMonth(day: string): { from: string; to: string } {
  const to = daysAfter(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
