import { Box, Button, List, ListItem, ListItemIcon, ListItemText } from "@mui/material";
import DoneIcon from "@mui/icons-material/CheckCircle";
import OpenIcon from "@mui/icons-material/RadioButtonUnchecked";
import { useState } from "react";
import { type Query, rows } from "../../api/rows.ts";
import { daysAfter } from "../../ui/format.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.board.firstDays;
/** So long after its first invoice a firm is on its way. */
const DAYS = 30;

/** Steps in the order in which they are taken, each with its page. */
const STEPS = {
  letterhead: "/settings/firm",
  staff: "/settings/staff",
  movingIn: "/settings/moving-in",
  facility: "/people/facilities",
  person: "/people/candidates",
  codes: "/payroll/codes",
  mail: "/mail/settings",
  jobs: "/settings/jobs",
} as const;
type Step = keyof typeof STEPS;

/** List of what a new firm has to do, for its admins: each step with its page, ticked by what is there. */
export function FirstDays() {
  const me = useMe();
  const key = `staffing-console-first-days-${me.userId}`;
  const [isAway, setAway] = useState(() => localStorage.getItem(key) !== null);
  const asked = useAsk(
    ["first_days", me.businessDate],
    async (signal) => await isOnItsWay(me.businessDate, signal) ? null : await stepsDone(signal),
  );
  const done = asked.data ?? null;
  if (isAway || done === null) return null;
  const names = Object.keys(STEPS) as Step[];
  return (
    <Part
      title={say.title}
      about={say.about(names.filter((name) => done[name]).length, names.length)}
      actions={
        <Button
          size="small"
          onClick={() => {
            localStorage.setItem(key, "away");
            setAway(true);
          }}
        >
          {say.putAway}
        </Button>
      }
    >
      <List
        dense
        disablePadding
        sx={{ columnGap: 3, gridTemplateColumns: { md: "1fr 1fr" }, display: { md: "grid" } }}
      >
        {names.map((name) => (
          <ListItem key={name} disableGutters alignItems="flex-start">
            <ListItemIcon sx={{ minWidth: 36, mt: 0.75 }}>
              {done[name]
                ? <DoneIcon color="success" titleAccess={say.done} />
                : <OpenIcon color="disabled" titleAccess={say.toDo} />}
            </ListItemIcon>
            <ListItemText
              primary={
                <Box component="span">
                  <TextLink to={STEPS[name]}>{say.steps[name].title}</TextLink>
                </Box>
              }
              secondary={say.steps[name].about}
            />
          </ListItem>
        ))}
      </List>
    </Part>
  );
}

/** True once the firm's first invoice has been out for a month. */
async function isOnItsWay(today: string, signal: AbortSignal): Promise<boolean> {
  const query = { status: "neq.draft", issue_date: `lte.${daysAfter(today, -DAYS)}` };
  return await isThere("invoices", query, 1, signal);
}

async function stepsDone(signal: AbortSignal): Promise<Record<Step, boolean>> {
  const [firms, mails, jobs, staff, facility, movedIn, contractor, candidate, codes] = await Promise
    .all([
      rows("organization_settings", { select: "legal_name" }, signal),
      rows("mail_settings", { select: "provider" }, signal),
      rows("job_health", { select: "last_success_at" }, signal),
      isThere("staff_members", { is_active: "is.true" }, 2, signal),
      isThere("facilities", {}, 1, signal),
      isThere("facilities", { external_number: "not.is.null" }, 1, signal),
      isThere("contractors", {}, 1, signal),
      isThere("candidates", {}, 1, signal),
      isThere("earning_codes", { code: "not.is.null" }, 1, signal, "employment"),
    ]);
  return {
    letterhead: firms.some(({ legal_name: name }) => name !== null),
    staff,
    movingIn: movedIn,
    facility,
    person: contractor || candidate,
    codes,
    mail: mails.some(({ provider }) => provider !== "none"),
    jobs: jobs.every(({ last_success_at: at }) => at !== null),
  };
}

/** True if so many rows are as the query asks. */
async function isThere(
  relation:
    | "candidates"
    | "contractors"
    | "earning_codes"
    | "facilities"
    | "invoices"
    | "staff_members",
  query: Query,
  least: number,
  signal: AbortSignal,
  select = "id",
): Promise<boolean> {
  const found = await rows(relation, { ...query, select, limit: String(least) }, signal);
  return found.length >= least;
}
