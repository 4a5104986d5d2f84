import { useState } from "react";
import { DateInput, required, SelectInput, TextInput } from "react-admin";
import { call } from "../../api/call.ts";
import { insert, remove, rows, type Selected, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { DayField } from "../../ui/day_field.tsx";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { day, decimal, money, today } from "../../ui/format.ts";
import { DayInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { RowActions } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { isPercent } from "../facilities/terms_fields.tsx";
import { lastMonth } from "../books/book_days.ts";

const say = words.settings.taxes;
const SELECT = "id,name,jurisdiction,rate,base,account,effective_from,effective_to";
type Tax = Selected<"sales_taxes", typeof SELECT>;

/** Sales taxes of the firm, and what invoices billed of them. */
export function Taxes() {
  const me = useMe();
  const mayWrite = isOneOf(me, "billing");
  const taxes = useAsk(["sales_taxes"], (signal) =>
    rows("sales_taxes", {
      select: SELECT,
      order: "jurisdiction,name,effective_from.desc,id",
    }, signal));
  return (
    <Page title={say.title} about={say.about}>
      <Part
        title={say.list}
        actions={mayWrite && (
          <FormDialog
            button={say.add}
            title={say.add}
            text={say.addAbout}
            submit={say.add}
            done={say.added}
            defaultValues={() => ({ base: "all", effective_from: today(me.timezone) })}
            act={(values) => insert("sales_taxes", [rowOf(values)])}
          >
            <Fields />
          </FormDialog>
        )}
      >
        <Loaded query={taxes}>
          {(found) => (
            <Rows
              label={say.list}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                { label: say.jurisdiction, value: (tax) => tax.jurisdiction },
                { label: say.name, value: (tax) => tax.name },
                {
                  label: say.rate,
                  value: (tax) => say.percentOf(percentOf(tax.rate)),
                  isNumber: true,
                },
                { label: say.base, value: (tax) => say.bases[tax.base] },
                { label: words.common.firstDay, value: (tax) => day(tax.effective_from) },
                { label: words.common.lastDay, value: (tax) => day(tax.effective_to) },
                ...mayWrite
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (tax: Tax) => <TaxActions tax={tax} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
      {mayWrite && <Report />}
    </Page>
  );
}

/** A share as percent, as it is typed: 0.06 is 6. */
const percentOf = (share: number) => decimal(share).times(100).toString();

const rowOf = ({ percent, ...rest }: Values): Values => ({
  ...rest,
  rate: decimal(String(percent)).dividedBy(100).toFixed(6),
});

function TaxActions({ tax }: { tax: Tax }) {
  const seen = { id: `eq.${tax.id}` };
  const { id: _, rate, ...rest } = tax;
  return (
    <RowActions
      say={say}
      name={`${tax.name}, ${tax.jurisdiction}`}
      values={{ ...rest, percent: percentOf(rate) }}
      change={(values) => update("sales_taxes", seen, rowOf(values))}
      remove={() => remove("sales_taxes", seen)}
    >
      <Fields />
    </RowActions>
  );
}

function Fields() {
  const accounts = useAsk(["tax_accounts"], (signal) =>
    rows("journal_accounts", {
      select: "account,name",
      account: "like.sales_tax*",
      order: "name,account",
    }, signal));
  return (
    <>
      <TextInput
        source="jurisdiction"
        label={say.jurisdiction}
        helperText={say.jurisdictionAbout}
        validate={required()}
        fullWidth
      />
      <TextInput source="name" label={say.name} validate={required()} fullWidth />
      <TextInput source="percent" label={say.percent} validate={[required(), isPercent]} />
      <SelectInput
        source="base"
        label={say.base}
        choices={choicesOf(Object.keys(say.bases), say.bases)}
        validate={required()}
      />
      <DayInput source="effective_from" label={words.common.firstDay} />
      <DateInput source="effective_to" label={words.common.lastDay} fullWidth />
      <SelectInput
        source="account"
        label={say.account}
        helperText={say.accountAbout}
        choices={(accounts.data ?? []).map(({ account, name }) => ({ id: account, name }))}
        isPending={accounts.isPending}
        translateChoice={false}
      />
    </>
  );
}

/** Sums of some days by jurisdiction: the last whole month, unless others are chosen. */
function Report() {
  const { businessDate } = useMe();
  const [days, setDays] = useState(() => lastMonth(businessDate));
  const report = useAsk(
    ["tax_report", days],
    (signal) => call("tax_report", { from_day: days.from, through: days.to }, signal),
  );
  return (
    <Part
      title={say.report}
      about={say.reportAbout}
      actions={
        <>
          <DayField
            label={words.common.firstDay}
            value={days.from}
            set={(from) => setDays({ ...days, from })}
          />
          <DayField
            label={words.common.lastDay}
            value={days.to}
            set={(to) => setDays({ ...days, to })}
          />
        </>
      }
    >
      <Loaded query={report}>
        {(found) => (
          <Rows
            label={say.report}
            rows={found}
            rowKey={(one) => one.sales_tax_id}
            empty={say.reportNone}
            columns={[
              { label: say.jurisdiction, value: (one) => one.jurisdiction },
              { label: say.name, value: (one) => one.name },
              {
                label: say.rate,
                value: (one) => say.percentOf(percentOf(one.rate)),
                isNumber: true,
              },
              { label: say.taxed, value: (one) => money(one.base), isNumber: true },
              { label: say.amount, value: (one) => money(one.amount), isNumber: true },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}
