import { Box, Card, CardActionArea, CardContent, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { type Answer, call } from "../../api/call.ts";
import { count, money, shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";
import { NEARLY_USED } from "../billing/orders_path.ts";
import { TO_DECIDE } from "../mail/outbox_path.ts";

const say = words.board;
type Item = Answer<"board">[number];

/** Path of the list of each kind of work. Jobs have their own part of the page. */
const LISTS: Readonly<Record<Exclude<Item["item"], "job">, string>> = {
  time_to_submit: "/time/missing",
  time_to_approve: "/time/approve",
  locked_time_to_settle: "/time/locked",
  unbilled_time: "/billing/unbilled",
  billed_too_much: "/billing/unbilled",
  draft_invoices: "/billing/drafts",
  checks_to_reconcile: "/cash/checks",
  reconciliations_to_confirm: "/cash/checks",
  overdue_invoices: "/cash/aging",
  orders_nearly_used: NEARLY_USED,
  open_payroll_batches: "/payroll/periods",
  renewals_within_30_days: "/people/renewals",
  messages_to_decide: TO_DECIDE,
  messages_held_up: TO_DECIDE,
};

/** Work that needs doing now, a number each, which opens its list. */
export function Numbers() {
  const board = useAsk(["board"], (signal) => call("board", {}, signal));
  return (
    <Loaded query={board}>
      {(items) => (
        <Box
          component="ul"
          sx={{
            display: "grid",
            gridTemplateColumns: "repeat(auto-fill, minmax(170px, 1fr))",
            gap: 1.5,
            listStyle: "none",
            p: 0,
            mt: 1,
            mb: 2,
          }}
        >
          {items.map((one) =>
            one.item !== "job" && <NumberCard key={one.item} name={one.item} of={one} />
          )}
        </Box>
      )}
    </Loaded>
  );
}

/** A number: the money where there is some, how many, and since when. */
function NumberCard(
  { name, of: { number, amount, oldest_on: oldest } }: { name: keyof typeof LISTS; of: Item },
) {
  const { title, unit } = say.items[name];
  const counted = unit[number === 1 ? 0 : 1];
  return (
    <Card component="li">
      <CardActionArea component={Link} to={LISTS[name]} sx={{ height: "100%" }}>
        <CardContent sx={{ py: 1.5 }}>
          <Typography variant="body2" color="text.secondary">{title}</Typography>
          <Typography
            variant="h5"
            component="p"
            sx={{
              fontVariantNumeric: "tabular-nums",
              color: number === 0 ? "text.secondary" : "text.primary",
            }}
          >
            {amount === null ? count(number) : money(amount)}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {amount === null ? counted : `${count(number)} ${counted}`}
            {oldest !== null && `, ${say.oldest(shortDay(oldest))}`}
          </Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}
