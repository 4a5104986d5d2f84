import { BooleanInput, required, SelectInput } from "react-admin";
import { call } from "../../api/call.ts";
import { rows } from "../../api/rows.ts";
import { Actions } from "../../ui/act.tsx";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, money, sum, today } from "../../ui/format.ts";
import { DayInput, MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SETTLEMENT, Settlements } from "./settlements.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.people.overpayments;
type Kind = keyof typeof say.kinds;
const KINDS = choicesOf(["check", "waived", "written_off"], say.kinds);

/** Overpayments of somebody, week by week, and what becomes of them. For payroll. */
export function Overpayments({ contractorId }: { contractorId: string }) {
  const me = useMe();
  const overpaid = useAsk(["overpayments", contractorId], async (signal) => {
    const [weeks, arrangements, settlements] = await Promise.all([
      rows("overpayments", {
        select: "week_start,overpaid,recovered,settled,open,unarranged",
        contractor_id: `eq.${contractorId}`,
        order: "week_start.desc",
      }, signal),
      rows("recovery_arrangements", {
        select: "id,amount,per_pay_day,starts_on,reason",
        contractor_id: `eq.${contractorId}`,
        ended_at: "is.null",
      }, signal),
      rows("overpayment_settlements", {
        select: SETTLEMENT,
        contractor_id: `eq.${contractorId}`,
        order: "settled_on.desc,created_at.desc,id",
      }, signal),
    ]);
    return { weeks, arrangement: arrangements[0], settlements };
  });
  return (
    <Loaded query={overpaid}>
      {({ weeks, arrangement, settlements }) =>
        weeks.length > 0 && (
          <Part
            title={say.title}
            about={aboutOf(weeks, arrangement)}
          >
            {weeks.some(({ open }) => Number(open) > 0) && (
              <Actions>
                <FormDialog
                  button={say.arrange}
                  title={say.arrange}
                  text={say.arrangeAbout}
                  submit={say.arrange}
                  done={say.isArranged}
                  defaultValues={() => ({
                    starts_on: today(me.timezone),
                    is_clerical_error: false,
                    next_pay_in_full: false,
                  })}
                  act={(values) => call("arrange_recovery", arrangementOf(contractorId, values))}
                >
                  <MoneyInput source="amount" label={say.amount} optional />
                  <MoneyInput source="per_pay_day" label={say.perPayDay} optional />
                  <DayInput source="starts_on" label={say.startsOn} />
                  <DayInput source="agreed_on" label={say.agreedOn} optional />
                  <DayInput source="notice_on" label={say.noticeOn} optional />
                  <BooleanInput source="is_clerical_error" label={say.clericalError} />
                  <BooleanInput source="next_pay_in_full" label={say.nextPayInFull} />
                  <ReasonInput />
                </FormDialog>
                {arrangement !== undefined && (
                  <FormDialog
                    button={say.end}
                    title={say.end}
                    submit={say.end}
                    done={say.isEnded}
                    buttonProps={{ variant: "text" }}
                    act={({ reason }) =>
                      call("arrange_recovery", {
                        contractor_id: contractorId,
                        starts_on: arrangement.starts_on,
                        amount: 0,
                        reason: String(reason),
                      })}
                  >
                    <ReasonInput />
                  </FormDialog>
                )}
              </Actions>
            )}
            <Rows
              label={say.title}
              rows={weeks}
              rowKey={(one) => one.week_start ?? ""}
              empty=""
              columns={[
                { label: words.people.contractor.week, value: (one) => day(one.week_start) },
                { label: say.overpaid, value: (one) => money(one.overpaid), isNumber: true },
                { label: say.recovered, value: (one) => money(one.recovered), isNumber: true },
                { label: say.settled, value: (one) => money(one.settled), isNumber: true },
                { label: say.open, value: (one) => money(one.open), isNumber: true },
                {
                  label: say.settle,
                  value: (one) =>
                    Number(one.open) > 0 && (
                      <FormDialog
                        button={say.settle}
                        title={say.settleOf(day(one.week_start))}
                        submit={say.settle}
                        done={say.isSettled}
                        buttonProps={{ variant: "text" }}
                        defaultValues={{ amount: one.open }}
                        act={({ kind, amount, reason }) =>
                          call("settle_overpayment", {
                            contractor_id: contractorId,
                            week_start: one.week_start ?? "",
                            kind: kind as Kind,
                            amount: String(amount),
                            reason: String(reason),
                          })}
                      >
                        <SelectInput
                          source="kind"
                          label={words.common.kind}
                          choices={KINDS}
                          validate={required()}
                        />
                        <MoneyInput source="amount" label={words.common.amount} />
                        <ReasonInput />
                      </FormDialog>
                    ),
                },
              ]}
            />
            <Settlements of={settlements} />
          </Part>
        )}
    </Loaded>
  );
}

interface Arrangement {
  readonly amount: number;
  readonly per_pay_day: number | null;
  readonly starts_on: string;
}

/** Sentences on how what is open comes back, and what of it nobody has arranged. */
function aboutOf(
  weeks: readonly { readonly open: number; readonly unarranged: number }[],
  arrangement: Arrangement | undefined,
): string {
  if (sum(weeks.map(({ open }) => open)).isZero()) return say.nothingOpen;
  if (arrangement === undefined) return say.notArranged;
  const unarranged = sum(weeks.map((week) => week.unarranged));
  return say.arranged(
    money(arrangement.amount),
    arrangement.per_pay_day === null ? null : money(arrangement.per_pay_day),
    day(arrangement.starts_on),
  ) + (unarranged.isZero() ? "" : say.moreToArrange(money(unarranged)));
}

/** Arguments from what was typed: what is left empty is not said. */
function arrangementOf(contractorId: string, values: Values) {
  const text = (name: string) => {
    const value = values[name];
    return value === undefined || value === null || value === "" ? {} : { [name]: String(value) };
  };
  return {
    contractor_id: contractorId,
    starts_on: String(values["starts_on"]),
    reason: String(values["reason"]),
    is_clerical_error: values["is_clerical_error"] === true,
    next_pay_in_full: values["next_pay_in_full"] === true,
    ...text("amount"),
    ...text("per_pay_day"),
    ...text("agreed_on"),
    ...text("notice_on"),
  };
}
