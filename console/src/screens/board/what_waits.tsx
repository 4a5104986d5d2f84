import { Box } from "@mui/material";
import CheckIcon from "@mui/icons-material/CheckCircle";
import WarningIcon from "@mui/icons-material/Warning";
import { isOneOf } from "../../me.ts";
import { rows } from "../../api/rows.ts";
import { count, instant, today } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AgingPicture } from "../cash/aging_picture.tsx";
import { FirstDays } from "./first_days.tsx";
import { HoursPicture } from "./hours_picture.tsx";
import { Numbers } from "./numbers.tsx";

const say = words.board;

/** Board of what needs doing now. */
export function WhatWaits() {
  const me = useMe();
  const jobs = useAsk(
    ["job_health"],
    (signal) => rows("job_health", { select: "*", order: "job" }, signal),
  );
  return (
    <Page title={say.title} about={say.about}>
      {isOneOf(me) && <FirstDays />}
      <Numbers />
      <Part title={say.hoursTitle} about={say.hoursAbout}>
        <HoursPicture />
      </Part>
      <Part title={say.agingTitle}>
        <AgingPicture through={today(me.timezone)} />
      </Part>
      <Part title={say.jobs}>
        <Loaded query={jobs}>
          {(found) => (
            <Rows
              label={say.jobs}
              rows={found}
              rowKey={({ job }) => job ?? ""}
              empty={say.noJobs}
              columns={[
                { label: say.job, value: ({ job }) => words.settings.jobs.names[job ?? ""] ?? job },
                {
                  label: say.health,
                  value: (one) => (
                    <Box
                      component="span"
                      sx={{ display: "inline-flex", gap: 0.5, alignItems: "center" }}
                    >
                      {one.is_ok
                        ? <CheckIcon color="success" fontSize="small" />
                        : <WarningIcon color="warning" fontSize="small" />}
                      {one.is_ok ? say.ok : say.notOk}
                    </Box>
                  ),
                },
                {
                  label: say.lastRun,
                  value: (one) => (
                    <>
                      {one.last_run_at === null ? say.never : instant(one.last_run_at, me.timezone)}
                      {" "}
                      <State of={one.last_run_status} />
                    </>
                  ),
                },
                {
                  label: say.lastSuccess,
                  value: (one) => instant(one.last_success_at, me.timezone),
                },
                { label: say.lastError, value: (one) => one.last_error },
                { label: say.leftOver, value: (one) => count(one.left_over), isNumber: true },
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}
