import { required, TextInput } from "react-admin";
import { FILE_COLUMNS } from "../../../../supabase/functions/_shared/moving_in/columns.ts";
import { headingOf } from "../../../../supabase/functions/_shared/moving_in/examples.ts";
import { insert, type Row, update } from "../../api/rows.ts";
import { FormDialog, type Values } from "../../ui/form_dialog.tsx";
import { words } from "../../words.ts";
import { mappingOf, type MappingTexts, textsOf } from "./mapping_texts.ts";

const say = words.time.client.mappings;
const REQUIRED: readonly string[] = FILE_COLUMNS.time.required;
const COLUMNS: readonly string[] = [...REQUIRED, ...FILE_COLUMNS.time.optional];

/** Enters a mapping of the client's columns, or corrects the one that is chosen. */
export function MappingDialog({ mapping }: { mapping: Row<"import_mappings"> | undefined }) {
  return (
    <FormDialog
      button={mapping === undefined ? say.add : say.change}
      title={mapping === undefined ? say.addTitle : say.changeTitle(mapping.name)}
      text={say.about}
      submit={say.save}
      done={say.saved}
      defaultValues={() => mapping === undefined ? {} : { name: mapping.name, ...textsOf(mapping) }}
      act={(values) => save(mapping, values)}
    >
      <TextInput source="name" label={say.name} validate={required()} fullWidth autoFocus />
      {COLUMNS.map((column) => (
        <TextInput
          key={column}
          source={`columns.${column}`}
          label={headingOf(column)}
          validate={REQUIRED.includes(column) ? required() : []}
          fullWidth
        />
      ))}
      <TextInput
        source="codes"
        label={say.codes}
        helperText={say.codesAbout}
        multiline
        fullWidth
      />
      <TextInput
        source="approvals"
        label={say.approvals}
        helperText={say.approvalsAbout}
        multiline
        fullWidth
      />
    </FormDialog>
  );
}

async function save(mapping: Row<"import_mappings"> | undefined, values: Values): Promise<void> {
  const body = { name: String(values["name"]), ...mappingOf(values as unknown as MappingTexts) };
  if (mapping === undefined) await insert("import_mappings", [body]);
  else await update("import_mappings", { name: `eq.${mapping.name}` }, body);
}
