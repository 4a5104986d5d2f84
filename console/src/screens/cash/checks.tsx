import { useState } from "react";
import { BooleanInput, required, SelectInput, TextInput } from "react-admin";
import { useNavigate } from "react-router-dom";
import { call } from "../../api/call.ts";
import { refusalOf } from "../../api/refusal.ts";
import { insert, type Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { today } from "../../ui/format.ts";
import { DayInput, FacilityInput, MoneyInput } from "../../ui/inputs.tsx";
import { pathOf } from "../../ui/links.tsx";
import { Col, DayCol, MoneyCol, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { NOT_PROPOSED, PROPOSAL, PROPOSED } from "./checks_path.ts";

const say = words.cash.checks;
/** Reconciliations that hold: a check that came back has former ones. */
const LIVE = { "check_reconciliations.status@neq": "returned" };
const PROPOSALS = [
  { id: NOT_PROPOSED, name: say.notProposed },
  { id: PROPOSED, name: say.proposed },
];
/** Choices that let a check pass, by the refusal that asks for each. */
const CHOICES: ReadonlyMap<string | null, string> = new Map([
  ["check_already_entered", "entered_again"],
  ["books_closed", "late"],
]);
const METHODS = choicesOf(["check", "ach", "wire"], words.cash.methods);
type CheckRow = Row<"checks"> & { facilities: { name: string } };

/** All money that came in. */
export function Checks() {
  const me = useMe();
  const navigate = useNavigate();
  const [askedFor, setAskedFor] = useState<ReadonlySet<string>>(new Set());
  // The check is there, whatever comes of the proposal: its page offers to make one.
  const proposed = async (id: string) => {
    try {
      await call("propose_check_reconciliation", { check_id: id });
    } finally {
      navigate(`/cash/checks/${id}`);
    }
  };
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isOneOf(me, "billing") && (
        <FormDialog
          button={say.enter}
          title={say.enter}
          text={say.enterAbout}
          submit={say.enterSubmit}
          done={say.entered}
          buttonProps={{ variant: "contained" }}
          defaultValues={() => {
            setAskedFor(new Set());
            return {
              method: "check",
              received_on: today(me.timezone),
              entered_again: false,
              late: false,
            };
          }}
          act={async (values) => {
            // A choice that came back with what was typed counts only once it is asked for.
            const unasked = [...CHOICES.values()].filter((choice) => !askedFor.has(choice));
            const nothing = Object.fromEntries(unasked.map((choice) => [choice, false]));
            try {
              const [check] = await insert("checks", [{ ...values, ...nothing }]);
              if (check) await proposed(check.id);
            } catch (thrown) {
              const choice = CHOICES.get(refusalOf(thrown).slug);
              if (choice !== undefined) setAskedFor((all) => new Set([...all, choice]));
              throw thrown;
            }
          }}
        >
          <FacilityInput active={false} autoFocus />
          <SelectInput source="method" label={say.method} choices={METHODS} validate={required()} />
          <TextInput source="check_number" label={say.number} />
          <MoneyInput source="amount" label={words.common.amount} />
          <DayInput source="received_on" label={say.received} />
          {askedFor.has("entered_again") && (
            <BooleanInput source="entered_again" label={say.again} />
          )}
          {askedFor.has("late") && <BooleanInput source="late" label={words.common.late} />}
        </FormDialog>
      )}
    >
      <ScreenList
        resource="checks"
        storeKey="checks"
        none={say.nothing}
        select="id,check_number,method,amount,received_on,status,facility_id,facilities(name),check_reconciliations(status)"
        filter={LIVE}
        rowClick={(id) => `/cash/checks/${id}`}
        filters={[
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={choicesOf(["received", "reconciled", "returned"])}
            alwaysOn
          />,
          <SelectInput
            key="proposal"
            source={PROPOSAL}
            label={say.proposal}
            choices={PROPOSALS}
            alwaysOn
          />,
          <TextInput key="number" source="check_number@ilike" label={say.number} alwaysOn />,
          <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
        ]}
      >
        <Col
          source="check_number"
          label={say.number}
          render={(one: CheckRow) => (
            <TextLink to={`/cash/checks/${one.id}`}>{one.check_number ?? say.none}</TextLink>
          )}
        />
        <NameCol
          label={words.common.facility}
          value={(one: CheckRow) => one.facilities.name}
          to={(one: CheckRow) => pathOf.facility(one.facility_id)}
        />
        <Col
          source="method"
          label={say.method}
          render={(one: CheckRow) => words.cash.methods[one.method] ?? one.method}
        />
        <DayCol source="received_on" label={say.received} />
        <StateCol />
        <MoneyCol source="amount" label={words.common.amount} />
      </ScreenList>
    </Page>
  );
}
