import { BooleanInput, TextInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { day, today } from "../../ui/format.ts";
import { FacilityInput } from "../../ui/inputs.tsx";
import { AssignmentLink, pathOf } from "../../ui/links.tsx";
import { Col, MoneyCol, NameCol, ScreenList } from "../../ui/list.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { HeadsPicture } from "./heads_picture.tsx";
import { MarginPicture } from "./margin_picture.tsx";

const say = words.people.assignments;
type Margin = Row<"assignment_margin"> & { id: string };

/** Assignments: who works where, and the margin of an hour. */
export function Assignments() {
  const me = useMe();
  const now = today(me.timezone);
  return (
    <Page title={say.title} about={say.about}>
      <Part title={words.people.heads.title} about={words.people.heads.about}>
        <HeadsPicture />
      </Part>
      <MarginPicture />
      <ScreenList
        resource="assignment_margin"
        storeKey="assignments"
        remembers
        none={say.none}
        select="assignment_id,contractor_id,contractor_name,facility_id,facility_name,start_date,end_date,bill_rate,pay_rate,margin_per_hour,margin_share,billed_margin"
        rowClick={(id) => pathOf.assignment(String(id))}
        filters={[
          <TextInput
            key="name"
            source="search_name@words"
            label={words.people.candidates.name}
            alwaysOn
          />,
          <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
          <BooleanInput
            key="over"
            source="or@"
            label={say.over}
            parse={(isOn: boolean) => isOn ? `(end_date.is.null,end_date.gte.${now})` : ""}
            format={(value: string) => Boolean(value)}
            alwaysOn
          />,
        ]}
      >
        <NameCol
          source="contractor_name"
          label={words.common.contractor}
          value={(one: Margin) => one.contractor_name ?? ""}
          to={(one: Margin) => pathOf.contractor(one.contractor_id ?? "")}
        />
        <NameCol
          source="facility_name"
          label={words.common.facility}
          value={(one: Margin) => one.facility_name ?? ""}
          to={(one: Margin) => pathOf.facility(one.facility_id ?? "")}
        />
        <Col
          source="start_date"
          label={say.start}
          render={(one: Margin) => (
            <AssignmentLink id={one.id}>{day(one.start_date)}</AssignmentLink>
          )}
        />
        <Col
          source="end_date"
          label={say.end}
          render={(one: Margin) => one.end_date ? day(one.end_date) : say.openEnded}
        />
        <MoneyCol source="bill_rate" label={say.bill} />
        <MoneyCol source="pay_rate" label={say.pay} />
        <MoneyCol source="margin_per_hour" label={say.margin} />
        <MoneyCol source="billed_margin" label={say.billed} />
      </ScreenList>
    </Page>
  );
}
