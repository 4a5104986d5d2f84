import { Box } from "@mui/material";
import { email, required, SelectInput, TextInput } from "react-admin";
import { insert, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Col, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { type Candidate, nameOf } from "./candidate.ts";
import { HireButton } from "./hire.tsx";

const say = words.people.candidates;
const OPEN_STATES = choicesOf(["applied", "screening", "offered", "withdrawn", "rejected"]);

/** Candidates who want to be placed. */
export function Candidates() {
  const me = useMe();
  const mayAct = isOneOf(me, "recruiting");
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayAct && (
        <FormDialog
          button={say.add}
          title={say.addTitle}
          submit={say.addSubmit}
          done={say.added}
          buttonProps={{ variant: "contained" }}
          defaultValues={{ status: "applied" }}
          act={(values) => insert("candidates", [values])}
        >
          <Fields />
        </FormDialog>
      )}
    >
      <ScreenList
        resource="candidates"
        storeKey="candidates"
        none={say.none}
        select="id,first_name,last_name,email,phone,specialty,status"
        filters={[
          <TextInput key="name" source="search_name@words" label={say.name} alwaysOn />,
          <TextInput key="specialty" source="specialty@ilike" label={say.specialty} alwaysOn />,
          <SelectInput
            key="status"
            source="status"
            label={words.common.state}
            choices={[...OPEN_STATES, ...choicesOf(["hired"])]}
            alwaysOn
          />,
        ]}
      >
        <NameCol source="last_name" label={say.name} value={(one: Candidate) => nameOf(one)} />
        <NameCol
          label={say.specialty}
          source="specialty"
          value={(one: Candidate) => one.specialty ?? ""}
        />
        <StateCol />
        <Col source="email" label={say.email} />
        <Col source="phone" label={say.phone} />
        {mayAct && (
          <Col
            label={false}
            render={(one: Candidate) => (
              <Box sx={{ display: "flex", gap: 1 }}>
                {one.status !== "withdrawn" && one.status !== "rejected" && (
                  <HireButton candidate={one} />
                )}
                {one.status !== "hired" && (
                  <FormDialog
                    button={say.edit}
                    title={say.editTitle(nameOf(one))}
                    submit={say.save}
                    done={say.saved}
                    buttonProps={{ variant: "text", "aria-label": `${say.edit}: ${nameOf(one)}` }}
                    defaultValues={{ ...one }}
                    act={({ id: _, ...values }) =>
                      update("candidates", { id: `eq.${one.id}` }, values)}
                  >
                    <Fields />
                  </FormDialog>
                )}
              </Box>
            )}
          />
        )}
      </ScreenList>
    </Page>
  );
}

function Fields() {
  return (
    <>
      <TextInput source="first_name" label={say.firstName} validate={required()} autoFocus />
      <TextInput source="last_name" label={say.lastName} validate={required()} />
      <TextInput source="email" type="email" label={say.email} validate={[required(), email()]} />
      <TextInput source="phone" label={say.phone} />
      <TextInput source="specialty" label={say.specialty} />
      <SelectInput
        source="status"
        label={words.common.state}
        choices={OPEN_STATES}
        validate={required()}
      />
    </>
  );
}
