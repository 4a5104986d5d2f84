import {
  FIGURE_NAMES,
  figureText,
} from "../../../../supabase/functions/_shared/delivery/texts/weekly_flash.ts";
import { call, type RowOf } from "../../api/call.ts";
import { useAddress } from "../../ui/address.ts";
import { DayField } from "../../ui/day_field.tsx";
import { day } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.profit.week;
type Figure = RowOf<"weekly_flash">;

/** A workweek in figures, beside the week before and the same week a year ago; the last one that is over, unless the address says another. */
export function Week() {
  const [asked, change] = useAddress();
  const start = asked.get("week");
  const found = useAsk(
    ["weekly_flash", start],
    (signal) => call("weekly_flash", start === null ? {} : { week_start: start }, signal),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <DayField
          label={say.firstDay}
          value={start ?? found.data?.[0]?.week ?? ""}
          set={(week) => change({ week })}
        />
      }
    >
      <Loaded query={found}>
        {(figures) => (
          <Part title={say.weekOf(day(figures[0]?.week))}>
            <Rows
              label={say.title}
              rows={figures}
              rowKey={({ figure }) => figure}
              empty={say.none}
              columns={[
                { label: say.figure, value: ({ figure }) => FIGURE_NAMES[figure] ?? figure },
                { label: say.value, value: told("value"), isNumber: true },
                { label: say.before, value: told("week_before"), isNumber: true },
                { label: say.yearBefore, value: told("year_before"), isNumber: true },
              ]}
            />
          </Part>
        )}
      </Loaded>
    </Page>
  );
}

/** A figure in the words of the mail. The API's JSON has 3300 for 3300.00. */
const told = (name: "value" | "week_before" | "year_before") => (figure: Figure) => {
  const value = figure[name];
  const { measure } = figure;
  return figureText(
    value === null ? null : value.toFixed(measure === "people" ? 0 : measure === "days" ? 1 : 2),
    measure,
  );
};
