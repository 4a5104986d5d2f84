import { Box, Typography } from "@mui/material";
import CheckIcon from "@mui/icons-material/CheckCircle";
import WarningIcon from "@mui/icons-material/Warning";
import { runJob } from "../../api/client.ts";
import { type Row, rows } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { count, instant } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.settings.jobs;
type Health = Row<"job_health">;
const nameOf = ({ job }: Health) => say.names[job ?? ""] ?? job ?? "";

/** The scheduled jobs: what each does, when it last did, how it went, and a button that runs it. */
export function Jobs() {
  const me = useMe();
  const jobs = useAsk(
    ["job_health"],
    (signal) => rows("job_health", { select: "*", order: "job" }, signal),
  );
  return (
    <Loaded query={jobs}>
      {(found) => (
        <Rows
          label={say.title}
          rows={found}
          rowKey={({ job }) => job ?? ""}
          empty={say.none}
          columns={[
            {
              label: say.job,
              value: (one) => (
                <>
                  {nameOf(one)}
                  <Typography variant="body2" color="text.secondary" sx={{ maxWidth: "24em" }}>
                    {say.does[one.job ?? ""]}
                  </Typography>
                </>
              ),
            },
            {
              label: say.lastSuccess,
              value: ({ last_success_at: at }) =>
                at === null ? say.never : instant(at, me.timezone),
            },
            { label: say.health, value: (one) => <HowItWent of={one} /> },
            { label: say.dueNow, value: ({ left_over: left }) => count(left), isNumber: true },
            {
              label: words.common.actions,
              heading: "",
              value: (one) => (
                <ActButton
                  label={say.runNow}
                  aria-label={say.runNowOf(nameOf(one))}
                  done={say.ran(nameOf(one))}
                  act={() => runJob(one.job ?? "")}
                />
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

/** State of a job: well, or the first thing that is wrong, and the error. */
function HowItWent({ of: one }: { of: Health }) {
  const Icon = one.is_ok ? CheckIcon : WarningIcon;
  const error = one.last_error ?? (one.is_ok ? null : one.last_call_error);
  return (
    <>
      <Box component="span" sx={{ display: "inline-flex", gap: 0.5, alignItems: "center" }}>
        <Icon color={one.is_ok ? "success" : "warning"} fontSize="small" />
        {verdict(one)}
      </Box>
      {error !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: "anywhere" }}>
          {error}
        </Typography>
      )}
    </>
  );
}

function verdict(one: Health): string {
  if (one.is_ok) return say.ok;
  if (one.last_error !== null) return say.failed;
  if ((one.stuck_runs ?? 0) > 0) return say.stuck;
  if (one.last_success_at === null) return say.notYet;
  if (one.is_stale) return say.stale;
  return one.is_behind ? say.behind : say.notCalled;
}
