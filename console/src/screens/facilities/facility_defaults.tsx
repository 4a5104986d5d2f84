import { maxValue, minValue, NumberInput } from "react-admin";
import { type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { ScopeFields } from "../../ui/bill_terms.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { RuleInput } from "../../ui/overtime.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { StateInput, WagesInput, ZoneInput } from "../../ui/place_inputs.tsx";
import { stateText, zoneText } from "../../ui/zones.ts";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities.defaults;
const overtime = words.overtime;
const NOTICE = [minValue(1), maxValue(744)];
/** Columns of a facility's row that the page asks for. */
export const FACILITY =
  "id,name,timezone,bill_overtime_rule,bill_scope,bill_overtime_multiplier,bill_doubletime_multiplier,work_state,minimum_wage_jurisdictions,cancellation_notice_hours,overtime_rules(title)";
/** A facility with how new assignments there are billed. */
export type FacilityRow = Selected<"facilities", typeof FACILITY>;

/** Place of a facility, the clock that ends its days, and the billing of new assignments there. */
export function FacilityDefaults(
  { facility: { id, name: _, overtime_rules: rule, ...facility } }: { facility: FacilityRow },
) {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing");
  const firms = zoneText(me.timezone ?? "UTC");
  return (
    <Part
      title={say.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.change}
          title={say.title}
          text={say.changeAbout}
          submit={say.save}
          done={say.saved}
          defaultValues={{ ...facility }}
          act={(values) => update("facilities", { id: `eq.${id}` }, values)}
        >
          <ZoneInput
            source="timezone"
            label={say.timezone}
            helperText={say.timezoneAbout(firms)}
            optional
          />
          <StateInput
            source="work_state"
            label={say.workState}
            helperText={say.workStateAbout}
          />
          <WagesInput />
          <NumberInput
            source="cancellation_notice_hours"
            label={say.notice}
            helperText={say.noticeAbout}
            validate={NOTICE}
            min={1}
            max={744}
            step={1}
            fullWidth
          />
          <RuleInput source="bill_overtime_rule" label={say.rule} none={say.asPaid} />
          <ScopeFields prefix="bill_" />
        </FormDialog>
      )}
    >
      <Facts
        facts={[
          [
            say.timezone,
            facility.timezone === null ? say.firms(firms) : zoneText(facility.timezone),
          ],
          [
            say.workState,
            facility.work_state === null ? say.noWorkState : stateText(facility.work_state),
          ],
          [say.wages, facility.minimum_wage_jurisdictions?.join("; ") ?? say.wagesOfState],
          // Of a firm that does not plan shifts there is none.
          [
            say.notice,
            facility.cancellation_notice_hours !== null &&
            words.codes.hours(String(facility.cancellation_notice_hours)),
          ],
          [say.rule, rule?.title ?? say.asPaid],
          [overtime.scope, overtime.scopes[facility.bill_scope]],
          [overtime.overtimeMultiplier, String(facility.bill_overtime_multiplier)],
          [overtime.doubletimeMultiplier, String(facility.bill_doubletime_multiplier)],
        ]}
      />
    </Part>
  );
}
