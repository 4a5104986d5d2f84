import { call } from "../../api/call.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { words } from "../../words.ts";
import { shiftIn, ShiftInputs } from "./shift_inputs.tsx";

const say = words.time.shift;

/** Enters a shift by its times: a contractor's own, or somebody's on their behalf. */
export function EnterShift({ assignmentId, title, day, zone, ...rest }: {
  assignmentId: string;
  title: string;
  /** On which it begins, unless another is chosen. */
  day: string;
  zone: string;
  variant?: "outlined" | "text";
  size?: "small" | "medium";
  "aria-label"?: string;
}) {
  return (
    <FormDialog
      button={say.enter}
      title={title}
      text={say.about(zone)}
      submit={say.submit}
      done={say.entered}
      buttonProps={rest}
      defaultValues={{ work_date: day, timezone: zone, break_minutes: 0 }}
      act={async (values) => {
        const shift = shiftIn(values);
        if (shift === null) return;
        const { break_started_at: pause, ...times } = shift;
        await call("enter_shift", {
          assignment_id: assignmentId,
          ...times,
          ...(pause === null ? {} : { break_started_at: pause }),
        });
      }}
    >
      <ShiftInputs />
    </FormDialog>
  );
}
