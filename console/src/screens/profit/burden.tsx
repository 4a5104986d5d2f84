import { required, SelectInput, TextInput } from "react-admin";
import { allRows, insert, remove, type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, decimal, rate, today } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { isPercent } from "../facilities/terms_fields.tsx";

const say = words.profit.burden;
const SELECT = "id,employment_type,state,effective_from,rate";
type Burden = Selected<"burden_rates", typeof SELECT>;

/** Loaded percents by employment and state, which payroll enters. */
export function Burden() {
  const me = useMe();
  const mayWrite = isOneOf(me, "payroll");
  const burdens = useAsk(["burden_rates"], () =>
    allRows("burden_rates", {
      select: SELECT,
      order: "employment_type,state.nullsfirst,effective_from.desc,id",
    }));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={() => ({ employment_type: "w2", effective_from: today(me.timezone) })}
          act={(values) => insert("burden_rates", [rowOf(values)])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={burdens}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                { label: say.employment, value: (one) => say.employments[one.employment_type] },
                { label: say.state, value: (one) => one.state ?? say.everyState },
                { label: words.common.firstDay, value: (one) => day(one.effective_from) },
                { label: say.percent, value: (one) => rate(one.rate), isNumber: true },
                ...mayWrite
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Burden) => <Actions burden={one} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

/** A share from the percent that was typed; a state in capitals, and none where the field is empty. */
const rowOf = ({ percent, state, ...rest }: Values): Values => ({
  ...rest,
  state: state ? String(state).trim().toUpperCase() : null,
  rate: decimal(String(percent)).dividedBy(100).toFixed(6),
});

function Actions({ burden }: { burden: Burden }) {
  const seen = { id: `eq.${burden.id}` };
  const { id: _, rate: share, ...rest } = burden;
  return (
    <RowActions
      say={say}
      name={[
        say.employments[burden.employment_type],
        burden.state ?? say.everyState,
        day(burden.effective_from),
      ].join(", ")}
      values={{ ...rest, percent: decimal(share).times(100).toString() }}
      change={(values) => update("burden_rates", seen, rowOf(values))}
      remove={() => remove("burden_rates", seen)}
    >
      <Fields />
    </RowActions>
  );
}

function Fields() {
  return (
    <>
      <SelectInput
        source="employment_type"
        label={say.employment}
        choices={choicesOf(Object.keys(say.employments), say.employments)}
        validate={required()}
      />
      <TextInput source="state" label={say.state} helperText={say.stateAbout} />
      <DayInput source="effective_from" label={words.common.firstDay} />
      <TextInput source="percent" label={say.percent} validate={[required(), isPercent]} />
    </>
  );
}
