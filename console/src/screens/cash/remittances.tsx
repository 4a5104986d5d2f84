import { SelectInput, TextInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { Actions } from "../../ui/act.tsx";
import { ChooseFile, MonthFirst } from "../../ui/choose_file.tsx";
import { FacilityInput } from "../../ui/inputs.tsx";
import { pathOf } from "../../ui/links.tsx";
import { Col, DayCol, MoneyCol, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { useLookedFile } from "../../ui/looked_file.ts";
import { Page, Part } from "../../ui/page.tsx";
import { RefusalNote } from "../../ui/refusal_note.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { ImportResult } from "../settings/import_result.tsx";

const say = words.cash.remittances;
const STATES = choicesOf([
  "without_facility",
  "not_matched",
  "proposed",
  "confirmed",
  "returned",
  "set_aside",
]);
type State = Row<"remittance_states">;

/** Payments that the bank reports: its files, and how far each payment is. */
export function Remittances() {
  const me = useMe();
  return (
    <Page title={say.title} about={say.about}>
      {isOneOf(me, "billing") && <BankFile />}
      <ScreenList
        resource="remittance_states"
        storeKey="remittances"
        none={say.nothing}
        select="id,received_on,amount,method,payer,bank_reference,state,facility_id,facility_name,on_invoices,short_by"
        rowClick={(id) => `/cash/remittances/${id}`}
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={words.common.state}
            choices={STATES}
            alwaysOn
          />,
          <TextInput key="payer" source="payer@ilike" label={say.payer} alwaysOn />,
          <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
        ]}
      >
        <DayCol source="received_on" label={words.cash.checks.received} />
        <Col
          source="payer"
          label={say.payer}
          render={(one: State) => (
            <TextLink to={`/cash/remittances/${one.id}`}>
              {one.payer ?? one.bank_reference}
            </TextLink>
          )}
        />
        <NameCol
          label={words.common.facility}
          value={(one: State) => one.facility_name ?? ""}
          to={(one: State) => pathOf.facility(one.facility_id ?? "")}
        />
        <StateCol source="state" />
        <MoneyCol source="amount" label={words.common.amount} />
        <MoneyCol source="on_invoices" label={say.onInvoices} />
        <MoneyCol source="short_by" label={say.shortBy} />
      </ScreenList>
    </Page>
  );
}

/** A file of the bank: looked at, then imported. */
function BankFile() {
  const { looked, look, doImport, isMonthFirst, setMonthFirst, isBusy, refusal, forget } =
    useLookedFile();

  return (
    <>
      <Part title={say.file} about={say.fileAbout}>
        <Actions>
          <ChooseFile
            label={say.choose}
            isFirst={looked === null}
            isBusy={isBusy}
            choose={(file) => look("remittances", file)}
          />
          <MonthFirst value={isMonthFirst} isBusy={isBusy} set={setMonthFirst} />
        </Actions>
        <RefusalNote refusal={refusal} onClose={forget} />
      </Part>
      {looked !== null && (
        <ImportResult
          file={looked.name}
          kind={looked.kind}
          rows={looked.rows}
          answer={looked.answer}
          leftOut={looked.leftOut}
          doImport={doImport}
        />
      )}
    </>
  );
}
