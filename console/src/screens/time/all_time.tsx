import { DateInput, SelectInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { FacilityInput } from "../../ui/inputs.tsx";
import { Col, DayCol, NameCol, NumberCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.time.all;
type Entry = Row<"time_entries"> & {
  assignments: {
    contractors: { first_name: string; last_name: string };
    facilities: { name: string };
  };
};

/** Every entry of time. There may be millions: nobody counts them. */
export function AllTime() {
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="time_entries"
        storeKey="time_entries"
        select="id,work_date,hours,status,notes,sent_back_reason,assignments!inner(contractors(first_name,last_name),facilities(name))"
        filters={[
          <FacilityInput
            key="facility"
            source="assignments.facility_id"
            optional
            active={false}
            {...{ alwaysOn: true }}
          />,
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
        <NumberCol
          source="hours"
          label={words.common.hours}
          options={{ minimumFractionDigits: 2 }}
        />
        <Col source="notes" label={say.notes} />
        <Col
          source="sent_back_reason"
          label={say.sentBack}
        />
      </ScreenList>
    </Page>
  );
}
