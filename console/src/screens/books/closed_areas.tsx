import { call } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, instant } from "../../ui/format.ts";
import { DayInput, ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { lastMonth } from "./book_days.ts";

const say = words.books.areas;
type Area = Row<"closed_areas"> & { changed_by_name: string | null };
const nameOf = (area: string) => (say.names as Readonly<Record<string, string>>)[area] ?? area;

/** Through which days time, billing, cash and payroll take corrections alone. */
export function ClosedAreas() {
  const me = useMe();
  const areas = useAsk(
    ["closed_areas"],
    () => allRows("closed_areas", { select: "*,changed_by_name", order: "area" }),
  );
  return (
    <Part title={say.title} about={say.about}>
      <Loaded query={areas}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ area }) => area}
            empty=""
            columns={[
              { label: say.area, value: ({ area }) => nameOf(area) },
              {
                label: say.through,
                value: ({ through }) => through === null ? say.open : day(through),
              },
              {
                label: say.changed,
                value: (one) =>
                  [
                    one.changed_at && instant(one.changed_at, me.timezone),
                    one.changed_by_name,
                    one.reason,
                  ].filter(Boolean).join(", "),
              },
              ...(isOneOf(me) ? [{ label: "", value: (one: Area) => <Change of={one} /> }] : []),
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Change({ of: { area, through } }: { of: Area }) {
  const me = useMe();
  const { to: endOfMonth } = lastMonth(me.businessDate);
  return (
    <>
      <FormDialog
        button={say.close}
        title={say.closeTitle(nameOf(area))}
        text={say.closeAbout}
        submit={say.closeNow}
        done={say.closed}
        buttonProps={{ variant: "text", "aria-label": `${say.close} ${nameOf(area)}` }}
        defaultValues={(through ?? "") < endOfMonth ? { through: endOfMonth } : {}}
        act={(values) => call("close_area", { area, through: String(values["through"]) })}
      >
        <DayInput source="through" label={say.through} />
      </FormDialog>
      {through !== null && (
        <FormDialog
          button={say.reopen}
          title={say.openTitle(nameOf(area))}
          text={say.openAbout}
          submit={say.openNow}
          done={say.opened}
          buttonProps={{ variant: "text", "aria-label": `${say.reopen} ${nameOf(area)}` }}
          act={(values) =>
            call("open_area", {
              area,
              reason: String(values["reason"]),
              ...(values["through"] ? { through: String(values["through"]) } : {}),
            })}
        >
          <DayInput source="through" label={say.stays} optional />
          <ReasonInput />
        </FormDialog>
      )}
    </>
  );
}
