import { Typography } from "@mui/material";
import { SelectInput } from "react-admin";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { count } from "../../ui/format.ts";
import { AgeInput, useFilters } from "../../ui/filters.tsx";
import { FacilityInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { WeeksToApprove } from "./weeks_to_approve.tsx";

const say = words.time.approve;
const SHOWN = 250;

/** Time that waits for approval, a contractor's week at a time. */
export function Approve() {
  const me = useMe();
  const { query, form } = useFilters([
    <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
    <AgeInput key="age" {...{ alwaysOn: true }} />,
    <SelectInput
      key="status"
      source="status"
      label={words.common.state}
      choices={choicesOf(["submitted", "pending_approval"])}
      alwaysOn
    />,
  ]);
  const isFiltered = Object.keys(query).length > 0;
  const waiting = useAsk(
    ["unapproved_time", "approve", JSON.stringify(query)],
    (signal) =>
      rows("unapproved_time", {
        ...query,
        select: "*",
        next_step: "eq.approve",
        order: "work_date,time_entry_id",
        limit: `${SHOWN}`,
      }, signal),
  );
  return (
    <Page title={say.title} about={say.about}>
      {form}
      <Loaded query={waiting}>
        {(found) => (
          <>
            <WeeksToApprove
              key={JSON.stringify(query)}
              found={found}
              foundAt={waiting.dataUpdatedAt}
              mayAct={isOneOf(me, "billing", "payroll", "recruiting")}
              none={isFiltered ? words.common.nothingMatches : say.none}
            />
            {found.length === SHOWN && (
              <Typography color="text.secondary">
                {say.more(count(SHOWN))}
              </Typography>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
