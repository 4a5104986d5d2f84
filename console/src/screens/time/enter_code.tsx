import { required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { call } from "../../api/call.ts";
import { isOneOf } from "../../me.ts";
import { HOUR, unitWord } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { weekStart } from "../../ui/format.ts";
import { HOURS_INPUT, hoursIn, quantityIn } from "../../ui/hours.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { LeaveOf } from "../../ui/leave_balances.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { useCodesAt } from "./codes_at.ts";

const say = words.codes.enter;

/** Enters time of a code, or units, on somebody's behalf. */
export function EnterCode({ assignmentId, contractorId, facilityId, title, day }: {
  assignmentId: string;
  contractorId: string;
  facilityId: string;
  title: string;
  day: string;
}) {
  const { weekStartsOn } = useMe();
  return (
    <FormDialog
      button={say.open}
      title={title}
      text={say.about}
      submit={say.submit}
      done={say.done}
      buttonProps={{ variant: "text" }}
      defaultValues={{ work_date: day }}
      act={async (values) => {
        const [code = "", unit = HOUR] = String(values["code"]).split(" ");
        const workDate = String(values["work_date"]);
        await call("save_week", {
          assignment_id: assignmentId,
          week_start: weekStart(workDate, weekStartsOn),
          days: {
            [workDate]: [
              unit === HOUR
                ? { code, hours: Number(hoursIn(String(values["hours"]))) }
                : { code, quantity: Number(quantityIn(String(values["quantity"]))) },
            ],
          },
          submit: false,
        });
      }}
    >
      <Fields assignmentId={assignmentId} contractorId={contractorId} facilityId={facilityId} />
    </FormDialog>
  );
}

const isHours = (value: unknown) =>
  hoursIn(String(value ?? "")) === null ? words.own.time.notHours : undefined;
const isQuantity = (value: unknown) =>
  quantityIn(String(value ?? "")) === null ? say.notQuantity : undefined;

function Fields({ assignmentId, contractorId, facilityId }: {
  assignmentId: string;
  contractorId: string;
  facilityId: string;
}) {
  const me = useMe();
  const codes = useCodesAt(assignmentId, facilityId);
  const [code = "", unit] = String(useWatch({ name: "code" }) ?? "").split(" ");
  return (
    <Loaded query={codes}>
      {(found) =>
        found.length === 0 ? say.none : (
          <>
            <SelectInput
              source="code"
              label={words.codes.code}
              // The unit goes with it, so that the form asks for what the code is counted by.
              choices={found.map((code) => ({ id: `${code.name} ${code.unit}`, name: code.title }))}
              translateChoice={false}
              validate={required()}
            />
            {code !== "" && isOneOf(me, "payroll") && (
              <LeaveOf contractorId={contractorId} code={code} />
            )}
            <DayInput source="work_date" label={words.common.day} />
            {unit === undefined || unit === HOUR
              ? (
                <TextInput
                  source="hours"
                  label={words.common.hours}
                  validate={[required(), isHours]}
                  slotProps={{ htmlInput: HOURS_INPUT }}
                />
              )
              : (
                <TextInput
                  source="quantity"
                  label={say.quantity(unitWord(unit))}
                  validate={[required(), isQuantity]}
                  slotProps={{ htmlInput: HOURS_INPUT }}
                />
              )}
          </>
        )}
    </Loaded>
  );
}
