import { TextInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { pathOf } from "../../ui/links.tsx";
import { Col, NameCol, NumberCol, ScreenList } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AddFacility, EditFacility } from "./facility_form.tsx";

const say = words.facilities.basics;
type Facility = Row<"facilities">;

/** Places that contractors work at. */
export function Facilities() {
  const mayWrite = isOneOf(useMe(), "billing");
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayWrite && <AddFacility />}
    >
      <ScreenList
        resource="facilities"
        storeKey="facilities"
        none={say.none}
        select="id,name,billing_email,payment_terms_days,is_active"
        filters={[<TextInput key="name" source="search_name@words" label={say.name} alwaysOn />]}
      >
        <NameCol
          source="name"
          label={say.name}
          value={(one: Facility) => one.name}
          to={(one: Facility) => pathOf.facility(one.id)}
        />
        <Col source="billing_email" label={say.email} />
        <NumberCol source="payment_terms_days" label={say.terms} />
        <Col
          source="is_active"
          label={say.active}
          render={(one: Facility) =>
            one.is_active ? words.settings.firm.yes : words.settings.firm.no}
        />
        {mayWrite && (
          <Col label={false} render={(one: Facility) => <EditFacility facility={one} />} />
        )}
      </ScreenList>
    </Page>
  );
}
