import { BooleanInput, required, SelectInput, TextInput } from "react-admin";
import { rows, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { day, timeOfDay } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { ZoneInput } from "../../ui/place_inputs.tsx";
import { zoneText } from "../../ui/zones.ts";
import { words } from "../../words.ts";
import { Letterhead } from "./letterhead.tsx";

const say = words.settings.firm;

/** The firm's own settings. */
export function Firm() {
  const settings = useAsk(["organization_settings"], async (signal) => {
    const [found] = await rows("organization_settings", {
      select: "*",
    }, signal);
    return found ?? null;
  });
  return (
    <Page title={say.title}>
      <Loaded query={settings}>
        {(found) =>
          found !== null && (
            <>
              <Part
                title={say.menu}
                actions={
                  <FormDialog
                    button={say.change}
                    title={say.title}
                    submit={say.save}
                    done={say.saved}
                    defaultValues={{
                      ...found,
                      workday_starts_at: found.workday_starts_at.slice(0, 5),
                    }}
                    act={(values) => {
                      const names = [
                        "invoice_number_prefix",
                        "credit_note_number_prefix",
                        "operating_timezone",
                        "workweek_starts_on",
                        "require_second_approver",
                        "workday_starts_at",
                        "workday_starts_from",
                      ] as const;
                      const after = {
                        ...values,
                        credit_note_number_prefix: values["credit_note_number_prefix"] || null,
                        workday_starts_at: `${values["workday_starts_at"]}:00`,
                        workday_starts_from: values["workday_starts_from"] || null,
                      } as Partial<typeof found>;
                      const changed = names.filter((name) => after[name] !== found[name]);
                      return changed.length === 0 ? Promise.resolve() : update(
                        "organization_settings",
                        { singleton: "is.true" },
                        Object.fromEntries(changed.map((name) => [name, after[name]])),
                      );
                    }}
                  >
                    <TextInput
                      source="invoice_number_prefix"
                      label={say.prefix}
                      validate={required()}
                    />
                    <TextInput
                      source="credit_note_number_prefix"
                      label={say.creditNotePrefix}
                      helperText={say.creditNotePrefixAbout}
                    />
                    <ZoneInput
                      source="operating_timezone"
                      label={say.timezone}
                      helperText={say.timezoneAbout}
                    />
                    <SelectInput
                      source="workweek_starts_on"
                      label={say.weekStart}
                      choices={say.weekdays.map((name, index) => ({ id: index + 1, name }))}
                      validate={required()}
                    />
                    <TextInput
                      source="workday_starts_at"
                      label={say.workday}
                      helperText={say.workdayAbout}
                      type="time"
                      validate={required()}
                      slotProps={{ inputLabel: { shrink: true } }}
                    />
                    <DayInput
                      source="workday_starts_from"
                      label={say.workdayFrom}
                      helperText={say.workdayFromAbout}
                      optional
                    />
                    <BooleanInput source="require_second_approver" label={say.second} />
                  </FormDialog>
                }
              >
                <Facts
                  facts={[
                    [say.prefix, found.invoice_number_prefix],
                    [
                      say.creditNotePrefix,
                      found.credit_note_number_prefix ?? say.creditNotePrefixNone,
                    ],
                    [say.timezone, zoneText(found.operating_timezone)],
                    [say.weekStart, say.weekdays[found.workweek_starts_on - 1]],
                    [
                      say.workday,
                      say.workdayIs(
                        timeOfDay(found.workday_starts_at),
                        found.workday_starts_from && day(found.workday_starts_from),
                      ),
                    ],
                    [say.second, found.require_second_approver ? say.yes : say.no],
                  ]}
                />
              </Part>
              <Letterhead settings={found} />
            </>
          )}
      </Loaded>
    </Page>
  );
}
