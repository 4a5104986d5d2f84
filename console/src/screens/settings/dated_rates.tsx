import type { ButtonProps } from "@mui/material";
import type { UseQueryResult } from "@tanstack/react-query";
import { required, TextInput } from "react-admin";
import { insert, type Query, remove, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, perUnit, typedRate } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RowActions, type RowActionTexts } from "../../ui/row_actions.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

/** Rate that a law or a notice sets from a day on, of a place where it has one. */
interface DatedRate {
  readonly jurisdiction?: string;
  readonly effective_from: string;
  readonly amount: number;
  readonly source: string;
}

/** Rates of one table, in the words of their page. */
export interface DatedRates {
  readonly table: "minimum_wages" | "mileage_rates";
  readonly say: RowActionTexts & {
    readonly title: string;
    readonly none: string;
    readonly from: string;
    readonly amount: string;
    readonly source: string;
    readonly sourceAbout: string;
    readonly add: string;
    readonly added: string;
  };
  /** True if an amount has up to four decimals. */
  readonly perUnit?: boolean;
  /** Words for the place, of rates that have one. */
  readonly place?: { readonly label: string; readonly about: string };
}

/** Button that adds a rate, for admins. */
export function AddRate({ to: { table, say, ...fields }, buttonProps = {} }: {
  to: DatedRates;
  buttonProps?: ButtonProps;
}) {
  if (!isOneOf(useMe())) return null;
  return (
    <FormDialog
      button={say.add}
      title={say.add}
      submit={say.add}
      done={say.added}
      buttonProps={buttonProps}
      act={(values) => insert(table, [values])}
    >
      <Fields say={say} {...fields} />
    </FormDialog>
  );
}

/** Rates with their days and sources; admins correct and remove them. */
export function RateRows({ of: rates, query }: {
  of: DatedRates;
  query: UseQueryResult<readonly DatedRate[]>;
}) {
  const isAdmin = isOneOf(useMe());
  const { say, place } = rates;
  return (
    <Loaded query={query}>
      {(found) => (
        <Rows
          label={say.title}
          rows={found}
          rowKey={nameOf}
          empty={say.none}
          columns={[
            ...place ? [{ label: place.label, value: (one: DatedRate) => one.jurisdiction }] : [],
            { label: say.from, value: (one) => day(one.effective_from) },
            { label: say.amount, value: (one) => perUnit(one.amount), isNumber: true },
            { label: say.source, value: (one) => one.source },
            ...isAdmin
              ? [{
                label: words.common.actions,
                heading: "",
                value: (one: DatedRate) => <Actions of={rates} rate={one} />,
              }]
              : [],
          ]}
        />
      )}
    </Loaded>
  );
}

/** `Jan 1, 2026`, or with its place `CO Denver, Jan 1, 2026`. */
const nameOf = ({ jurisdiction, effective_from }: DatedRate) =>
  [jurisdiction, day(effective_from)].filter(Boolean).join(", ");

function Actions({ of: { table, say, ...fields }, rate }: { of: DatedRates; rate: DatedRate }) {
  const from = { effective_from: `eq.${rate.effective_from}` };
  const seen: Query = rate.jurisdiction === undefined
    ? from
    : { ...from, jurisdiction: `eq.${rate.jurisdiction}` };
  return (
    <RowActions
      say={say}
      name={nameOf(rate)}
      values={{ ...rate, amount: typedRate(rate.amount) }}
      change={(values) => update(table, seen, values)}
      remove={() => remove(table, seen)}
    >
      <Fields say={say} {...fields} />
    </RowActions>
  );
}

function Fields({ say, perUnit = false, place }: Omit<DatedRates, "table">) {
  return (
    <>
      {place && (
        <TextInput
          source="jurisdiction"
          label={place.label}
          helperText={place.about}
          validate={required()}
          fullWidth
        />
      )}
      <DayInput source="effective_from" label={say.from} />
      <MoneyInput source="amount" label={say.amount} perUnit={perUnit} />
      <TextInput
        source="source"
        label={say.source}
        helperText={say.sourceAbout}
        validate={required()}
        multiline
        fullWidth
      />
    </>
  );
}
