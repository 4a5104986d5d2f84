import { BooleanInput, email, required, SelectInput, TextInput } from "react-admin";
import { type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { PayGroupInput, useSeveralPayGroups } from "../../ui/pay_groups.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { nameOf } from "./candidate.ts";
import { EMPLOYMENT_TYPES } from "./employment.ts";

const say = words.people.contractors;
const EMPLOYMENTS = choicesOf(EMPLOYMENT_TYPES, words.people.hire.employments);
/** A contractor, as lists and pages have them. */
export type Contractor =
  & Pick<
    Row<"contractors">,
    | "id"
    | "first_name"
    | "last_name"
    | "email"
    | "employment_type"
    | "payroll_number"
    | "user_id"
    | "is_active"
  >
  & { pay_group_id?: string | undefined };

/**
 * Fields that somebody's role may correct: recruiting names and e-mail, payroll the employment,
 * its number and, where there are several, the pay group; admins all.
 */
export function CorrectContractor({ contractor }: { contractor: Contractor }) {
  const me = useMe();
  const names = isOneOf(me, "recruiting");
  const employment = isOneOf(me, "payroll");
  const isAdmin = isOneOf(me);
  const groups = useSeveralPayGroups(employment);
  const hasGroup = groups.length > 0 && contractor.pay_group_id !== undefined;
  const columns = [
    ...(names ? ["first_name", "last_name", "email"] : []),
    ...(employment ? ["employment_type", "payroll_number"] : []),
    ...(hasGroup ? ["pay_group_id"] : []),
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
          {hasGroup && <PayGroupInput groups={groups} />}
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
