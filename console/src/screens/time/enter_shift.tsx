import { call } from "../../api/call.ts";
import { REGULAR } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { clock } from "../../ui/shift_times.tsx";
import { useMe } from "../../ui/use_me.ts";
import { beginOf, MIDNIGHT } from "../../ui/workday.ts";
import { words } from "../../words.ts";
import { type ShiftCode, ShiftCodeAt, ShiftCodeInput } from "./shift_code.tsx";
import { shiftIn, ShiftInputs } from "./shift_inputs.tsx";

const say = words.time.shift;

/** Enters a shift by its times: a contractor's own, or somebody's on their behalf. */
export function EnterShift({ assignmentId, codes, title, day, zone, ...rest }: {
  assignmentId: string;
  /** Codes that the shift may have: a contractor's own, or those that staff may enter at the facility. */
  codes: readonly ShiftCode[] | { readonly facilityId: string };
  title: string;
  /** On which it begins, unless another is chosen. */
  day: string;
  zone: string;
  variant?: "outlined" | "text";
  size?: "small" | "medium";
  "aria-label"?: string;
}) {
  const begins = beginOf(useMe().workday, day);
  return (
    <FormDialog
      button={say.enter}
      title={title}
      text={begins === MIDNIGHT
        ? say.about(zone)
        : say.aboutFrom(zone, clock(`1970-01-01T${begins}Z`, "UTC"))}
      submit={say.submit}
      done={say.entered}
      buttonProps={rest}
      defaultValues={{ work_date: day, timezone: zone, break_minutes: 0, code: REGULAR }}
      act={async (values) => {
        const shift = shiftIn(values);
        if (shift === null) return;
        const { break_started_at: pause, ...times } = shift;
        const code = String(values["code"] ?? REGULAR);
        await call("enter_shift", {
          assignment_id: assignmentId,
          ...times,
          ...(pause === null ? {} : { break_started_at: pause }),
          ...(code === REGULAR ? {} : { code }),
        });
      }}
    >
      <ShiftInputs />
      {"facilityId" in codes
        ? <ShiftCodeAt assignmentId={assignmentId} facilityId={codes.facilityId} />
        : <ShiftCodeInput codes={codes} />}
    </FormDialog>
  );
}
