import type { ButtonProps } from "@mui/material";
import { BooleanInput, required, SelectInput, TextInput, type TextInputProps } from "react-admin";
import { insert, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { words } from "../../words.ts";
import {
  HAS_TITLES,
  MAPS_STATES,
  type Settings,
  settingsOf,
  TEXTS_OF,
  textsOf,
} from "./profile_texts.ts";

const say = words.payroll.profiles;
const choices = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([id, name]) => ({ id, name }));
const REQUIRED = ["company_code", "client_id"];

/** Adds a profile of a layout, or changes the one with an id. */
export function ProfileDialog({ id, name, kind, settings, button, buttonProps }: {
  id?: string;
  name: string;
  kind: string;
  settings: Settings;
  button: string;
  buttonProps?: ButtonProps;
}) {
  return (
    <FormDialog
      button={button}
      title={id === undefined ? say.addTitle(name) : say.changeTitle(name)}
      text={say.dialogAbout}
      submit={say.save}
      done={say.saved}
      buttonProps={buttonProps ?? {}}
      defaultValues={() => ({ name, ...textsOf(kind, settings) })}
      act={(values) => {
        const body = {
          name: String(values["name"]).trim(),
          kind,
          settings: settingsOf(kind, values),
        };
        return id === undefined
          ? insert("payroll_profiles", [body])
          : update("payroll_profiles", { id: `eq.${id}` }, body);
      }}
    >
      <TextInput source="name" label={say.name} validate={required()} fullWidth autoFocus />
      {(TEXTS_OF[kind] ?? []).map((source) => (
        <TextInput
          key={source}
          source={source}
          label={say.settings[source] ?? source}
          validate={REQUIRED.includes(source) ? required() : []}
          fullWidth
        />
      ))}
      {kind === "run" && (
        <SelectInput
          source="pay_frequency"
          label={say.payFrequency}
          choices={choices(say.frequencies)}
          validate={required()}
          fullWidth
        />
      )}
      {kind === "csv" && <OwnColumns />}
      {kind === "workforce_now" && (
        <Lines source="fields" label={say.fields} helperText={say.fieldsAbout} />
      )}
      {HAS_TITLES.includes(kind) && (
        <Lines source="titles" label={say.titles} helperText={say.titlesAbout} />
      )}
      {MAPS_STATES.includes(kind) && (
        <Lines source="departments" label={say.departments} helperText={say.departmentsAbout} />
      )}
      <BooleanInput
        source="negative_amounts"
        label={say.negativeAmounts}
        helperText={say.negativeAmountsAbout}
      />
    </FormDialog>
  );
}

/** An input of a line each. */
const Lines = (props: TextInputProps) => <TextInput {...props} multiline fullWidth />;

function OwnColumns() {
  return (
    <>
      <SelectInput
        source="row"
        label={say.row}
        choices={choices(say.rows)}
        validate={required()}
        fullWidth
      />
      <SelectInput
        source="employment"
        label={say.employment}
        choices={choices(say.employments)}
        validate={required()}
        fullWidth
      />
      <Lines
        source="columns"
        label={say.columns}
        helperText={say.columnsAbout}
        validate={required()}
      />
      <SelectInput
        source="date_format"
        label={say.dateFormat}
        choices={say.dateFormats.map((id) => ({ id, name: id }))}
        validate={required()}
        fullWidth
      />
      <SelectInput
        source="delimiter"
        label={say.delimiter}
        choices={choices(say.delimiters)}
        validate={required()}
        fullWidth
      />
      <SelectInput
        source="line_end"
        label={say.lineEnd}
        choices={choices(say.lineEnds)}
        validate={required()}
        fullWidth
      />
      <BooleanInput source="header" label={say.header} helperText={false} />
    </>
  );
}
