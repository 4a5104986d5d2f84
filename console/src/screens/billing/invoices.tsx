import { DateInput, NumberInput, SelectInput, TextInput } from "react-admin";
import type { Row } from "../../api/rows.ts";
import { OWED } from "../../api/sorts.ts";
import { period } from "../../ui/format.ts";
import { FacilityInput } from "../../ui/inputs.tsx";
import { pathOf } from "../../ui/links.tsx";
import {
  BalanceCol,
  Col,
  DayCol,
  MoneyCol,
  NameCol,
  ScreenList,
  StateCol,
} from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { choicesOf, words } from "../../words.ts";
import { OVERDUE } from "./invoices_path.ts";

const say = words.billing.invoices;
type Invoice = Row<"invoices"> & { facilities: { name: string } };

/** All invoices. */
export function Invoices() {
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="invoices"
        storeKey="invoices"
        remembers
        none={say.none}
        select="id,number,status,kind,group_name,period_start,period_end,issue_date,due_date,total,balance,interest_balance,facility_id,facilities(name)"
        rowClick={(id) => `/billing/invoices/${id}`}
        filters={[
          <TextInput key="number" source="number@ilike" label={say.number} alwaysOn />,
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={choicesOf(["draft", "sent", "partially_paid", "paid", "void"])}
            alwaysOn
          />,
          <SelectInput
            key="owed"
            source="and@"
            label={say.owed}
            choices={[
              { id: `(${OWED})`, name: say.anyOwed },
              { id: OVERDUE(0), name: say.overdue },
              ...[30, 60, 90].map((days) => ({ id: OVERDUE(days), name: say.overdueBy(days) })),
            ]}
            alwaysOn
          />,
          <FacilityInput key="facility" optional active={false} {...{ alwaysOn: true }} />,
          <TextInput
            key="group"
            source="group_name@ilike"
            label={words.billing.group.label}
            alwaysOn
          />,
          <SelectInput
            key="kind"
            source="kind"
            label={words.common.kind}
            choices={choicesOf(Object.keys(words.billing.kinds), words.billing.kinds)}
            alwaysOn
          />,
          <DateInput key="issuedFrom" source="issue_date@gte" label={say.issuedFrom} />,
          <DateInput key="issuedTo" source="issue_date@lte" label={say.issuedTo} />,
          <DateInput key="dueFrom" source="due_date@gte" label={say.dueFrom} />,
          <DateInput key="dueTo" source="due_date@lte" label={say.dueTo} />,
          <NumberInput key="balance" source="balance@gte" label={say.owesAtLeast} />,
        ]}
      >
        <Col
          source="number"
          label={say.number}
          render={(one: Invoice) => (
            <TextLink to={pathOf.invoice(one.id)}>{one.number ?? say.draft}</TextLink>
          )}
        />
        <NameCol
          label={words.common.facility}
          value={(one: Invoice) => words.billing.group.of(one.facilities.name, one.group_name)}
          to={(one: Invoice) => pathOf.facility(one.facility_id)}
        />
        <Col
          label={words.common.period}
          render={(one: Invoice) => period(one.period_start, one.period_end)}
        />
        <StateCol />
        <DayCol source="issue_date" label={words.billing.invoice.issued} />
        <DayCol source="due_date" label={say.due} />
        <MoneyCol source="total" label={words.common.total} />
        <BalanceCol />
        <MoneyCol source="interest_balance" label={say.interest} />
      </ScreenList>
    </Page>
  );
}
