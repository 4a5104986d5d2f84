import { Typography } from "@mui/material";
import { regex, required, SelectInput, TextInput } from "react-admin";
import { insert, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { accountWords } from "./account_name.tsx";
import { type Account, useAccounts } from "./postings.ts";

const say = words.books.accounts;

/** Accounts of the journal, and the number of each in the firm's own chart. */
export function Accounts() {
  const me = useMe();
  const accounts = useAccounts();
  return (
    <Page title={say.title} about={say.about} actions={isOneOf(me) && <Add />}>
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
      {accountWords(account).name ?? account}
      <Typography variant="body2" color="text.secondary">
        {accountWords(account).holds ?? say.ofCodes}
      </Typography>
    </>
  );
}

/** Types of the firm's own accounts, by what they are for. */
const TYPES: Readonly<Record<string, string>> = {
  revenue: "income",
  pay: "expense",
  fees: "income",
  sales_tax: "liability",
};

/** An account of the firm's own, named by what it is for and a short name. */
function Add() {
  return (
    <FormDialog
      button={say.add}
      title={say.addTitle}
      text={say.addAbout}
      submit={say.add}
      done={say.added}
      defaultValues={{ of: "revenue" }}
      act={({ of, word, number, name }) =>
        insert("journal_accounts", [{
          account: `${of}_${word}`,
          type: TYPES[String(of)],
          number,
          name,
        }])}
    >
      <SelectInput
        source="of"
        label={say.of}
        choices={choicesOf(Object.keys(say.ofWhat), say.ofWhat)}
        validate={required()}
      />
      <TextInput
        source="word"
        label={say.word}
        helperText={say.wordAbout}
        validate={[required(), regex(/^[a-z0-9_]{1,32}$/, say.notWord)]}
        fullWidth
      />
      <ChartInputs />
    </FormDialog>
  );
}

function Edit({ of: { account, number, name } }: { of: Account }) {
  const { name: known, holds = say.ofCodes } = accountWords(account);
  const own = known ?? account;
  return (
    <FormDialog
      button={say.edit}
      title={say.editTitle(own)}
      text={holds}
      submit={say.save}
      done={say.saved}
      buttonProps={{ variant: "text", "aria-label": `${say.edit} ${own}` }}
      defaultValues={{ number, name }}
      act={(values) => update("journal_accounts", { account: `eq.${account}` }, values)}
    >
      <ChartInputs autoFocus />
    </FormDialog>
  );
}

function ChartInputs({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <>
      <TextInput
        source="number"
        label={say.number}
        helperText={say.numberAbout}
        autoFocus={autoFocus}
        fullWidth
      />
      <TextInput
        source="name"
        label={say.name}
        helperText={say.nameAbout}
        validate={required()}
        fullWidth
      />
    </>
  );
}
