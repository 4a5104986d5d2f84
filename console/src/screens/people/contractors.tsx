import { BooleanInput, email, required, SelectInput, TextInput } from "react-admin";
import { type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { SignIn, useOpenInvitations } from "../../ui/invitations.tsx";
import { Col, NameCol, ScreenList } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { nameOf } from "./candidate.ts";
import { EMPLOYMENT_TYPES } from "./employment.ts";

const say = words.people.contractors;
const EMPLOYMENTS = choicesOf(EMPLOYMENT_TYPES, words.people.hire.employments);
type Contractor = Pick<
  Row<"contractors">,
  | "id"
  | "first_name"
  | "last_name"
  | "email"
  | "employment_type"
  | "payroll_number"
  | "user_id"
  | "is_active"
>;

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
          pays ? ",payroll_number" : ""
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
          value={(one: Contractor) => nameOf(one)}
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
        <Col label={false} render={(one: Contractor) => <Correct contractor={one} />} />
      </ScreenList>
    </Page>
  );
}

/**
 * Fields that somebody's role may correct: recruiting names and e-mail, payroll the employment and
 * its number, admins all.
 */
function Correct({ contractor }: { contractor: Contractor }) {
  const me = useMe();
  const names = isOneOf(me, "recruiting");
  const employment = isOneOf(me, "payroll");
  const isAdmin = isOneOf(me);
  const columns = [
    ...(names ? ["first_name", "last_name", "email"] : []),
    ...(employment ? ["employment_type", "payroll_number"] : []),
    ...(isAdmin ? ["is_active"] : []),
  ];
  if (columns.length === 0) return null;
  return (
    <FormDialog
      button={say.correct}
      title={say.correctTitle(nameOf(contractor))}
      text={names ? say.correctAbout : undefined}
      submit={words.people.candidates.save}
      done={words.people.candidates.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.correct}: ${nameOf(contractor)}` }}
      defaultValues={{ ...contractor }}
      // What a role may not write is not sent, also unchanged.
      act={(values) =>
        update(
          "contractors",
          { id: `eq.${contractor.id}` },
          Object.fromEntries(columns.map((column) => [column, values[column]])),
        )}
    >
      {names && (
        <>
          <TextInput
            source="first_name"
            label={words.people.candidates.firstName}
            validate={required()}
            autoFocus
          />
          <TextInput
            source="last_name"
            label={words.people.candidates.lastName}
            validate={required()}
          />
          <TextInput
            source="email"
            type="email"
            label={words.people.candidates.email}
            validate={[required(), email()]}
          />
        </>
      )}
      {employment && (
        <>
          <SelectInput
            source="employment_type"
            label={words.people.hire.employment}
            choices={EMPLOYMENTS}
            validate={required()}
          />
          <TextInput
            source="payroll_number"
            label={say.payrollNumber}
            helperText={say.payrollNumberAbout}
          />
        </>
      )}
      {isAdmin && (
        <BooleanInput
          source="is_active"
          label={words.settings.staff.active}
          helperText={words.settings.staff.activeAbout}
        />
      )}
    </FormDialog>
  );
}
