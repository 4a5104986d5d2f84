import { DataTable, DateInput, SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { DayCol, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { CORRECTED, CorrectionCol, CorrectTime } from "./correction.tsx";

const say = words.time.all;
type Entry = Row<"time_entries"> & {
  assignments: {
    contractors: { first_name: string; last_name: string };
    facilities: { name: string };
  };
};

/** Every entry of time. There may be millions: nobody counts them. */
export function AllTime() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="time_entries"
        storeKey="time_entries"
        select={`id,work_date,hours,status,is_payable,notes,sent_back_reason,${CORRECTED},corrected_by_name,assignments(contractors(first_name,last_name),facilities(name))`}
        sort={{ field: "work_date", order: "DESC" }}
        filters={[
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={choicesOf(["draft", "submitted", "pending_approval", "approved", "locked"])}
            alwaysOn
          />,
          <DateInput key="from" source="work_date@gte" label={say.from} alwaysOn />,
          <DateInput key="to" source="work_date@lte" label={say.to} alwaysOn />,
        ]}
      >
        <DayCol source="work_date" label={words.common.day} />
        <NameCol
          label={words.common.contractor}
          value={({ assignments: { contractors } }: Entry) =>
            `${contractors.first_name} ${contractors.last_name}`}
        />
        <NameCol
          label={words.common.facility}
          value={({ assignments }: Entry) => assignments.facilities.name}
        />
        <StateCol />
        <DataTable.NumberCol
          source="hours"
          label={words.common.hours}
          disableSort
          options={{ minimumFractionDigits: 2 }}
        />
        <DataTable.Col source="notes" label={say.notes} disableSort />
        <DataTable.Col
          source="sent_back_reason"
          label={say.sentBack}
          disableSort
        />
        <CorrectionCol />
        {isOneOf(me, "payroll") && (
          <DataTable.Col
            label={false}
            render={(one: Entry) =>
              one.is_payable && (
                <CorrectTime
                  id={one.id}
                  name={`${one.assignments.contractors.first_name} ${one.assignments.contractors.last_name}`}
                  workDate={one.work_date}
                  worked={one.hours}
                />
              )}
          />
        )}
      </ScreenList>
    </Page>
  );
}
