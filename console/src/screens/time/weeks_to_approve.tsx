import { Box, Button, Checkbox, FormControlLabel, Typography } from "@mui/material";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useAct } from "../../ui/act.tsx";
import { sumsOf } from "../../ui/codes.ts";
import { count } from "../../ui/format.ts";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useZones } from "../../ui/use_zones.ts";
import { words } from "../../words.ts";
import { usePlannedHours } from "../plan/planned_hours.ts";
import { idOf, useApprovedWeeks } from "./approved_weeks.ts";
import { useApproving } from "./approving.tsx";
import { useCredentialMarks } from "./credential_marks.ts";
import { WeekCard } from "./week_card.tsx";
import type { WeekEntry } from "./weeks.ts";

const say = words.time.approve;

/** Weeks that wait for approval: approved one by one, or those that are chosen with one press. */
export function WeeksToApprove<Entry extends WeekEntry>({ found, foundAt, mayAct, none }: {
  found: readonly Entry[];
  /** Instant at which the server was asked. */
  foundAt: number;
  mayAct: boolean;
  none: string;
}) {
  const zoneOf = useZones();
  const plannedOf = usePlannedHours(found, useMe().weekStartsOn);
  const { weeks, leaveOut, decide, takeBack } = useApprovedWeeks(found, foundAt);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, refusal, run, forget } = useAct();
  const marks = useCredentialMarks(found);
  const notify = useNotify();
  const open = weeks.filter(({ waiting }) => waiting.length > 0);
  const picked = open.filter((week) => chosen.has(week.key) && week.chosen.length > 0);
  const entries = picked.flatMap((week) => week.chosen);
  const isAll = open.length > 0 && open.every(({ key }) => chosen.has(key));

  const { approve, note } = useApproving<Entry>({
    idOf,
    decide: (entries) => decide(entries, { status: "approved" }),
    takeBack,
  });

  if (weeks.length === 0) return <Typography color="text.secondary">{none}</Typography>;
  return (
    <>
      {mayAct && open.length > 0 && (
        <Box
          sx={{
            position: "sticky",
            top: { xs: 56, sm: 48 },
            zIndex: 2,
            bgcolor: "background.default",
            display: "flex",
            flexWrap: "wrap",
            alignItems: "center",
            gap: 1,
            py: 0.5,
            mb: 1,
          }}
        >
          <FormControlLabel
            label={say.chooseAll(say.weeks(open.length))}
            control={
              <Checkbox
                checked={isAll}
                indeterminate={!isAll && picked.length > 0}
                onChange={() => setChosen(new Set(isAll ? [] : open.map(({ key }) => key)))}
              />
            }
            sx={{ mr: 1 }}
          />
          {picked.length > 0 && (
            <>
              <Typography sx={{ flexGrow: 1, fontVariantNumeric: "tabular-nums" }}>
                {say.chosen(say.weeks(picked.length), sumsOf(entries))}
              </Typography>
              <Button
                variant="contained"
                disabled={isBusy}
                onClick={() =>
                  void run(async () => {
                    const moved = await approve(
                      entries,
                      say.approvedWeeks(say.weeks(picked.length)),
                    );
                    setChosen(new Set());
                    if (moved.refused.size > 0) {
                      notify(say.notAll(count(moved.refused.size)), { type: "warning" });
                    }
                  })}
              >
                {isBusy ? words.common.running : say.approveChosen(say.weeks(picked.length))}
              </Button>
            </>
          )}
        </Box>
      )}
      <RefusalNote refusal={refusal} onClose={forget} />
      {note}
      {weeks.map((week) => (
        <WeekCard
          key={week.key}
          week={week}
          zone={zoneOf(week.facilityId)}
          marks={marks}
          planned={plannedOf(week.entries[0]?.assignment_id ?? "", week.start)}
          mayAct={mayAct}
          isChosen={chosen.has(week.key)}
          choose={() => {
            const next = new Set(chosen);
            if (!next.delete(week.key)) next.add(week.key);
            setChosen(next);
          }}
          leaveOut={leaveOut}
          approve={() => approve(week.chosen, say.approved)}
          sendBack={(reason) => decide(week.chosen, { status: "draft", sent_back_reason: reason })}
          takeBack={() => takeBack(week.approved)}
        />
      ))}
    </>
  );
}
