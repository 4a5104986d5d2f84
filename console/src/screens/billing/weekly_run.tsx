import { Box, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call, requestId } from "../../api/call.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ActButton, Actions } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, daysAfter, instant, money, period, today, weekStart } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { RunResult } from "./run_result.tsx";

const LISTED =
  "id,week_start,week_end,dry_run,invoices_created,invoices_existing,facilities_skipped,entries_billed,amount,late_entries,unapproved_entries,created_at,run_by_name";

const say = words.billing.run;

/** The weekly run: tried first, looked at, then run. */
export function WeeklyRun() {
  const me = useMe();
  const [asked, setAsked] = useSearchParams();
  const lastWeek = daysAfter(weekStart(today(me.timezone), me.weekStartsOn), -7);
  const [week, setWeek] = useState<string | null>(null);
  const start = week ?? lastWeek;
  const runs = useAsk(
    ["billing_runs"],
    (signal) =>
      rows("billing_runs", {
        select: LISTED,
        order: "created_at.desc,id.desc",
        limit: "20",
      }, signal),
  );

  async function run(isDry: boolean, id: string): Promise<void> {
    const done = await call("weekly_billing_run", {
      week_start: start,
      dry_run: isDry,
      request_id: id,
    });
    setAsked({ run: done.id });
  }

  return (
    <Page title={say.title} about={say.about}>
      <Loaded query={runs}>
        {(found) => {
          const shown = found.find(({ id }) => id === asked.get("run")) ?? found[0];
          const isTried = found.some((one) => one.dry_run && one.week_start === start);
          // Once it is run, the drafts are next.
          const isRun = found.some((one) => !one.dry_run && one.week_start === start);
          return (
            <>
              {isOneOf(me, "billing") && (
                <Part title={say.week} about={say.weekAbout}>
                  <Box
                    sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center", mt: 1 }}
                  >
                    <TextField
                      type="date"
                      size="small"
                      variant="outlined"
                      fullWidth={false}
                      margin="none"
                      label={say.firstDay}
                      value={start}
                      onChange={({ target }) =>
                        setWeek(
                          target.value === "" ? null : weekStart(target.value, me.weekStartsOn),
                        )}
                      slotProps={{ inputLabel: { shrink: true } }}
                    />
                    <Typography>{period(start, daysAfter(start, 6))}</Typography>
                    <Actions>
                      <ActButton
                        label={say.try}
                        variant={isTried || isRun ? "outlined" : "contained"}
                        done={say.tried}
                        act={() => run(true, requestId())}
                      />
                      <FormDialog
                        button={say.run}
                        title={say.runTitle(period(start, daysAfter(start, 6)))}
                        text={isTried ? say.runText : say.runUntried}
                        submit={say.run}
                        done={say.done}
                        defaultValues={() => ({ id: requestId() })}
                        act={({ id }) => run(false, String(id))}
                        buttonProps={{ variant: isTried && !isRun ? "contained" : "outlined" }}
                      />
                    </Actions>
                  </Box>
                </Part>
              )}
              {shown && (
                <RunResult
                  run={shown}
                  isNext={isOneOf(me, "billing") && !shown.dry_run &&
                    shown.invoices_created + shown.invoices_existing > 0}
                />
              )}
              <Part title={say.past}>
                <Rows
                  label={say.past}
                  rows={found}
                  rowKey={({ id }) => id}
                  to={({ id }) => `/billing/run?run=${id}`}
                  empty={say.none}
                  columns={[
                    {
                      label: say.at,
                      value: (one) =>
                        words.common.by(instant(one.created_at, me.timezone), one.run_by_name),
                    },
                    { label: say.week, value: (one) => period(one.week_start, one.week_end) },
                    { label: say.kind, value: (one) => one.dry_run ? say.dry : say.real },
                    {
                      label: say.created,
                      value: (one) => count(one.invoices_created),
                      isNumber: true,
                    },
                    {
                      label: say.existing,
                      value: (one) => count(one.invoices_existing),
                      isNumber: true,
                    },
                    {
                      label: say.skipped,
                      value: (one) => count(one.facilities_skipped),
                      isNumber: true,
                    },
                    {
                      label: words.common.amount,
                      value: (one) => money(one.amount),
                      isNumber: true,
                    },
                  ]}
                />
              </Part>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
