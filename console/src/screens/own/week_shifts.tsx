import { remove, type Row } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { hours, sum, weekday } from "../../ui/format.ts";
import { Rows } from "../../ui/rows.tsx";
import { type Times, timesOf } from "../../ui/shift_times.tsx";
import { words } from "../../words.ts";

const say = words.time.shift;
type Entry = Row<"my_time">;

/** The shifts of a week, each whole, also where a part of it is in another week. Drafts of theirs may be removed. */
export function WeekShifts({ entries, zone }: { entries: readonly Entry[]; zone: string }) {
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
        {
          label: say.remove,
          heading: "",
          value: (parts) => <RemoveShift parts={parts} text={textOf(parts, zone)} />,
        },
      ]}
    />
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
