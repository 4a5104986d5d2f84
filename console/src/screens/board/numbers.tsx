import { Box, Card, CardActionArea, CardContent, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { call } from "../../api/call.ts";
import { count, money, shortDay } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { NEARLY_USED } from "../billing/orders_path.ts";
import { CHECKS_TO_CONFIRM, CHECKS_TO_RECONCILE } from "../cash/checks_path.ts";
import { TO_DECIDE } from "../mail/outbox_path.ts";
import { byUrgency, type Name, type Work } from "./urgency.ts";

const say = words.board;
const listed = (path: string, filter: Record<string, unknown>) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** Path of the list of each kind of work: the rows that are counted. */
const LISTS: { readonly [N in Name]: string } = {
  time_to_submit: listed("/time/missing", {}),
  time_to_approve: "/time/approve",
  locked_time_to_settle: "/time/locked",
  unbilled_time: "/billing/unbilled",
  billed_too_much: "/billing/unbilled?only=too-much",
  draft_invoices: "/billing/drafts",
  checks_to_reconcile: CHECKS_TO_RECONCILE,
  reconciliations_to_confirm: CHECKS_TO_CONFIRM,
  overdue_invoices: "/cash/overdue",
  orders_nearly_used: NEARLY_USED,
  open_payroll_batches: "/payroll/periods?only=open",
  overpayments_to_arrange: "/payroll/overpayments?only=to-arrange",
  approvals_to_give: "/board/approvals",
  renewals_within_30_days: "/people/renewals",
  credentials_missing: "/people/credentials",
  credentials_within_60_days: "/people/credentials",
  pay_below_minimum_wage: "/people/below-minimum-wage",
  messages_to_decide: TO_DECIDE,
  messages_held_up: listed("/mail/outbox", { status: "waiting", "next_try_at@is": "null" }),
};

/** Work that needs doing now, the most urgent first: a number each, which opens its list. */
export function Numbers() {
  const { businessDate } = useMe();
  const board = useAsk(["board"], (signal) => call("board", {}, signal));
  return (
    <Loaded query={board}>
      {(items) => {
        const work = byUrgency(items, businessDate);
        // Firms of one person have none, ever.
        const none = work.filter(({ name, of }) => of.number === 0 && name !== "approvals_to_give");
        return (
          <>
            <Box
              component="ul"
              sx={{
                display: "grid",
                gridTemplateColumns: "repeat(auto-fill, minmax(170px, 1fr))",
                gap: 1.5,
                listStyle: "none",
                p: 0,
                mt: 1,
                mb: 1,
              }}
            >
              {work.filter(({ of }) => of.number > 0).map((one) => (
                <NumberCard key={one.name} work={one} />
              ))}
            </Box>
            {none.length > 0 && <Nothing of={none} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** Kinds of work that there is none of, in a line below. */
function Nothing({ of: none }: { of: readonly Work[] }) {
  return (
    <Box
      component="ul"
      aria-label={say.nothing}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        columnGap: 2,
        rowGap: 0.5,
        listStyle: "none",
        p: 0,
        mt: 0,
        mb: 2,
      }}
    >
      {none.map(({ name }) => (
        <Typography
          key={name}
          component="li"
          variant="body2"
          color="text.secondary"
          sx={{ "& a": { color: "inherit", textDecoration: "none" } }}
        >
          <Link to={LISTS[name]}>{say.items[name].title}: 0 {say.items[name].unit[1]}</Link>
        </Typography>
      ))}
    </Box>
  );
}

/** A number: the money where there is some, how many, and since when; in color where it is late. */
function NumberCard(
  { work: { name, isLate, of: { number, amount, oldest_on: oldest } } }: { work: Work },
) {
  const { title, unit } = say.items[name];
  const counted = unit[number === 1 ? 0 : 1];
  return (
    <Card
      component="li"
      sx={isLate ? { borderLeft: 4, borderLeftColor: "error.main" } : {}}
    >
      <CardActionArea component={Link} to={LISTS[name]} sx={{ height: "100%" }}>
        <CardContent sx={{ py: 1.5 }}>
          <Typography variant="body2" color="text.secondary">
            {title}
            {isLate && ` · ${say.late}`}
          </Typography>
          <Typography
            variant="h5"
            component="p"
            sx={{
              fontVariantNumeric: "tabular-nums",
              color: isLate ? "error.main" : "text.primary",
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
