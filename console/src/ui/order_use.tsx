import { Box, LinearProgress, Typography } from "@mui/material";
import WarningIcon from "@mui/icons-material/Warning";
import type { Row } from "../api/rows.ts";
import { words } from "../words.ts";
import { day, money, share } from "./format.ts";

const say = words.billing.orders;
/** Columns that tell how far an order is used. */
export type UsedOrder = Pick<
  Row<"purchase_order_usage">,
  "number" | "amount" | "used_share" | "is_nearly_used" | "over_amount"
>;

/** The days of an order, as people read them. */
export function orderDays(order: { starts_on: string | null; ends_on: string | null }): string {
  return order.ends_on === null
    ? say.from(day(order.starts_on))
    : say.between(day(order.starts_on), day(order.ends_on));
}

/** An order: its number, and below it its days. */
export function OrderName(
  { of: order }: { of: Pick<Row<"purchase_order_usage">, "number" | "starts_on" | "ends_on"> },
) {
  return (
    <>
      <Box sx={{ whiteSpace: "nowrap" }}>{order.number}</Box>
      <Typography variant="body2" color="text.secondary" component="div">
        {orderDays(order)}
      </Typography>
    </>
  );
}

/** Use of an order: a bar, and in words. */
export function OrderUse({ of: order }: { of: UsedOrder }) {
  if (order.amount === null) return say.noLimit;
  const isOver = Number(order.over_amount) > 0;
  return (
    <Box sx={{ minWidth: { xs: 80, sm: 130 } }}>
      <LinearProgress
        role="meter"
        variant="determinate"
        value={Math.min(100, Number(order.used_share) * 100)}
        color={isOver ? "error" : order.is_nearly_used ? "warning" : "primary"}
        aria-label={say.usedOf(order.number ?? "")}
        aria-valuetext={share(order.used_share)}
        sx={{ height: 8, borderRadius: 1, mb: 0.5 }}
      />
      <Typography variant="body2" sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
        {(isOver || order.is_nearly_used) && (
          <WarningIcon color={isOver ? "error" : "warning"} fontSize="small" />
        )}
        {say.usedShare(share(order.used_share), money(order.amount))}
        {isOver ? `, ${say.isOver}` : order.is_nearly_used ? `, ${say.nearly}` : ""}
      </Typography>
    </Box>
  );
}

/** Rest of an order, or the amount by which it is over. */
export function leftOf(
  order: Pick<Row<"purchase_order_usage">, "amount" | "remaining" | "over_amount">,
): string {
  if (order.amount === null) return "";
  return Number(order.over_amount) > 0
    ? say.over(money(order.over_amount))
    : money(order.remaining);
}
