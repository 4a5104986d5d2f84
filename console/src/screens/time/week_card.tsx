import { Box, Card, CardContent, Checkbox, ToggleButton, Typography } from "@mui/material";
import { isStaff } from "../../me.ts";
import { ActButton } from "../../ui/act.tsx";
import { codeTitle, muchOf, sumsOf } from "../../ui/codes.ts";
import { Much, Sums } from "../../ui/much.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, daysBetween, shortWeekday } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink, PersonLink } from "../../ui/links.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { ShiftTimes, timesOf } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import type { ShownWeek } from "./approved_weeks.ts";
import type { CredentialMarks } from "./credential_marks.ts";
import type { Moved } from "./moves.ts";
import type { WeekEntry } from "./weeks.ts";

const say = words.time.approve;

/** A contractor's week: approved or sent back, all of it or single days. What was approved here can be taken back. */
export function WeekCard<Entry extends WeekEntry>(
  { week, zone, marks, planned, mayAct, isChosen, choose, leaveOut, approve, sendBack, takeBack }: {
    week: ShownWeek<Entry>;
    zone: string;
    marks: CredentialMarks;
    /** Hours that were planned of it, in words; null where nothing was. */
    planned: string | null;
    mayAct: boolean;
    isChosen: boolean;
    choose: () => void;
    leaveOut: (entryId: string) => void;
    approve: () => Promise<Moved>;
    sendBack: (reason: string) => Promise<Moved>;
    takeBack: () => Promise<void>;
  },
) {
  const me = useMe();
  const { waiting, chosen, approved, sentBack } = week;
  const oldest = daysBetween(week.entries[0]?.work_date ?? me.businessDate, me.businessDate);
  const textOf = (entry: Entry) =>
    [shortWeekday(entry.work_date ?? ""), muchOf(entry), codeTitle(entry)].filter(Boolean);
  const daysOf = (entries: readonly Entry[]) =>
    entries.map((entry) => textOf(entry).join(" ")).join(", ");

  return (
    <Card sx={{ mb: 1.5, overflow: "visible" }}>
      <CardContent
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 2,
          alignItems: "center",
          "&:last-child": { pb: 2 },
        }}
      >
        {mayAct && waiting.length > 0 && (
          <Checkbox
            checked={isChosen}
            onChange={choose}
            sx={{ ml: -1.5, mr: -1.5 }}
            slotProps={{
              input: { "aria-label": say.chooseWeek(week.contractor, day(week.start)) },
            }}
          />
        )}
        <Box sx={{ width: 250 }}>
          <Typography component="h2" sx={{ fontWeight: "bold" }}>
            <PersonLink id={week.contractorId}>{week.contractor}</PersonLink>
          </Typography>
          {(isStaff(me) || me.facilities.length !== 1) && (
            <Typography variant="body2" color="text.secondary">
              <FacilityLink id={isStaff(me) ? week.facilityId : null}>{week.facility}</FacilityLink>
            </Typography>
          )}
          <Typography variant="body2" color="text.secondary">
            {say.weekOf(day(week.start))}, {say.oldest(oldest)}
          </Typography>
          {week.entries.filter(({ notes }) => notes).map((entry) => (
            <Typography key={entry.time_entry_id} variant="body2">
              {say.noted(shortWeekday(entry.work_date ?? ""), entry.notes ?? "")}
            </Typography>
          ))}
          {week.entries.filter((entry) => marks.has(entry.time_entry_id ?? "")).map((entry) => (
            <Typography key={entry.time_entry_id} variant="body2" color="error">
              {words.credentials.mark.day(
                shortWeekday(entry.work_date ?? ""),
                (marks.get(entry.time_entry_id ?? "") ?? []).join(", "),
              )}
            </Typography>
          ))}
        </Box>
        <Box
          {...(waiting.length > 0 ? { role: "group", "aria-label": say.days } : {})}
          sx={{ display: "flex", flexWrap: "wrap", gap: 0.5, flexGrow: 1 }}
        >
          {waiting.map((entry) => (
            <ToggleButton
              key={entry.time_entry_id}
              value={entry.time_entry_id ?? ""}
              selected={chosen.includes(entry)}
              onChange={() => leaveOut(entry.time_entry_id ?? "")}
              disabled={!mayAct}
              size="small"
              aria-label={`${
                [...textOf(entry), ...timesOf(entry, zone)].join(" ")
              }: ${week.contractor}${
                marks.has(entry.time_entry_id ?? "")
                  ? `, ${
                    words.credentials.mark.short(
                      (marks.get(entry.time_entry_id ?? "") ?? []).join(", "),
                    )
                  }`
                  : ""
              }`}
              sx={{
                flexDirection: "column",
                px: 1,
                minWidth: 58,
                maxWidth: 94,
                lineHeight: 1.3,
                color: "text.primary",
                "&:not(.Mui-selected)": { textDecoration: "line-through" },
                ...(marks.has(entry.time_entry_id ?? "")
                  ? { borderColor: "error.main", borderBottomWidth: 3 }
                  : {}),
              }}
            >
              <span>{shortWeekday(entry.work_date ?? "")}</span>{" "}
              <b>
                <Much of={entry} />
              </b>
              <ShiftTimes of={entry} zone={zone} />
            </ToggleButton>
          ))}
          {approved.length > 0 && <Decided text={say.wasApproved(daysOf(approved))} />}
          {sentBack.length > 0 && <Decided text={say.wasSentBack(daysOf(sentBack))} />}
        </Box>
        {waiting.length > 0 && (
          <Typography
            sx={{ fontVariantNumeric: "tabular-nums", minWidth: 60, textAlign: "right" }}
          >
            <b>
              <Sums of={chosen} />
            </b>
            {planned !== null && (
              <Typography component="span" variant="body2" sx={{ display: "block" }}>
                {planned}
              </Typography>
            )}
          </Typography>
        )}
        {mayAct && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            {waiting.length > 0 && (
              <>
                <ActButton
                  label={say.approve}
                  variant="contained"
                  disabled={chosen.length === 0}
                  act={approve}
                />
                <FormDialog
                  button={say.sendBack}
                  title={say.sendBackTitle(sumsOf(chosen), week.contractor)}
                  text={say.sendBackAbout}
                  submit={say.sendBack}
                  done={say.sendBackDone}
                  buttonProps={{ disabled: chosen.length === 0 }}
                  act={async ({ reason }) => {
                    const [first] = (await sendBack(String(reason))).refused.values();
                    if (first !== undefined) throw first;
                  }}
                >
                  <ReasonInput />
                </FormDialog>
              </>
            )}
            {approved.length > 0 && (
              <ActButton
                label={say.takeBack}
                aria-label={say.takeBackOf(week.contractor, day(week.start))}
                done={say.tookBack}
                act={takeBack}
              />
            )}
          </Box>
        )}
      </CardContent>
      {week.refusal !== null && (
        <Box sx={{ px: 2 }}>
          <RefusalNote refusal={week.refusal} />
        </Box>
      )}
    </Card>
  );
}

function Decided({ text }: { text: string }) {
  return <Typography sx={{ alignSelf: "center", flexBasis: "100%" }}>{text}</Typography>;
}
