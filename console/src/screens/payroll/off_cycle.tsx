import { Alert, Typography } from "@mui/material";
import { AutocompleteArrayInput, ReferenceArrayInput, required } from "react-admin";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { call } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { sortOf } from "../../api/sorts.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { today } from "../../ui/format.ts";
import { DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.payroll.offCycle;

/** Prepares a batch of some people of a period, paid on a day of its own, and opens it. */
export function PayOffCycle(
  { period }: { period: Pick<Row<"payroll_periods">, "id"> },
) {
  const navigate = useNavigate();
  const { timezone } = useMe();
  return (
    <FormDialog
      button={say.button}
      title={say.title}
      text={say.about}
      submit={say.submit}
      done={say.done}
      defaultValues={() => ({ pay_date: today(timezone) })}
      act={async ({ contractor_ids, pay_date, reason }) => {
        const batch = await call("prepare_off_cycle", {
          payroll_period_id: period.id,
          contractor_ids: contractor_ids as string[],
          pay_date: String(pay_date),
          reason: String(reason),
        });
        navigate(`/payroll/batches/${batch.id}`);
      }}
    >
      <ReferenceArrayInput
        source="contractor_ids"
        reference="contractors"
        sort={sortOf("contractors", "id")}
        perPage={100}
        queryOptions={{ meta: { select: "id,first_name,last_name" } }}
      >
        <AutocompleteArrayInput
          label={say.people}
          optionText={(row: { first_name?: string; last_name?: string }) =>
            `${row.last_name ?? ""}, ${row.first_name ?? ""}`}
          filterToQuery={(text: string) => ({ "search_name@words": text })}
          validate={required()}
          fullWidth
        />
      </ReferenceArrayInput>
      <Deadlines />
      <DayInput source="pay_date" label={words.payroll.periods.payDate} />
      <ReasonInput label={say.why} />
    </FormDialog>
  );
}

/** Says until when the states want wages paid in which the chosen people are placed. */
function Deadlines() {
  const chosen = useWatch({ name: "contractor_ids" }) as
    | readonly string[]
    | undefined;
  const ids = chosen ?? [];
  const laws = useAsk(["pay_deadlines", ids], async () => {
    const [placed, states] = await Promise.all([
      allRows("assignments", {
        select: "id,facilities(work_state)",
        contractor_id: `in.(${ids.join(",")})`,
        order: "id",
      }),
      allRows("state_rules", {
        select: "state,name,pay_deadline,pay_deadline_source",
        order: "name,state",
      }),
    ]);
    const theirs = new Set(
      placed.map(({ facilities }) => facilities.work_state),
    );
    return states.filter(({ state }) => theirs.has(state));
  }, { enabled: ids.length > 0 });
  if (!laws.data || laws.data.length === 0) return null;
  return (
    <Alert severity="info" sx={{ my: 1 }}>
      {laws.data.map((
        { state, name, pay_deadline: deadline, pay_deadline_source: source },
      ) => (
        <Typography key={state} variant="body2">
          {deadline === null ? say.notKnown(name) : say.deadline(name, deadline, source ?? "")}
        </Typography>
      ))}
    </Alert>
  );
}
