import { type RaRecord, RecordContext, required, TextInput } from "react-admin";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { type Coded, muchOf, unitWord } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { HOURS_INPUT, hoursIn, quantityIn } from "../../ui/hours.ts";
import { DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { Col } from "../../ui/list.tsx";
import type { Times } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { type Follow, followsOf, standingOf } from "./follows.ts";
import { FollowsDialog } from "./follows_dialog.tsx";
import { changedTimes, partInForm, PartInputs } from "./part_inputs.tsx";

const say = words.time.correction;
const isHours = [
  required(),
  (value: unknown) =>
    Number(hoursIn(String(value ?? ""))) > 0 ? undefined : words.own.time.notHours,
];
const isQuantity = [
  required(),
  (value: unknown) =>
    Number(quantityIn(String(value ?? ""))) > 0 ? undefined : words.codes.enter.notQuantity,
];

/** Words for a row of time that was corrected or set aside. */
export interface Corrected {
  readonly work_date: string | null;
  readonly set_aside_reason: string | null;
  readonly corrected_at: string | null;
  readonly correction_reason: string | null;
  readonly hours_before_correction: number | null;
  readonly quantity_before_correction: number | null;
  readonly work_date_before_correction: string | null;
  /** Read by staff alone. */
  readonly corrected_by_name?: string | null;
}

/** The columns that {@link Corrected} takes, for a request. */
export const CORRECTED = "set_aside_reason,corrected_at,correction_reason," +
  "hours_before_correction,quantity_before_correction,work_date_before_correction";

/** Former values of an entry, who changed it when, and why; null if nobody did. */
export function correctionText(
  entry: Corrected & {
    readonly unit?: string | null;
    readonly time_codes?: { readonly unit: string };
  },
): string | null {
  if (entry.set_aside_reason !== null) return say.setAside(entry.set_aside_reason);
  if (entry.corrected_at === null) return null;
  const was = entry.work_date_before_correction === entry.work_date
    ? null
    : day(entry.work_date_before_correction);
  const who = words.common.by(day(entry.corrected_at), entry.corrected_by_name ?? null);
  const much = muchOf({
    hours: entry.hours_before_correction,
    quantity: entry.quantity_before_correction,
    unit: entry.unit ?? entry.time_codes?.unit ?? null,
  });
  return `${say.was(much, was)} (${who}): ${entry.correction_reason ?? ""}`;
}

/** A column of a list for what there is to say of an entry, each remark on a line of its own. */
export function RemarksCol<Entry extends Corrected>(
  { of }: { of: (row: Entry) => readonly (string | null | undefined | false)[] },
) {
  return (
    <Col
      label={words.time.all.remarks}
      cellSx={() => ({ whiteSpace: "normal !important", minWidth: 160 })}
      render={(row: RaRecord & Entry) =>
        [...of(row), correctionText(row)].filter(Boolean).map((remark) => (
          <div key={String(remark)}>{remark}</div>
        ))}
    />
  );
}

/** Corrects an entry that was approved, by its hours and its day or by the times of its shift; or sets it aside. */
export function CorrectTime({ id, name, entry, zone }: {
  id: string;
  name: string;
  entry: Times & Coded & { work_date: string };
  zone: string;
}) {
  const { work_date: workDate } = entry;
  const me = useMe();
  const shift = partInForm(entry, zone, me.workday);
  const isUnits = entry.quantity !== null;
  const [follows, setFollows] = useState<readonly Follow[] | null>(null);
  const buttonProps = (label: string) => ({
    variant: "text" as const,
    "aria-label": `${label} ${name}, ${workDate}`,
  });
  return (
    // Of the list's row, whose times are instants, the forms know nothing.
    <RecordContext.Provider value={undefined}>
      <FormDialog
        button={say.correct}
        title={say.title(name, day(workDate))}
        text={shift === null ? say.about : say.shiftAbout}
        submit={say.correct.replace(" …", "")}
        buttonProps={buttonProps(say.correct)}
        defaultValues={shift ??
          { hours: entry.hours, quantity: entry.quantity, work_date: workDate }}
        act={async (values) => {
          const before = await standingOf(id, me.weekStartsOn);
          await call("correct_time_entry", {
            time_entry_id: id,
            reason: String(values["reason"]),
            ...(shift === null
              ? {
                ...(isUnits
                  ? { quantity: quantityIn(String(values["quantity"])) ?? "" }
                  : { hours: hoursIn(String(values["hours"])) ?? "" }),
                work_date: String(values["work_date"]),
              }
              : changedTimes(values, shift)),
          });
          setFollows(followsOf(before, await standingOf(id, me.weekStartsOn)));
        }}
      >
        {shift === null
          ? <HoursInputs unit={isUnits ? entry.unit : null} />
          : <PartInputs day={workDate} />}
        <ReasonInput />
      </FormDialog>
      {follows !== null && (
        <FollowsDialog
          title={say.follows.titleOf(name, day(workDate))}
          follows={follows}
          close={() => setFollows(null)}
        />
      )}
      <FormDialog
        button={say.aside}
        title={say.asideTitle(name, day(workDate))}
        text={say.asideAbout}
        submit={words.time.locked.aside}
        done={words.time.locked.setAsideDone}
        buttonProps={buttonProps(say.aside)}
        act={({ reason }) =>
          call("set_aside_time", { time_entry_ids: [id], reason: String(reason) })}
      >
        <ReasonInput />
      </FormDialog>
    </RecordContext.Provider>
  );
}

/** @param unit that of a quantity; null: hours */
function HoursInputs({ unit }: { unit: string | null }) {
  return (
    <>
      <TextInput
        source={unit === null ? "hours" : "quantity"}
        label={unit === null ? words.common.hours : words.codes.enter.quantity(unitWord(unit))}
        validate={unit === null ? isHours : isQuantity}
        slotProps={{ htmlInput: HOURS_INPUT }}
      />
      <DayInput source="work_date" label={words.common.day} />
    </>
  );
}
