import { required, SelectInput, TextInput } from "react-admin";
import { insert, remove, type Row, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, hours, today } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.guarantees.exceptions;
const KINDS = choicesOf(Object.keys(say.kinds), say.kinds);
const HOURS_A_DAY = 24;
type Exception = Pick<Row<"guarantee_exceptions">, "id" | "day" | "hours" | "kind">;

/** Hours that a guaranteed week does not promise; nothing where no guarantee is and never was. */
export function GuaranteeExceptions({ assignmentId }: { assignmentId: string }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing", "payroll", "recruiting");
  const asked = useAsk(["guarantee_exceptions", assignmentId], async (signal) => {
    const ofIt = { assignment_id: `eq.${assignmentId}` };
    const [exceptions, guarantees] = await Promise.all([
      rows("guarantee_exceptions", {
        ...ofIt,
        select: "id,day,hours,kind",
        order: "day.desc,id",
      }, signal),
      rows("guarantees", { ...ofIt, select: "id", limit: "1" }, signal),
    ]);
    return { exceptions, isGuaranteed: guarantees.length > 0 };
  });
  if (asked.data && asked.data.exceptions.length === 0 && !asked.data.isGuaranteed) return null;
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          defaultValues={() => ({ day: today(me.timezone) })}
          act={(values) =>
            insert("guarantee_exceptions", [{ ...values, assignment_id: assignmentId }])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={asked}>
        {({ exceptions }) => (
          <Rows
            label={say.title}
            rows={exceptions}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: words.common.day, value: (one) => day(one.day) },
              { label: words.common.kind, value: ({ kind }) => say.kinds[kind] ?? kind },
              { label: words.common.hours, value: (one) => hours(one.hours), isNumber: true },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Exception) => <ExceptionActions exception={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function ExceptionActions({ exception }: { exception: Exception }) {
  const { id, day: of, hours: many, kind } = exception;
  return (
    <RowActions
      say={say}
      name={day(of)}
      values={{ day: of, hours: many.toFixed(2), kind }}
      change={(values) => update("guarantee_exceptions", { id: `eq.${id}` }, values)}
      remove={() => remove("guarantee_exceptions", { id: `eq.${id}` })}
    >
      <Fields />
    </RowActions>
  );
}

const areHours = (value: unknown) =>
  /^\d{1,2}(\.\d{1,2})?$/.test(String(value)) && Number(value) > 0 && Number(value) <= HOURS_A_DAY
    ? undefined
    : say.notHours;

function Fields() {
  return (
    <>
      <DayInput source="day" label={words.common.day} />
      <SelectInput
        source="kind"
        label={words.common.kind}
        choices={KINDS}
        validate={required()}
      />
      <TextInput
        source="hours"
        label={words.common.hours}
        validate={[required(), areHours]}
        slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off" } }}
      />
    </>
  );
}
