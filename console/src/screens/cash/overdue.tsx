import { Alert, Box, MenuItem, TextField, Typography } from "@mui/material";
import { useSearchParams } from "react-router-dom";
import { call, callPage, type RowOf } from "../../api/call.ts";
import { Refusal, refusalOf } from "../../api/refusal.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { count, day, money, sum } from "../../ui/format.ts";
import { FacilityLink, pathOf } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { NoteDialog } from "../../ui/notes.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type Column, Rows, TextLink } from "../../ui/rows.tsx";
import { choiceColumn, useSelection } from "../../ui/select_rows.tsx";
import { useMailOf } from "../../ui/use_mail_of.ts";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.cash.overdue;
type Owed = RowOf<"overdue_invoices">;
/** Rows that the page shows; a filter finds the others. */
const MOST = 200;
const NOBODY = "nobody";

/** List of what is late, longest first: whom to call, what was promised, whom to remind. */
export function Overdue() {
  const [asked, setAsked] = useSearchParams();
  const chosen = { facility: asked.get("facility"), collector: asked.get("collector") };
  const overdue = useAsk(
    ["overdue_invoices", chosen.facility, chosen.collector],
    (signal) =>
      callPage("overdue_invoices", {}, {
        order: "due_date,invoice_id",
        limit: `${MOST}`,
        ...(chosen.facility === null ? {} : { facility_id: `eq.${chosen.facility}` }),
        ...(chosen.collector === null ? {} : {
          collector_id: chosen.collector === NOBODY ? "is.null" : `eq.${chosen.collector}`,
        }),
      }, signal),
  );
  const names = useAsk(["overdue_choices"], async (signal) => {
    const [facilities, staff] = await Promise.all([
      rows("facilities", { select: "id,name", order: "name,id" }, signal),
      rows("staff_members", {
        select: "user_id,name",
        user_id: "not.is.null",
        is_active: "is.true",
        order: "name,id",
      }, signal),
    ]);
    return { facilities, staff };
  });
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(asked);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setAsked(next);
  };
  return (
    <Page title={say.title} about={say.about}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, my: 1 }}>
        <Choice
          label={words.common.facility}
          value={chosen.facility}
          choices={names.data?.facilities.map(({ id, name }) => [id, name] as const) ?? []}
          onChange={(value) => choose("facility", value)}
        />
        <Choice
          label={say.collector}
          value={chosen.collector}
          choices={[
            [NOBODY, say.nobody],
            ...names.data?.staff.map(({ user_id, name }) => [user_id ?? "", name ?? ""] as const) ??
              [],
          ]}
          onChange={(value) => choose("collector", value)}
        />
      </Box>
      <Loaded query={overdue}>{(found) => <OverdueRows rows={found} />}</Loaded>
    </Page>
  );
}

/** The list, the sum of it, and what is done to the rows that are chosen. */
function OverdueRows({ rows: found }: { rows: readonly Owed[] }) {
  const me = useMe();
  const selection = useSelection();
  const mail = useMailOf("overdue_reminder");
  const mayRemind = isOneOf(me, "billing") && mail?.why === null;
  const chosen = found.filter((one) => selection.chosen.has(one.invoice_id));
  return (
    <Part
      title={say.count(found.length, money(sum(found.map(({ owed }) => owed))))}
      actions={mayRemind && (
        <ActButton
          label={say.remindChosen(count(chosen.length))}
          variant="contained"
          disabled={chosen.length === 0}
          done={say.reminded}
          act={async () => {
            await remindAll(chosen);
            selection.set([]);
          }}
        />
      )}
    >
      {mail && mail.why !== null && (
        <Alert severity="info" sx={{ my: 1 }}>{say.noReminders(mail.why)}</Alert>
      )}
      {found.length === MOST && (
        <Alert severity="info" sx={{ my: 1 }}>{say.more(count(MOST))}</Alert>
      )}
      <Rows
        label={say.title}
        rows={found}
        rowKey={({ invoice_id }) => invoice_id}
        empty={say.none}
        columns={[
          ...(mayRemind ? [choiceColumn(found, (one) => one.invoice_id, nameOf, selection)] : []),
          ...COLUMNS,
          { label: words.common.actions, value: (one) => <RowActions of={one} may={mayRemind} /> },
        ]}
      />
    </Part>
  );
}

const nameOf = (one: Owed) => `${one.number} ${one.facility_name}`;

const COLUMNS: readonly Column<Owed>[] = [
  {
    label: say.invoice,
    value: (one) => (
      <>
        <TextLink to={pathOf.invoice(one.invoice_id)}>{one.number}</TextLink>
        <Typography variant="body2" component="div">
          <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>
        </Typography>
      </>
    ),
  },
  { label: say.daysLate, value: (one) => count(one.days_late), isNumber: true },
  {
    label: say.owed,
    value: (one) => (
      <>
        {money(one.owed)}
        {one.is_disputed && (
          <Typography variant="body2" component="div">
            {words.dispute.label}
            {one.disputed < one.balance && ` ${money(one.disputed)}`}
          </Typography>
        )}
      </>
    ),
    isNumber: true,
  },
  {
    label: say.contact,
    value: (one) => (
      <Box sx={{ overflowWrap: "anywhere", minWidth: 120 }}>
        {one.contact_name}
        <Typography variant="body2" component="div" color="text.secondary">{one.email}</Typography>
      </Box>
    ),
  },
  { label: say.collector, value: (one) => one.collector_name },
  {
    label: say.reminder,
    value: (one) =>
      one.reminded_at !== null &&
      `${day(one.reminded_at)}${
        one.reminder_status === "sent" ? "" : `, ${words.states[one.reminder_status ?? ""] ?? ""}`
      }`,
  },
  {
    label: say.promise,
    value: (one) =>
      one.promised_on !== null &&
      [money(one.promised_amount), day(one.promised_on)].filter(Boolean).join(", "),
  },
  {
    label: say.note,
    value: (one) => (
      <Box sx={{ overflowWrap: "anywhere", minWidth: 140, maxWidth: 320 }}>{one.note}</Box>
    ),
  },
];

function RowActions({ of: one, may }: { of: Owed; may: boolean }) {
  const name = nameOf(one);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, alignItems: "center" }}>
      {may && one.disputed < one.balance && (
        <ActButton
          label={say.remind}
          variant="text"
          aria-label={`${say.remind} ${name}`}
          done={say.reminded}
          act={() => call("remind_invoice", { invoice_id: one.invoice_id })}
        />
      )}
      <NoteDialog
        about="invoice"
        aboutId={one.invoice_id}
        subject={name}
        buttonProps={{ variant: "text" }}
      />
      <TextLink to={pathOf.statement(one.facility_id)}>{say.statement}</TextLink>
    </Box>
  );
}

/** Reminds facility by facility, each of its first invoice: the mail has all of them. What is refused does not keep the rest. */
async function remindAll(chosen: readonly Owed[]): Promise<void> {
  const refused: string[] = [];
  const facilities = new Map(chosen.toReversed().map((one) => [one.facility_id, one]));
  for (const one of facilities.values()) {
    try {
      await call("remind_invoice", { invoice_id: one.invoice_id });
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      refused.push(`${one.facility_name}: ${refusal.message}`);
    }
  }
  if (refused.length > 0) {
    throw new Refusal(409, say.notReminded(refused.length, facilities.size), refused.join(" "));
  }
}

function Choice({ label, value, choices, onChange }: {
  label: string;
  value: string | null;
  choices: readonly (readonly [id: string, name: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <TextField
      select
      size="small"
      variant="outlined"
      margin="none"
      fullWidth={false}
      sx={{ minWidth: 220 }}
      label={label}
      value={choices.some(([id]) => id === value) ? value : ""}
      onChange={({ target }) => onChange(target.value)}
    >
      <MenuItem value="">{say.all}</MenuItem>
      {choices.map(([id, name]) => <MenuItem key={id} value={id}>{name}</MenuItem>)}
    </TextField>
  );
}
