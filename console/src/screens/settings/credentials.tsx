import { Box } from "@mui/material";
import { BooleanInput, required, TextInput } from "react-admin";
import { insert, remove, type Row, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { useCredentialKinds } from "../../ui/credential_kinds.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Requirements } from "../../ui/requirements.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.credentials.kinds;
const MOST_MONTHS = 600;
type Kind = Pick<Row<"credential_kinds">, "id" | "name" | "months_good" | "is_confidential">;

/** Kinds of credentials, which admins keep, and those that the firm requires of everybody. */
export function CredentialKinds() {
  const isAdmin = isOneOf(useMe());
  const kinds = useCredentialKinds();
  return (
    <Page title={words.credentials.title} about={say.about}>
      <Part
        title={say.title}
        actions={isAdmin && (
          <FormDialog
            button={say.add}
            title={say.add}
            submit={say.add}
            done={say.added}
            defaultValues={{ is_confidential: false }}
            act={(values) => insert("credential_kinds", [values])}
          >
            <Fields />
          </FormDialog>
        )}
      >
        <Loaded query={kinds}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty={say.none}
              columns={[
                { label: say.name, value: ({ name }) => name },
                { label: say.months, value: (one) => say.good(one.months_good) },
                {
                  label: say.confidential,
                  value: (one) =>
                    one.is_confidential ? words.settings.firm.yes : words.settings.firm.no,
                },
                ...isAdmin
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Kind) => <KindActions kind={one} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Requirements of={{}} />
    </Page>
  );
}

function KindActions({ kind }: { kind: Kind }) {
  const { id, name, months_good, is_confidential } = kind;
  return (
    <Box sx={{ display: "flex", justifyContent: "flex-end", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.change}
        title={say.changeTitle(name)}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={{
          name,
          months_good: months_good === null ? null : `${months_good}`,
          is_confidential,
        }}
        act={(values) => update("credential_kinds", { id: `eq.${id}` }, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(name)}
        submit={say.remove}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("credential_kinds", { id: `eq.${id}` })}
      />
    </Box>
  );
}

const areMonths = (value: unknown) =>
  value === undefined || value === null || value === "" ||
    /^\d{1,3}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= MOST_MONTHS
    ? undefined
    : say.notMonths;

function Fields() {
  return (
    <>
      <TextInput
        source="name"
        label={say.name}
        helperText={say.nameAbout}
        validate={required()}
        autoFocus
        fullWidth
      />
      <TextInput
        source="months_good"
        label={say.monthsField}
        helperText={say.monthsAbout}
        validate={areMonths}
        slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
      />
      <BooleanInput
        source="is_confidential"
        label={say.confidential}
        helperText={say.confidentialAbout}
      />
    </>
  );
}
