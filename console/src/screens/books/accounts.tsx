import { Typography } from "@mui/material";
import { required, TextInput } from "react-admin";
import { update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { type Account, useAccounts } from "./postings.ts";

const say = words.books.accounts;

/** Accounts of the journal, and the number of each in the firm's own chart. */
export function Accounts() {
  const me = useMe();
  const accounts = useAccounts();
  return (
    <Page title={say.title} about={say.about}>
      <Part title={say.list}>
        <Loaded query={accounts}>
          {(found) => (
            <Rows
              label={say.list}
              rows={found}
              rowKey={({ account }) => account}
              empty={words.common.nothingYet}
              columns={[
                { label: say.account, value: (one) => <What of={one} /> },
                { label: say.type, value: ({ type }) => words.books.types[type] },
                { label: say.number, value: ({ number }) => number },
                { label: say.name, value: ({ name }) => name },
                ...isOneOf(me)
                  ? [{
                    label: words.common.actions,
                    heading: "",
                    value: (one: Account) => <Edit of={one} />,
                  }]
                  : [],
              ]}
            />
          )}
        </Loaded>
      </Part>
    </Page>
  );
}

function What({ of: { account } }: { of: Account }) {
  return (
    <>
      {words.books.accountNames[account]}
      <Typography variant="body2" color="text.secondary">
        {words.books.accountHolds[account]}
      </Typography>
    </>
  );
}

function Edit({ of: { account, number, name } }: { of: Account }) {
  const own = words.books.accountNames[account];
  return (
    <FormDialog
      button={say.edit}
      title={say.editTitle(own)}
      text={words.books.accountHolds[account]}
      submit={say.save}
      done={say.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.edit} ${own}` }}
      defaultValues={{ number, name }}
      act={(values) => update("journal_accounts", { account: `eq.${account}` }, values)}
    >
      <TextInput
        source="number"
        label={say.number}
        helperText={say.numberAbout}
        autoFocus
        fullWidth
      />
      <TextInput
        source="name"
        label={say.name}
        helperText={say.nameAbout}
        validate={required()}
        fullWidth
      />
    </FormDialog>
  );
}
