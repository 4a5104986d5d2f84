import { Box, Typography } from "@mui/material";
import {
  BooleanInput,
  CheckboxGroupInput,
  regex,
  required,
  SelectInput,
  TextInput,
} from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { REGULAR, unitWord } from "../../ui/codes.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { perUnit } from "../../ui/format.ts";
import { MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { chartName } from "../books/account_name.tsx";
import { CodeExample } from "./code_example.tsx";
import {
  askedOf,
  basisOf,
  CODE,
  type Code,
  DEFAULTS,
  factorOf,
  isMultiplier,
  rowOf,
  sectionsOf,
  valuesOf,
} from "./code_terms.ts";
import { MileageRates } from "./mileage_rates.tsx";

const say = words.settings.codes;
const ROLES = choicesOf(Object.keys(say.roles), say.roles);
/** Accounts of pay that come with the product. */
const PAY_ACCOUNTS = ["wages", "stipends", "reimbursements"];
const BASES = choicesOf(Object.keys(say.basis), say.basis);

/** The codes of time: what an hour was, or what else is paid and billed. */
export function Codes() {
  const isAdmin = isOneOf(useMe());
  const codes = useAsk(
    ["time_codes", "all"],
    (signal) => rows("time_codes", { select: CODE, order: "title,name" }, signal),
  );
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={isAdmin && (
        <FormDialog
          button={say.add}
          title={say.addTitle}
          text={say.fixed}
          submit={say.add}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={DEFAULTS}
          act={(values) => insert("time_codes", [rowOf(values)])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <Part title={say.title}>
        <Loaded query={codes}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ name }) => name}
              empty={say.none}
              columns={[
                { label: say.codeTitle, value: (code) => <Name of={code} /> },
                { label: say.unit, value: unitOf },
                {
                  label: say.pays,
                  value: (code) => factorText(code.pay_multiplier, code.pay_amount),
                },
                {
                  label: say.bills,
                  value: (code) => factorText(code.bill_multiplier, code.bill_amount),
                },
                { label: say.law, value: lawOf },
                {
                  label: say.enteredBy,
                  value: ({ entered_by: roles }) =>
                    roles.map((role) => say.roles[role] ?? role).join(", ") || say.nobody,
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (code: Code) => <CodeActions code={code} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
      <MileageRates />
    </Page>
  );
}

/** The title, and below it the provider's code where it has one. */
function Name({ of: { title, earning_code: earning } }: { of: Code }) {
  return (
    <>
      {title}
      {earning !== null && <Typography variant="body2" color="text.secondary">{earning}
      </Typography>}
    </>
  );
}

function unitOf({ unit, is_worked: isWorked }: Code): string {
  return `${unitWord(unit)}, ${isWorked ? say.isWorked : say.isNotWorked}`;
}

/** `× 1 + $4.00`; whether it has rates of its own, or comes to nothing. */
function factorText(multiplier: number | null, amount: number | null): string {
  const factor = factorOf(multiplier, amount);
  const basis = basisOf(factor);
  return basis !== "hour" || factor === null
    ? say.basis[basis] ?? basis
    : say.times(factor.multiplier, amount === 0 ? "" : perUnit(amount));
}

/** Place of its pay in overtime. */
function lawOf(code: Code): string {
  if (code.is_reimbursement) return say.counts.reimbursement;
  if (code.premium_is_creditable) return say.counts.creditable;
  if (code.is_worked) return say.counts.worked;
  return code.in_regular_rate ? say.counts.included : say.counts.out;
}

/** Also of a code that is used: some of it may change, and the rest is refused in words. */
function CodeActions({ code }: { code: Code }) {
  const isRegular = code.name === REGULAR;
  return (
    <Box sx={{ display: "flex", flexDirection: "column", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.edit}
        title={code.title}
        text={isRegular ? say.editRegular : say.fixed}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.edit} ${code.title}` }}
        defaultValues={isRegular ? { title: code.title } : valuesOf(code)}
        act={(values) =>
          update("time_codes", { name: `eq.${code.name}` }, isRegular ? values : rowOf(values))}
      >
        {isRegular ? <TitleInput /> : <Fields />}
      </FormDialog>
      {!isRegular && (
        <FormDialog
          button={say.remove}
          title={say.removeTitle(code.title)}
          text={say.removeAbout}
          submit={say.removeNow}
          done={say.removed}
          buttonProps={{ variant: "text", "aria-label": `${say.remove} ${code.title}` }}
          act={() => remove("time_codes", { name: `eq.${code.name}` })}
        />
      )}
    </Box>
  );
}

function TitleInput() {
  return (
    <TextInput source="title" label={say.codeTitle} validate={required()} autoFocus fullWidth />
  );
}

function Fields() {
  const typed = useWatch<Values>();
  const asked = askedOf(typed);
  const sections = sectionsOf(typed);
  return (
    <>
      <TitleInput />
      <TextInput
        source="name"
        label={say.name}
        helperText={say.nameAbout}
        validate={[required(), regex(/^[a-z][a-z0-9_]{1,39}$/, say.notName)]}
        fullWidth
      />
      <TextInput
        source="unit"
        label={say.unit}
        helperText={say.unitAbout}
        validate={[required(), regex(/^[a-z][a-z_]{1,19}$/, say.notUnit)]}
        fullWidth
      />
      {asked.isHour && (
        <BooleanInput source="is_worked" label={say.worked} helperText={say.workedAbout} />
      )}
      <Basis source="pays" label={say.pays} of="pay" />
      <Basis source="bills" label={say.bills} of="bill" />
      {asked.reimbursement && (
        <BooleanInput
          source="is_reimbursement"
          label={say.reimbursement}
          helperText={say.reimbursementAbout}
        />
      )}
      {asked.regularRate && (
        <BooleanInput
          source="in_regular_rate"
          label={say.inRegularRate}
          helperText={say.inRegularRateAbout}
        />
      )}
      {sections.length > 0 && (
        <SelectInput
          source="regular_rate_section"
          label={say.section}
          helperText={say.sectionAbout}
          choices={choicesOf(
            sections,
            typed["in_regular_rate"] === true ? say.sectionsIn : say.sectionsOut,
          )}
          emptyText={say.sectionOfKind}
        />
      )}
      {asked.creditable && (
        <BooleanInput
          source="premium_is_creditable"
          label={say.creditable}
          helperText={say.creditableAbout}
        />
      )}
      <CheckboxGroupInput
        source="entered_by"
        label={say.enteredBy}
        choices={ROLES}
        helperText={say.enteredByAbout}
      />
      <TextInput
        source="earning_code"
        label={say.earningCode}
        helperText={say.earningCodeAbout}
        fullWidth
      />
      <CodeAccounts />
      <CodeExample />
    </>
  );
}

/** Accounts of the journal for what it bills and pays. */
function CodeAccounts() {
  const accounts = useAsk(
    ["journal_accounts", "of codes"],
    (signal) =>
      rows("journal_accounts", { select: "account,number,name", order: "name,account" }, signal),
  );
  const choices = (holds: (account: string) => boolean) =>
    (accounts.data ?? []).filter(({ account }) => holds(account))
      .map((one) => ({ id: one.account, name: chartName(one) }));
  return (
    <>
      <SelectInput
        source="revenue_account"
        label={say.revenueAccount}
        helperText={say.revenueAccountAbout}
        choices={choices((account) => account.startsWith("revenue_"))}
        emptyText={say.ownAccount}
      />
      <SelectInput
        source="pay_account"
        label={say.payAccount}
        helperText={say.payAccountAbout}
        choices={choices((account) => account.startsWith("pay_") || PAY_ACCOUNTS.includes(account))}
        emptyText={say.ownAccount}
      />
    </>
  );
}

const isFactor = (value: unknown) => isMultiplier(value) ? undefined : say.notMultiplier;

/** By what a unit pays or bills, and its multiplier and amount where it follows the rate of an hour. */
function Basis({ source, label, of }: { source: string; label: string; of: "pay" | "bill" }) {
  const basis: unknown = useWatch({ name: source });
  const [multiplier, amount] = of === "pay"
    ? [say.payMultiplier, say.payAmount]
    : [say.billMultiplier, say.billAmount];
  return (
    <>
      <SelectInput
        source={source}
        label={label}
        choices={BASES}
        helperText={basis === "own" && say.ownAbout}
        validate={required()}
      />
      {basis === "hour" && (
        <>
          <TextInput
            source={`${of}_multiplier`}
            label={multiplier}
            validate={[required(), isFactor]}
            slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off" } }}
          />
          <MoneyInput source={`${of}_amount`} label={amount} perUnit />
        </>
      )}
    </>
  );
}
