import { TextInput } from "react-admin";
import { isOneOf } from "../../me.ts";
import { SignIn, useOpenInvitations } from "../../ui/invitations.tsx";
import { Col, NameCol, ScreenList } from "../../ui/list.tsx";
import { pathOf } from "../../ui/links.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { listedName, nameOf } from "./candidate.ts";
import { type Contractor, CorrectContractor } from "./correct_contractor.tsx";

const say = words.people.contractors;

/** Contractors, the corrections of their data, and their sign-ins. */
export function Contractors() {
  const invitations = useOpenInvitations("contractor");
  const pays = isOneOf(useMe(), "payroll");
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="contractors"
        storeKey="contractors"
        none={say.none}
        select={`id,first_name,last_name,email,employment_type,user_id,is_active${
          pays ? ",payroll_number,pay_group_id" : ""
        }`}
        filters={[
          <TextInput
            key="name"
            source="search_name@words"
            label={words.people.candidates.name}
            alwaysOn
          />,
          <TextInput
            key="email"
            source="email@ilike"
            label={words.people.candidates.email}
            alwaysOn
          />,
        ]}
      >
        <NameCol
          source="last_name"
          label={words.people.candidates.name}
          value={(one: Contractor) => listedName(one)}
          to={(one: Contractor) => pathOf.contractor(one.id)}
        />
        <Col source="email" label={words.people.candidates.email} />
        <Col
          label={words.people.hire.employment}
          render={(one: Contractor) => words.people.hire.employments[one.employment_type]}
        />
        {pays && <Col source="payroll_number" label={say.payrollNumber} />}
        <Col
          label={words.settings.staff.active}
          render={(one: Contractor) =>
            one.is_active ? words.settings.firm.yes : words.settings.firm.no}
        />
        <Col
          label={words.invitations.column}
          render={(one: Contractor) => (
            <SignIn
              of={{
                kind: "contractor",
                id: one.id,
                name: nameOf(one),
                userId: one.user_id,
                isActive: one.is_active,
              }}
              invitation={invitations.data?.get(one.id)}
            />
          )}
        />
        <Col label={false} render={(one: Contractor) => <CorrectContractor contractor={one} />} />
      </ScreenList>
    </Page>
  );
}
