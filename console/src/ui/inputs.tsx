import { InputAdornment } from "@mui/material";
import { useEffect, useRef } from "react";
import {
  AutocompleteInput,
  DateInput,
  ReferenceInput,
  required,
  TextInput,
  type TextInputProps,
} from "react-admin";
import { sortOf } from "../api/sorts.ts";
import { words } from "../words.ts";
import { CURRENCY_SIGN } from "./format.ts";

const isRequired = [required()];
const isBlank = (value: unknown) => value === undefined || value === null || value === "";
const isMoney = (value: unknown) =>
  isBlank(value) || /^-?\d{1,10}(\.\d{1,2})?$/.test(String(value))
    ? undefined
    : words.common.notMoney;
const isPerUnit = (value: unknown) =>
  isBlank(value) || /^-?\d{1,8}(\.\d{1,4})?$/.test(String(value))
    ? undefined
    : words.common.notPerUnit;

/**
 * An amount of money; `perUnit` takes four decimals, as money a mile has. It stays the text that was typed, so that no
 * float comes near it.
 */
export function MoneyInput(
  { optional = false, perUnit = false, ...props }: TextInputProps & {
    optional?: boolean;
    perUnit?: boolean;
  },
) {
  const isRight = perUnit ? isPerUnit : isMoney;
  return (
    <TextInput
      {...props}
      validate={optional ? [isRight] : [...isRequired, isRight]}
      parse={(value: string) => value.replaceAll(",", "").replace(CURRENCY_SIGN, "").trim()}
      slotProps={{
        input: {
          startAdornment: <InputAdornment position="start">{CURRENCY_SIGN}</InputAdornment>,
        },
        htmlInput: {
          inputMode: "decimal",
          autoComplete: "off",
          style: { textAlign: "right" },
        },
      }}
    />
  );
}

/** A day. */
export function DayInput(
  { source, label, optional = false, helperText = false }: {
    source: string;
    label: string;
    optional?: boolean;
    helperText?: string | false;
  },
) {
  return (
    <DateInput
      source={source}
      label={label}
      validate={optional ? [] : isRequired}
      helperText={helperText}
      fullWidth
    />
  );
}

/** A reason as the database keeps it, in one line; null where there is none. */
export const oneLine = (text: string) => text === "" ? null : text.replace(/[\r\n\t]+/g, " ");

/** Input of a reason, in a few words. */
export function ReasonInput(
  { source = "reason", label = words.common.reason, optional = false },
) {
  return (
    <TextInput
      source={source}
      label={label}
      validate={optional ? [] : isRequired}
      parse={oneLine}
      multiline
      fullWidth
      autoFocus
    />
  );
}

/** One of the firm's facilities. */
export function FacilityInput(
  {
    source = "facility_id",
    label = words.common.facility,
    active = true,
    optional = false,
    autoFocus = false,
  },
) {
  // Not by the attribute: react-admin's handlers are not there yet when the browser follows it.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <ReferenceInput
      source={source}
      reference="facilities"
      sort={sortOf("facilities", "id")}
      perPage={100}
      filter={active ? { is_active: true } : {}}
      queryOptions={{ meta: { select: "id,name" } }}
    >
      <AutocompleteInput
        label={label}
        optionText="name"
        filterToQuery={(text: string) => ({ "search_name@words": text })}
        validate={optional ? [] : isRequired}
        TextFieldProps={{ inputRef: input }}
        fullWidth
      />
    </ReferenceInput>
  );
}

/** One of the contractors. */
export function ContractorInput({ source = "contractor_id", optional = false }) {
  return (
    <ReferenceInput
      source={source}
      reference="contractors"
      sort={sortOf("contractors", "id")}
      perPage={100}
      queryOptions={{ meta: { select: "id,first_name,last_name" } }}
    >
      <AutocompleteInput
        label={words.common.contractor}
        optionText={(row: { first_name?: string; last_name?: string }) =>
          `${row.last_name ?? ""}, ${row.first_name ?? ""}`}
        filterToQuery={(text: string) => ({ "search_name@words": text })}
        validate={optional ? [] : isRequired}
        fullWidth
      />
    </ReferenceInput>
  );
}

/** Name of a user who signs in, or ever did. */
export function PersonInput({ source }: { source: string }) {
  return (
    <ReferenceInput
      source={source}
      reference="user_names"
      sort={sortOf("user_names", "id")}
      perPage={100}
      queryOptions={{ meta: { select: "user_id,name" } }}
    >
      <AutocompleteInput
        label={words.common.person}
        optionText="name"
        filterToQuery={(text: string) => ({ "name@ilike": text })}
        fullWidth
      />
    </ReferenceInput>
  );
}
