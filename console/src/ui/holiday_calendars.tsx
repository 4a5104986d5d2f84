import { Box, Typography } from "@mui/material";
import { required, SelectInput, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, rows, type Selected, update } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { FormDialog, type Values } from "./form_dialog.tsx";
import { day, daysAfter, weekday, weekdayOf } from "./format.ts";
import { DayInput } from "./inputs.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { Rows } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.calendars;
const SELECT = "id,title,holiday_calendar_days(day,name)";
type Calendar = Selected<"holiday_calendars", typeof SELECT>;
type Day = Calendar["holiday_calendar_days"][number];

/** Holiday calendars of the firm, or of a facility, with their days, the newest first. */
export function HolidayCalendars({ facilityId }: { facilityId: string | null }) {
  const isAdmin = isOneOf(useMe());
  const calendars = useAsk(
    ["holiday_calendars", facilityId],
    (signal) =>
      rows("holiday_calendars", {
        select: SELECT,
        facility_id: facilityId === null ? "is.null" : `eq.${facilityId}`,
        order: "title,id",
        "holiday_calendar_days.order": "day.desc",
      }, signal),
  );
  return (
    <Part
      title={say.title}
      about={facilityId === null ? say.aboutFirm : say.aboutFacility}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          act={(values) =>
            insert("holiday_calendars", [
              { ...values, ...facilityId === null ? {} : { facility_id: facilityId } },
            ])}
        >
          <TitleInput />
        </FormDialog>
      )}
    >
      <Loaded query={calendars}>
        {(found) =>
          found.length === 0
            ? <Typography color="text.secondary" sx={{ my: 2 }}>{say.none}</Typography>
            : found.map((one) => <OneCalendar key={one.id} calendar={one} isAdmin={isAdmin} />)}
      </Loaded>
    </Part>
  );
}

function OneCalendar({ calendar, isAdmin }: { calendar: Calendar; isAdmin: boolean }) {
  const { title, holiday_calendar_days: days } = calendar;
  return (
    <Box sx={{ mt: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography variant="subtitle1" component="h3" sx={{ flexGrow: 1 }}>{title}</Typography>
        {isAdmin && <CalendarActions calendar={calendar} />}
      </Box>
      <Rows
        label={title}
        rows={days}
        rowKey={(one) => one.day}
        empty={say.noDays}
        columns={[
          { label: say.dayName, value: ({ name }) => name },
          {
            label: words.common.day,
            value: (one) => `${weekday(one.day)}, ${one.day.slice(0, 4)}`,
          },
          ...isAdmin
            ? [{
              label: words.common.actions,
              heading: "",
              value: (one: Day) => <RemoveDay calendar={calendar} of={one} />,
            }]
            : [],
        ]}
      />
    </Box>
  );
}

function CalendarActions({ calendar: { id, title, holiday_calendar_days: days } }: {
  calendar: Calendar;
}) {
  return (
    <>
      <FormDialog
        button={say.addDay}
        title={say.addDayTitle(title)}
        text={say.addDayAbout}
        submit={say.addDay}
        done={say.dayAdded}
        buttonProps={{ "aria-label": `${say.addDay}: ${title}` }}
        act={(values) =>
          insert(
            "holiday_calendar_days",
            daysOf(values).map((one) => ({ ...one, calendar_id: id })),
          )}
      >
        <TextInput
          source="name"
          label={say.dayName}
          helperText={say.dayNameAbout}
          validate={required()}
          autoFocus
          fullWidth
        />
        <DayInput source="day" label={words.common.day} />
        <CountsInput />
      </FormDialog>
      <FormDialog
        button={say.rename}
        title={say.renameTitle(title)}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.rename} ${title}` }}
        defaultValues={{ title }}
        act={(values) => update("holiday_calendars", { id: `eq.${id}` }, values)}
      >
        <TitleInput />
      </FormDialog>
      {days.length === 0 && (
        <FormDialog
          button={say.remove}
          title={say.removeTitle(title)}
          submit={say.removeNow}
          done={say.removed}
          buttonProps={{ variant: "text", "aria-label": `${say.remove} ${title}` }}
          act={() => remove("holiday_calendars", { id: `eq.${id}` })}
        />
      )}
    </>
  );
}

function TitleInput() {
  return (
    <TextInput
      source="title"
      label={say.name}
      helperText={say.nameAbout}
      validate={required()}
      autoFocus
      fullWidth
    />
  );
}

const SATURDAY = 6;
const SUNDAY = 7;
/**
 * Weekday beside a Saturday or a Sunday, on which a federal holiday is observed (5 USC 6103(b), Executive Order 11582);
 * null of a weekday.
 */
function observedOn(iso: unknown): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(iso))) return null;
  const weekdayNumber = weekdayOf(String(iso));
  if (weekdayNumber === SATURDAY) return daysAfter(String(iso), -1);
  return weekdayNumber === SUNDAY ? daysAfter(String(iso), 1) : null;
}

/** The days that count of a holiday on a weekend: nothing is asked of one on a weekday. */
function CountsInput() {
  const chosen: unknown = useWatch({ name: "day" });
  const observed = observedOn(chosen);
  if (observed === null) return null;
  const on = String(chosen);
  return (
    <SelectInput
      source="counts"
      label={say.counts(words.premiums.weekdays[weekdayOf(on) - 1] ?? "")}
      helperText={say.countsAbout}
      choices={[
        { id: "observed", name: say.alone(weekday(observed)) },
        { id: "itself", name: say.alone(weekday(on)) },
        { id: "both", name: say.both(weekday(on), weekday(observed)) },
      ]}
      translateChoice={false}
      validate={required()}
    />
  );
}

/** The days to list of the one that was typed. */
function daysOf({ day: chosen, name, counts }: Values): { day: string; name: string }[] {
  const itself = { day: String(chosen), name: String(name) };
  const observed = observedOn(chosen);
  if (observed === null || counts === "itself") return [itself];
  const beside = { day: observed, name: say.observed(itself.name) };
  return counts === "both" ? [itself, beside] : [beside];
}

function RemoveDay({ calendar, of: { day: listed, name } }: { calendar: Calendar; of: Day }) {
  return (
    <Box sx={{ textAlign: "right" }}>
      <FormDialog
        button={say.removeDay}
        title={say.removeDayTitle(name, day(listed))}
        text={say.addDayAbout}
        submit={say.removeNow}
        done={say.dayRemoved}
        buttonProps={{
          variant: "text",
          "aria-label": `${say.removeDay} ${name}, ${day(listed)}`,
        }}
        act={() =>
          remove("holiday_calendar_days", {
            calendar_id: `eq.${calendar.id}`,
            day: `eq.${listed}`,
          })}
      />
    </Box>
  );
}
