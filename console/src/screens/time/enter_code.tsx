import { required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { call } from "../../api/call.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { HOUR, REGULAR, unitWord } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { weekStart } from "../../ui/format.ts";
import { HOURS_INPUT, hoursIn, quantityIn } from "../../ui/hours.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { LeaveOf } from "../../ui/leave_balances.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.codes.enter;

/** A code that somebody may enter at an assignment. */
interface EnteredCode {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
}

/** Codes that the staff member may enter at an assignment: those of their roles that have rates there, whichever days. */
async function codesAt(
  assignmentId: string,
  facilityId: string,
  roles: readonly string[],
  signal: AbortSignal,
): Promise<EnteredCode[]> {
  const found = await rows("time_codes", {
    select:
      "name,title,unit,entered_by,bill_multiplier,pay_multiplier,assignment_code_rates(bill_rate,pay_rate),facility_code_rates(bill_rate,pay_rate)",
    name: `neq.${REGULAR}`,
    "assignment_code_rates.assignment_id": `eq.${assignmentId}`,
    "facility_code_rates.facility_id": `eq.${facilityId}`,
    order: "title,name",
  }, signal);
  return found.filter((code) => {
    const rates = [...code.assignment_code_rates, ...code.facility_code_rates];
    return code.entered_by.some((role) => roles.includes(role)) &&
      (code.bill_multiplier !== null || rates.some((rate) => rate.bill_rate !== null)) &&
      (code.pay_multiplier !== null || rates.some((rate) => rate.pay_rate !== null));
  });
}

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
  const { roles } = me;
  const entering = roles.includes("admin") ? [...roles, "billing", "payroll", "recruiting"] : roles;
  const codes = useAsk(
    ["time_codes", "at", assignmentId, entering],
    (signal) => codesAt(assignmentId, facilityId, entering, signal),
  );
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
