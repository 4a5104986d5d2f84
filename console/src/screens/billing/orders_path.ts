/** The orders that go on and are nearly used, or over their amount. */
export const NEARLY_USED = "/billing/orders?nearly=1";

/** The page of a facility's orders. */
export function ordersOf(facilityId: string): string {
  return `/billing/orders?facility=${facilityId}`;
}
