import { maxValue, minValue, NumberInput, required, SelectInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, decimal } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import {
  daysOfText,
  remind,
  ReminderDaysInput,
  reminderDaysOf,
  textOfDays,
} from "./reminder_days.tsx";

const say = words.facilities.invoicing;
const COLUMNS =
  "invoices_by,billing_cycle,two_weeks_from,due_date_rule,discount_rate,discount_days";

/**
 * Invoicing of a facility: what each invoice bills, for which days, its due day, and its reminders.
 */
export function FacilityInvoicing({ facilityId }: { facilityId: string }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const query = { id: `eq.${facilityId}` };
  const facility = useAsk(
    ["facility_invoicing", facilityId],
    async (signal) => {
      const [[found], days] = await Promise.all([
        rows("facilities", { select: COLUMNS, ...query }, signal),
        reminderDaysOf(facilityId, signal),
      ]);
      return { found, days };
    },
  );
  return (
    <Loaded query={facility}>
      {({ found, days }) =>
        found !== undefined && (
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
                defaultValues={{
                  ...found,
                  discount_percent: percentOf(found.discount_rate),
                  reminder_days: textOfDays(days),
                }}
                act={async ({ reminder_days: text, discount_percent: percent, ...values }) => {
                  await update("facilities", query, {
                    ...values,
                    ...percent
                      ? { discount_rate: decimal(String(percent)).dividedBy(100).toFixed(6) }
                      : { discount_rate: null, discount_days: null },
                  });
                  await remind(facilityId, daysOfText(text), days);
                }}
              >
                <Fields />
              </FormDialog>
            )}
          >
            <Facts
              facts={[
                [say.by, say.bys[found.invoices_by]],
                [say.cycle, say.cycles[found.billing_cycle]],
                [
                  say.twoWeeksFrom,
                  found.billing_cycle === "two_weeks" ? day(found.two_weeks_from) : null,
                ],
                [say.dueDates, say.dueDateRules[found.due_date_rule]],
                [
                  say.discount,
                  found.discount_rate === null ? say.noDiscount : say.discountText(
                    `${percentOf(found.discount_rate)} %`,
                    found.discount_days ?? 0,
                  ),
                ],
                [say.reminders, days.length === 0 ? say.noReminders : textOfDays(days)],
              ]}
            />
          </Part>
        )}
    </Loaded>
  );
}

/** A share as percent, as it is typed: 0.02 is 2. */
function percentOf(share: number | null): number | null {
  return share === null ? null : decimal(share).times(100).toNumber();
}

function Fields() {
  const cycle: unknown = useWatch({ name: "billing_cycle" });
  const percent: unknown = useWatch({ name: "discount_percent" });
  const hasDiscount = percent !== null && percent !== undefined && percent !== "" && percent !== 0;
  return (
    <>
      <SelectInput
        source="invoices_by"
        label={say.by}
        choices={choicesOf(Object.keys(say.bys), say.bys)}
        validate={required()}
      />
      <SelectInput
        source="billing_cycle"
        label={say.cycle}
        choices={choicesOf(Object.keys(say.cycles), say.cycles)}
        validate={required()}
        helperText={say.cycleAbout}
      />
      {cycle === "two_weeks" && (
        <DayInput
          source="two_weeks_from"
          label={say.twoWeeksFrom}
          optional
          helperText={say.twoWeeksFromAbout}
        />
      )}
      <SelectInput
        source="due_date_rule"
        label={say.dueDates}
        choices={choicesOf(Object.keys(say.dueDateRules), say.dueDateRules)}
        validate={required()}
      />
      <NumberInput
        source="discount_percent"
        label={say.discountPercent}
        helperText={say.discountPercentAbout}
        validate={[minValue(0), maxValue(99)]}
      />
      {hasDiscount && (
        <NumberInput
          source="discount_days"
          label={say.discountDays}
          validate={[required(), minValue(0), maxValue(365)]}
        />
      )}
      <ReminderDaysInput source="reminder_days" />
    </>
  );
}
