import { Box } from "@mui/material";
import { BooleanInput, CheckboxGroupInput, required, SelectInput } from "react-admin";
import { call } from "../../api/call.ts";
import { insert, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, instant, money, today } from "../../ui/format.ts";
import { DayInput, MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { BelowMinimumWageInput } from "../../ui/overtime.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { RateHitReach } from "./rate_hit_reach.tsx";

const say = words.people.assignment;
const WAYS = choicesOf(["share", "amount"], say.ways);
type Hit = Row<"rate_hits">;

/** Raises of an assignment: entered, then applied or cancelled. */
export function RateHits({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const mayAct = isOneOf(me, "billing", "payroll");
  const hits = useAsk(["rate_hits", assignmentId], (signal) =>
    rows("rate_hits", {
      select: "*,applied_by_name",
      assignment_id: `eq.${assignmentId}`,
      order: "effective_on.desc,id",
    }, signal));
  return (
    <Part
      title={say.hits}
      about={say.hitsAbout}
      actions={mayAct && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.addAbout}
          submit={say.addSubmit}
          done={say.added}
          defaultValues={() => ({
            effective_on: today(me.timezone),
            bill_rate_change: "0",
            pay_rate_change: "0",
            codes: [],
            codes_move_by: "share",
          })}
          act={(values) => insert("rate_hits", [{ ...values, assignment_id: assignmentId }])}
        >
          <DayInput source="effective_on" label={say.on} />
          <MoneyInput source="bill_rate_change" label={say.billChange} />
          <MoneyInput source="pay_rate_change" label={say.payChange} />
          <CodesOfHit assignmentId={assignmentId} />
          <ReasonInput optional />
        </FormDialog>
      )}
    >
      <Loaded query={hits}>
        {(found) => (
          <Rows
            label={say.hits}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: say.on, value: (hit) => day(hit.effective_on) },
              { label: words.common.reason, value: (hit) => hit.reason },
              {
                label: say.billChange,
                value: (hit) => money(hit.bill_rate_change),
                isNumber: true,
              },
              { label: say.payChange, value: (hit) => money(hit.pay_rate_change), isNumber: true },
              ...found.some(({ codes }) => codes.length > 0)
                ? [{
                  label: say.codes,
                  value: (hit: Hit) =>
                    hit.codes.map((code) => code.replaceAll("_", " ")).join(", "),
                }]
                : [],
              { label: words.common.state, value: (hit) => <State of={hit.status} /> },
              {
                label: say.appliedBy,
                value: (hit) => hit.applied_at &&
                  words.common.by(instant(hit.applied_at, me.timezone), hit.applied_by_name),
              },
              {
                label: words.common.actions,
                heading: "",
                value: (hit) => hit.status === "pending" && mayAct && <HitActions hit={hit} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** Codes that have a rate of their own at the assignment: those that are to move with the hour's. */
function CodesOfHit({ assignmentId }: { assignmentId: string }) {
  const codes = useAsk(
    ["assignment_code_rates", "codes", assignmentId],
    (signal) =>
      rows("assignment_code_rates", {
        select: "code,time_codes(title)",
        assignment_id: `eq.${assignmentId}`,
        order: "code,effective_from",
      }, signal),
  );
  const titles = new Map(
    (codes.data ?? []).map(({ code, time_codes: { title } }) => [code, title]),
  );
  if (titles.size === 0) return null;
  return (
    <>
      <CheckboxGroupInput
        source="codes"
        label={say.codes}
        choices={[...titles].map(([id, name]) => ({ id, name }))}
        translateChoice={false}
      />
      <SelectInput
        source="codes_move_by"
        label={say.codesMoveBy}
        choices={WAYS}
        translateChoice={false}
        validate={required()}
      />
    </>
  );
}

function HitActions({ hit }: { hit: Hit }) {
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <FormDialog
        button={say.apply}
        title={say.applyTitle}
        text={<RateHitReach rateHitId={hit.id} />}
        submit={say.apply}
        done={say.applied}
        buttonProps={{ variant: "contained" }}
        defaultValues={{ allow_retroactive: false, allow_negative_margin: false }}
        act={(values) =>
          call("apply_rate_hit", {
            rate_hit_id: hit.id,
            allow_retroactive: values["allow_retroactive"] === true,
            allow_negative_margin: values["allow_negative_margin"] === true,
            ...(values["below_minimum_wage_reason"]
              ? { below_minimum_wage_reason: String(values["below_minimum_wage_reason"]) }
              : {}),
          })}
      >
        <BooleanInput source="allow_retroactive" label={say.retroactive} />
        <BooleanInput source="allow_negative_margin" label={say.negative} />
        <BelowMinimumWageInput />
      </FormDialog>
      <FormDialog
        button={say.cancel}
        title={`${say.cancel}?`}
        submit={words.common.yes}
        done={say.cancelled}
        buttonProps={{ variant: "text" }}
        act={() =>
          update("rate_hits", { id: `eq.${hit.id}`, status: "eq.pending" }, {
            status: "cancelled",
          })}
      />
    </Box>
  );
}
