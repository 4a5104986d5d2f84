import { Box, Link } from "@mui/material";
import { required, SelectInput, TextInput } from "react-admin";
import { insert, remove, rows, type Selected, update } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { ActButton } from "./act.tsx";
import { useCredentialKinds } from "./credential_kinds.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, instant } from "./format.ts";
import { DayInput, oneLine } from "./inputs.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { type Column, Rows } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.credentials.of;
const SEEN =
  "credential_id,credential_kind,is_confidential,is_valid,number,issued_on,expires_on,verified_at,verified_by_name";
type Seen = Selected<"person_credentials", typeof SEEN>;

/** Holder of credentials. */
export type Holder = { readonly contractor_id: string } | { readonly candidate_id: string };

/** Credentials of somebody; nothing in a firm that has no kinds of them. */
export function CredentialsOfPerson({ of }: { of: Holder }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "recruiting");
  const kinds = useCredentialKinds();
  const [[column, id] = ["contractor_id", ""]] = Object.entries(of) as [string, string][];
  const asked = useAsk(["person_credentials", column, id, mayWrite], async (signal) => {
    const ofThem = { [column]: `eq.${id}` };
    const [seen, documents] = await Promise.all([
      rows("person_credentials", {
        ...ofThem,
        select: SEEN,
        order: "credential_kind,expires_on.desc.nullsfirst,credential_id",
      }, signal),
      mayWrite ? rows("credentials", { ...ofThem, select: "id,document_url" }, signal) : [],
    ]);
    return { seen, documents: new Map(documents.map((one) => [one.id, one.document_url])) };
  });
  if ((kinds.data ?? []).length === 0) return null;
  const hidden = (one: Seen, text: string) => one.is_confidential && !mayWrite ? say.hidden : text;
  return (
    <Part
      title={words.credentials.title}
      about={say.about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          submit={say.add}
          done={say.added}
          act={(values) => insert("credentials", [{ ...values, ...of }])}
        >
          <SelectInput
            source="credential_kind_id"
            label={say.kind}
            choices={kinds.data ?? []}
            translateChoice={false}
            validate={required()}
          />
          <Fields />
        </FormDialog>
      )}
    >
      <Loaded query={asked}>
        {({ seen, documents }) => (
          <Rows
            label={words.credentials.title}
            rows={seen}
            rowKey={(one) => one.credential_id ?? ""}
            empty={say.none}
            columns={[
              { label: say.kind, value: (one) => one.credential_kind },
              { label: say.state, value: (one) => one.is_valid ? say.valid : say.notValid },
              { label: say.number, value: (one) => hidden(one, one.number ?? "") },
              {
                label: say.issued,
                value: (one) => hidden(one, one.issued_on === null ? "" : day(one.issued_on)),
              },
              {
                label: say.expires,
                value: (one) =>
                  hidden(one, one.expires_on === null ? say.never : day(one.expires_on)),
              },
              {
                label: say.verified,
                value: (one) =>
                  hidden(
                    one,
                    one.verified_at === null ? say.notVerified : words.common.by(
                      instant(one.verified_at, me.timezone),
                      one.verified_by_name,
                    ),
                  ),
              },
              ...mayWrite
                ? [{
                  label: say.document,
                  value: (one) => <Document url={documents.get(one.credential_id ?? "") ?? null} />,
                }, {
                  label: words.common.actions,
                  heading: "",
                  value: (one) => (
                    <CredentialActions
                      credential={one}
                      url={documents.get(one.credential_id ?? "") ?? null}
                    />
                  ),
                }] satisfies Column<Seen>[]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

/** The database takes no address but one of http. */
function Document({ url }: { url: string | null }) {
  if (url === null) return null;
  return <Link href={url} target="_blank" rel="noopener noreferrer">{say.open}</Link>;
}

function CredentialActions({ credential, url }: { credential: Seen; url: string | null }) {
  const id = `eq.${credential.credential_id}`;
  const name = credential.credential_kind ?? "";
  return (
    <Box sx={{ display: "flex", justifyContent: "flex-end", whiteSpace: "nowrap" }}>
      {credential.verified_at === null && (
        <ActButton
          label={say.verify}
          aria-label={say.verifyOf(name)}
          variant="text"
          done={say.verifyDone}
          act={() =>
            update("credentials", { id, verified_at: "is.null" }, {
              verified_at: new Date().toISOString(),
            })}
        />
      )}
      <FormDialog
        button={say.change}
        title={say.changeTitle(name)}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.change} ${name}` }}
        defaultValues={{
          number: credential.number,
          issued_on: credential.issued_on,
          expires_on: credential.expires_on,
          document_url: url,
        }}
        act={(values) => update("credentials", { id }, values)}
      >
        <Fields />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(name)}
        text={say.removeAbout}
        submit={say.removeNow}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("credentials", { id })}
      />
    </Box>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="number" label={say.number} parse={oneLine} fullWidth />
      <DayInput source="issued_on" label={say.issued} optional />
      <DayInput source="expires_on" label={say.expires} optional helperText={say.expiresAbout} />
      <TextInput
        source="document_url"
        label={say.documentField}
        helperText={say.documentAbout}
        parse={oneLine}
        fullWidth
        slotProps={{ htmlInput: { inputMode: "url", autoComplete: "off" } }}
      />
    </>
  );
}
