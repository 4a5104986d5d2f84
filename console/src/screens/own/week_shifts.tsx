import { remove, type Row, update } from "../../api/rows.ts";
import { codeTitle, REGULAR } from "../../ui/codes.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { hours, sum, weekday } from "../../ui/format.ts";
import { Rows } from "../../ui/rows.tsx";
import { type Times, timesOf } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";
import { type ShiftCode, ShiftCodeInput } from "../time/shift_code.tsx";

const say = words.time.shift;
type Entry = Row<"my_time">;

/**
 * The shifts of a week, each whole, also where a part of it is in another week. Drafts of theirs may be removed, or be
 * of another code.
 */
export function WeekShifts({ entries, codes, zone }: {
  entries: readonly Entry[];
  /** Codes that a shift may have. */
  codes: readonly ShiftCode[];
  zone: string;
}) {
  const shifts = [...Map.groupBy(entries, (entry) => entry.shift_id ?? "").values()];
  if (shifts.length === 0) return null;
  return (
    <Rows
      label={say.list}
      rows={shifts}
      rowKey={([first]) => first?.shift_id ?? ""}
      empty=""
      columns={[
        { label: say.list, value: (parts) => textOf(parts, zone) },
        {
          label: words.common.hours,
          value: (parts) => hours(sum(parts.map((part) => part.hours)).toNumber()),
          isNumber: true,
        },
        {
          label: words.common.state,
          value: (parts) =>
            [...new Set(parts.map(({ status }) => words.states[status ?? ""]))].join(", "),
        },
        ...(codes.length === 0 && entries.every((one) => one.code === REGULAR) ? [] : [{
          label: words.codes.code,
          value: (parts: readonly Entry[]) => (
            <CodeOfShift parts={parts} codes={codes} text={textOf(parts, zone)} />
          ),
        }]),
        {
          label: say.remove,
          heading: "",
          value: (parts) => <RemoveShift parts={parts} text={textOf(parts, zone)} />,
        },
      ]}
    />
  );
}

/** The code of a shift; while all of it is a draft, the way to another one that its person may enter. */
function CodeOfShift({ parts, codes, text }: {
  parts: readonly Entry[];
  codes: readonly ShiftCode[];
  text: string;
}) {
  const names = [...new Set(parts.map((part) => codeTitle(part) ?? say.regular))].join(", ");
  const mayChange = codes.length > 0 && parts.every(({ status }) => status === "draft");
  if (!mayChange) return names;
  return (
    <FormDialog
      button={say.changeCode(names)}
      title={say.changeCodeTitle(text)}
      text={say.changeCodeAbout}
      submit={say.changeCodeNow}
      done={say.codeChanged}
      buttonProps={{ variant: "text", "aria-label": `${say.changeCode(names)} ${text}` }}
      defaultValues={{ code: parts[0]?.code ?? REGULAR }}
      act={({ code }) =>
        update(
          "time_entries",
          {
            id: `in.(${parts.map(({ time_entry_id: id }) => id).join(",")})`,
            status: "eq.draft",
          },
          { code: String(code) },
          parts.length,
        )}
    >
      <ShiftCodeInput codes={codes} />
    </FormDialog>
  );
}

function RemoveShift({ parts, text }: { parts: readonly Entry[]; text: string }) {
  const drafts = parts.filter(({ status }) => status === "draft");
  if (drafts.length === 0) return null;
  return (
    <FormDialog
      button={say.remove}
      title={say.removeTitle(text)}
      text={say.removeAbout(
        drafts.map((part) => weekday(part.work_date ?? "")),
        drafts.length === parts.length,
      )}
      submit={say.removeNow}
      done={say.removed}
      buttonProps={{ variant: "text", "aria-label": `${say.remove} ${text}` }}
      act={() =>
        remove("time_entries", {
          id: `in.(${drafts.map(({ time_entry_id: id }) => id).join(",")})`,
          status: "eq.draft",
        })}
    />
  );
}

function textOf(parts: readonly Entry[], zone: string): string {
  const whole: Times = {
    started_at: parts[0]?.started_at ?? null,
    ended_at: parts.at(-1)?.ended_at ?? null,
    break_minutes: sum(parts.map((part) => part.break_minutes)).toNumber(),
    break_started_at: parts.find((part) => part.break_started_at !== null)?.break_started_at ??
      null,
  };
  return say.whole(weekday(parts[0]?.work_date ?? ""), timesOf(whole, zone).join(", "));
}
