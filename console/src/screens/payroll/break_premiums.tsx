import { useState } from "react";
import { required, SelectInput } from "react-admin";
import { call, callAll, type RowOf } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { ActButton, Actions } from "../../ui/act.tsx";
import { DayField } from "../../ui/day_field.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, daysAfter, hours, instant } from "../../ui/format.ts";
import { ContractorInput, DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { FacilityLink, PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { choiceColumn, useSelection } from "../../ui/select_rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.payroll.breaks;
const KINDS = choicesOf(["meal", "rest"], say.kinds);
/** So many days up to today are shown at first: eight weeks. */
const DAYS = 56;
interface Days {
  readonly from: string;
  readonly to: string;
}
type Proposed = RowOf<"proposed_break_premiums">;
type Decided =
  & Pick<
    Row<"break_premiums">,
    "id" | "contractor_id" | "work_date" | "kind" | "reason" | "confirmed_at" | "dismissed_at"
  >
  & {
    confirmed_by_name: string | null;
    dismissed_by_name: string | null;
    contractors: { first_name: string; last_name: string };
    assignments: { facilities: { id: string; name: string } };
  };
/** A break of somebody's day. */
type Missed = Pick<Decided, "contractor_id" | "work_date" | "kind">;

const keyOf = ({ contractor_id, work_date, kind }: Missed) => ({ contractor_id, work_date, kind });
const confirm = (missed: Missed) => call("confirm_break_premium", keyOf(missed));
const dismiss = (missed: Missed, reason: unknown) =>
  call("dismiss_break_premium", { ...keyOf(missed), reason: String(reason) });

/** Premiums for meal and rest periods that people did not have: proposed from shifts, and decided. */
export function BreakPremiums() {
  const { businessDate: today } = useMe();
  const [days, setDays] = useState<Days>({ from: daysAfter(today, 1 - DAYS), to: today });
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <>
          <DayField
            label={say.from}
            value={days.from}
            set={(from) => setDays({ ...days, from })}
          />
          <DayField label={say.to} value={days.to} set={(to) => setDays({ ...days, to })} />
          <FormDialog
            button={say.add}
            title={say.addTitle}
            text={say.addAbout}
            submit={say.addSubmit}
            done={say.confirmed}
            buttonProps={{ variant: "contained" }}
            defaultValues={{ kind: "rest" }}
            act={({ contractor_id, work_date, kind, reason }) =>
              call("confirm_break_premium", {
                contractor_id: String(contractor_id),
                work_date: String(work_date),
                kind: kind as Missed["kind"],
                ...(reason ? { reason: String(reason) } : {}),
              })}
          >
            <ContractorInput />
            <DayInput source="work_date" label={words.common.day} />
            <SelectInput
              source="kind"
              label={words.common.kind}
              choices={KINDS}
              validate={required()}
            />
            <ReasonInput optional />
          </FormDialog>
        </>
      }
    >
      <Proposals days={days} />
      <Decisions days={days} />
    </Page>
  );
}

function Proposals({ days: { from, to } }: { days: Days }) {
  const selection = useSelection();
  const proposed = useAsk(["proposed_break_premiums", from, to], (signal) =>
    callAll(
      "proposed_break_premiums",
      { from_day: from, to_day: to },
      "work_date,last_name,first_name,contractor_id",
      signal,
    ));
  const idOf = (one: Proposed) => `${one.contractor_id} ${one.work_date}`;
  const nameOf = (one: Proposed) => `${one.first_name} ${one.last_name}`;
  return (
    <Loaded query={proposed}>
      {(found) => {
        const chosen = found.filter((one) => selection.chosen.has(idOf(one)));
        const many = say.days(count(chosen.length));
        return (
          <Part
            title={say.proposed}
            about={say.proposedAbout}
            actions={found.length > 0 && (
              <>
                <ActButton
                  label={say.confirmChosen(many)}
                  variant="contained"
                  done={say.confirmed}
                  disabled={chosen.length === 0}
                  act={() => oneByOne(chosen, confirm)}
                />
                <DismissDialog
                  button={say.dismissChosen(many)}
                  isDisabled={chosen.length === 0}
                  act={(reason) => oneByOne(chosen, (one) => dismiss(one, reason))}
                />
              </>
            )}
          >
            <Rows
              label={say.proposed}
              rows={found}
              rowKey={idOf}
              empty={say.noneProposed}
              columns={[
                choiceColumn(found, idOf, (one) => `${nameOf(one)}, ${one.work_date}`, selection),
                {
                  label: words.common.contractor,
                  value: (one) => <PersonLink id={one.contractor_id}>{nameOf(one)}</PersonLink>,
                },
                { label: words.common.day, value: (one) => day(one.work_date) },
                {
                  label: words.common.facility,
                  value: (one) => (
                    <FacilityLink id={one.facility_id}>{one.facility_name}</FacilityLink>
                  ),
                },
                { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
                {
                  label: say.breaks,
                  value: (one) => say.minutes(one.break_minutes, one.meal_periods),
                  isNumber: true,
                },
              ]}
            />
          </Part>
        );
      }}
    </Loaded>
  );
}

function Decisions({ days: { from, to } }: { days: Days }) {
  const { timezone } = useMe();
  const decided = useAsk(["break_premiums", from, to], () =>
    allRows("break_premiums", {
      select:
        "id,contractor_id,work_date,kind,reason,confirmed_at,confirmed_by_name,dismissed_at,dismissed_by_name,contractors!contractor_id(first_name,last_name),assignments(facilities(id,name))",
      and: `(work_date.gte.${from},work_date.lte.${to})`,
      order: "work_date.desc,id",
    }));
  const nameOf = ({ contractors }: Decided) => `${contractors.first_name} ${contractors.last_name}`;
  const byOf = (at: string, name: string | null) => words.common.by(instant(at, timezone), name);
  return (
    <Loaded query={decided}>
      {(found) => (
        <Part title={say.decided}>
          <Rows
            label={say.decided}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.noneDecided}
            columns={[
              {
                label: words.common.contractor,
                value: (one) => <PersonLink id={one.contractor_id}>{nameOf(one)}</PersonLink>,
              },
              { label: words.common.day, value: (one) => day(one.work_date) },
              { label: words.common.kind, value: (one) => say.kinds[one.kind] },
              {
                label: words.common.facility,
                value: ({ assignments: { facilities: { id, name } } }) => (
                  <FacilityLink id={id}>{name}</FacilityLink>
                ),
              },
              {
                label: say.state,
                value: (one) =>
                  one.confirmed_at !== null
                    ? say.isConfirmed(byOf(one.confirmed_at, one.confirmed_by_name))
                    : say.isDismissed(byOf(one.dismissed_at ?? "", one.dismissed_by_name)),
              },
              { label: say.why, value: ({ reason }) => reason },
              {
                label: words.common.actions,
                value: (one) => (
                  <Actions>
                    {one.confirmed_at === null
                      ? (
                        <ActButton
                          label={say.confirm}
                          aria-label={`${say.confirm}: ${nameOf(one)}, ${day(one.work_date)}`}
                          done={say.confirmed}
                          act={() => confirm(one)}
                        />
                      )
                      : (
                        <DismissDialog
                          button={say.dismiss}
                          act={(reason) => dismiss(one, reason)}
                        />
                      )}
                  </Actions>
                ),
              },
            ]}
          />
        </Part>
      )}
    </Loaded>
  );
}

function DismissDialog({ button, act, isDisabled = false }: {
  button: string;
  act: (reason: unknown) => Promise<unknown>;
  isDisabled?: boolean;
}) {
  return (
    <FormDialog
      button={button}
      title={say.dismissTitle}
      text={say.dismissAbout}
      submit={say.dismissSubmit}
      done={say.dismissed}
      buttonProps={{ disabled: isDisabled }}
      act={({ reason }) => act(reason)}
    >
      <ReasonInput />
    </FormDialog>
  );
}

/** One after the other: what is refused, and all after it, stays on the list. */
async function oneByOne(chosen: readonly Proposed[], decide: (one: Proposed) => Promise<unknown>) {
  for (const one of chosen) await decide(one);
}
