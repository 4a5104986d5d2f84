import { BooleanInput, SelectInput } from "react-admin";
import { insert, remove, type Row, update } from "../../api/rows.ts";
import { ActButton, Actions } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { instant, money, today } from "../../ui/format.ts";
import { pathOf } from "../../ui/links.tsx";
import { Col, DayCol, MoneyCol, NameCol, ScreenList } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AdjustmentFields, adjustmentOf, KINDS } from "./adjustment_fields.tsx";
import { countsOf } from "./adjustment_words.ts";

const say = words.payroll.adjustments;
type Adjustment = Row<"payroll_adjustments"> & {
  contractors: { first_name: string; last_name: string };
};

/** One-off pay: entered, approved, paid by the next batch. */
export function Adjustments() {
  const me = useMe();
  const nameOf = ({ contractors }: Adjustment) =>
    `${contractors.first_name} ${contractors.last_name}`;
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <FormDialog
          button={say.add}
          title={say.addTitle}
          submit={say.addSubmit}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={() => ({
            kind: "reimbursement",
            payable_on: today(me.timezone),
            in_regular_rate: true,
            is_flat_sum: false,
          })}
          act={(values) => insert("payroll_adjustments", [adjustmentOf(values)])}
        >
          <AdjustmentFields />
        </FormDialog>
      }
    >
      <ScreenList
        resource="payroll_adjustments"
        storeKey="payroll_adjustments"
        none={say.none}
        select="id,payable_on,kind,amount,in_regular_rate,is_flat_sum,earned_from,earned_to,reason,approved_at,approved_by_name,entered_by_name,contractor_id,contractors!payroll_adjustments_contractor_id_fkey(first_name,last_name)"
        filters={[
          <SelectInput
            key="kind"
            source="kind"
            label={words.common.kind}
            choices={KINDS}
            alwaysOn
          />,
          <BooleanInput
            key="waiting"
            source="approved_at@is"
            label={say.waiting}
            parse={(isOn: boolean) => isOn ? "null" : ""}
            format={(value: string) => value === "null"}
            alwaysOn
          />,
        ]}
      >
        <DayCol source="payable_on" label={say.payableOn} />
        <NameCol
          label={words.common.contractor}
          value={nameOf}
          to={(one: Adjustment) => pathOf.contractor(one.contractor_id)}
        />
        <NameCol
          label={words.common.kind}
          value={(one: Adjustment) =>
            [words.payroll.item.payKinds[one.kind], countsOf(one)].filter(Boolean).join(", ")}
        />
        <NameCol label={say.reason} value={(one: Adjustment) => one.reason ?? ""} />
        <MoneyCol source="amount" label={words.common.amount} />
        <NameCol label={say.by} value={(one: Adjustment) => one.entered_by_name ?? ""} />
        <Col
          label={say.approved}
          cellSx={() => ({ whiteSpace: "normal !important", minWidth: 160 })}
          render={(one: Adjustment) =>
            one.approved_at
              ? words.common.by(instant(one.approved_at, me.timezone), one.approved_by_name)
              : (
                <Actions>
                  <ActButton
                    label={say.approve}
                    aria-label={`${say.approve}: ${nameOf(one)}, ${money(one.amount)}`}
                    done={say.approved}
                    act={() =>
                      update("payroll_adjustments", {
                        id: `eq.${one.id}`,
                        approved_at: "is.null",
                      }, { approved_at: new Date().toISOString() })}
                  />
                  <FormDialog
                    button={say.remove}
                    title={say.removeTitle}
                    text={`${nameOf(one)}, ${money(one.amount)}`}
                    submit={say.remove}
                    done={say.removed}
                    buttonProps={{ variant: "text" }}
                    act={() => remove("payroll_adjustments", { id: `eq.${one.id}` })}
                  />
                </Actions>
              )}
        />
      </ScreenList>
    </Page>
  );
}
