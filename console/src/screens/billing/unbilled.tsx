import { Typography } from "@mui/material";
import { call } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, hours, money, sum } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.billing.unbilled;
type Entry = Pick<
  Row<"unbilled_time">,
  "time_entry_id" | "facility_id" | "facility_name" | "work_date" | "hours"
>;

/** Approved time that no invoice has yet, and weeks that came to something else since they were sent. */
export function Unbilled() {
  const me = useMe();
  const time = useAsk(["unbilled_time"], () =>
    allRows<Entry>("unbilled_time", {
      select: "time_entry_id,facility_id,facility_name,work_date,hours",
      order: "work_date,time_entry_id",
    }));
  const differences = useAsk(
    ["unbilled_differences"],
    () =>
      allRows<Row<"unbilled_differences">>("unbilled_differences", {
        select: "*",
        order: "week_start,facility_id,contractor_id",
      }),
  );
  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.time} about={say.timeAbout}>
        <Loaded query={time}>
          {(found) => (
            <Rows
              label={say.time}
              rows={byFacility(found)}
              rowKey={({ id }) => id}
              empty={say.noTime}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => one.name,
                  total: words.common.total,
                },
                { label: say.oldest, value: (one) => day(one.oldest) },
                { label: say.newest, value: (one) => day(one.newest) },
                {
                  label: say.entries,
                  value: (one) => count(one.entries),
                  isNumber: true,
                  total: count(found.length),
                },
                {
                  label: words.common.hours,
                  value: (one) => hours(one.hours),
                  isNumber: true,
                  total: hours(sum(found.map((entry) => entry.hours)).toNumber()),
                },
                ...(isOneOf(me, "billing")
                  ? [{
                    label: say.bill,
                    heading: "",
                    value: (one: Late) => (
                      <FormDialog
                        button={say.backfill}
                        title={say.backfillTitle(one.name)}
                        text={say.backfillAbout}
                        submit={say.backfillSubmit}
                        done={say.backfilled}
                        act={({ through_date: through }) =>
                          call("backfill_invoice", {
                            facility_id: one.id,
                            ...(through ? { through_date: String(through) } : {}),
                          })}
                      >
                        <DayInput
                          source="through_date"
                          label={say.through}
                          optional
                          helperText={say.throughDefault}
                        />
                      </FormDialog>
                    ),
                  }]
                  : []),
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Part title={say.differences} about={say.differencesAbout}>
        <Loaded query={differences}>
          {(found) => (
            <Rows
              label={say.differences}
              rows={found}
              rowKey={(one) => `${one.week_start} ${one.facility_id} ${one.contractor_id}`}
              empty={say.noDifferences}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => one.facility_name,
                  total: words.common.total,
                },
                { label: words.common.contractor, value: (one) => one.contractor_name },
                { label: say.week, value: (one) => day(one.week_start) },
                { label: say.billed, value: (one) => money(one.billed_amount), isNumber: true },
                { label: say.due, value: (one) => money(one.due_amount), isNumber: true },
                {
                  label: say.difference,
                  value: (one) => money(one.amount),
                  isNumber: true,
                  total: money(sum(found.map(({ amount }) => amount))),
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      {(differences.data ?? []).length > 0 && (
        <Typography variant="body2" color="text.secondary">{say.hint}</Typography>
      )}
    </Page>
  );
}

interface Late {
  readonly id: string;
  readonly name: string;
  readonly oldest: string;
  readonly newest: string;
  readonly entries: number;
  readonly hours: number;
}

function byFacility(entries: readonly Entry[]): Late[] {
  const groups = Map.groupBy(entries, ({ facility_id: id }) => id);
  return [...groups].map(([id, found]) => ({
    id: id ?? "",
    name: found[0]?.facility_name ?? "",
    oldest: found[0]?.work_date ?? "",
    newest: found.at(-1)?.work_date ?? "",
    entries: found.length,
    hours: sum(found.map((entry) => entry.hours)).toNumber(),
  })).sort((a, b) => a.name.localeCompare(b.name));
}
