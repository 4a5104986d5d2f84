import { Box, Typography } from "@mui/material";
import { useSearchParams } from "react-router-dom";
import { callAll, callPage } from "../../api/call.ts";
import { MAX_ROWS, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { useFilters } from "../../ui/filters.tsx";
import { count, daysAfter, period, weekStart } from "../../ui/format.ts";
import { FacilityInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { PlanAsLastWeek } from "./plan_shift.tsx";
import { PlanGrid } from "./plan_grid.tsx";
import { rowsOf } from "./week_of.ts";
import { WeekSteps } from "./week_steps.tsx";

const say = words.plan;
const ORDER = "contractor_name,assignment_id,work_date,starts_at,kind,planned_shift_id,place";

/** True for who may plan, and for everybody once somebody did: a firm that does not plan has no such page. */
export function useHasPlan(): boolean {
  const me = useMe();
  const mayPlan = isOneOf(me, "recruiting");
  const { data = [] } = useAsk(
    ["planned_shifts", "any", mayPlan],
    (signal) =>
      mayPlan
        ? Promise.resolve([{ id: "" }])
        : rows("planned_shifts", { select: "id", order: "work_date,id", limit: "1" }, signal),
  );
  return mayPlan || data.length > 0;
}

/** A week's plan: people down, days across. */
export function Plan() {
  const me = useMe();
  const [asked] = useSearchParams();
  const start = weekStart(asked.get("week") ?? me.weekStart, me.weekStartsOn);
  const end = daysAfter(start, 6);
  const days = period(start, end);
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
  ]);
  const facility = query["facility_id"]?.replace(/^eq\./, "") ?? null;
  const mayPlan = isOneOf(me, "recruiting");
  // Of all facilities of a large firm that is more than anybody reads.
  const found = useAsk(
    ["week_plan", start, facility],
    (signal) =>
      facility === null
        ? callPage(
          "week_plan",
          { week_start: start },
          { order: ORDER, limit: `${MAX_ROWS}` },
          signal,
        )
        : callAll("week_plan", { week_start: start, facility }, ORDER, signal),
  );
  const chosen = useAsk(
    ["facilities", facility, "name"],
    (signal) =>
      facility === null ? Promise.resolve([]) : rows(
        "facilities",
        { select: "name", id: `eq.${facility}` },
        signal,
      ),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayPlan && facility !== null && (
        <PlanAsLastWeek
          of={{ facility }}
          week={start}
          days={days}
          place={chosen.data?.[0]?.name ?? words.common.facility}
        />
      )}
    >
      {/* Wide enough for the name of a facility. */}
      <Box sx={{ "& .MuiAutocomplete-root": { minWidth: { sm: 380 } } }}>{form}</Box>
      <WeekSteps start={start} weeks={1} before={say.before} after={say.after} />
      <Loaded query={found}>
        {(things) => (
          <>
            {things.length === 0
              ? <Typography color="text.secondary" sx={{ my: 2 }}>{say.none}</Typography>
              : (
                <PlanGrid
                  rows={rowsOf(things, start)}
                  start={start}
                  days={days}
                  label={say.grid(days)}
                  mayPlan={mayPlan}
                />
              )}
            {facility === null && things.length === MAX_ROWS && (
              <Typography color="text.secondary">{say.more(count(MAX_ROWS))}</Typography>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
