import { Box } from "@mui/material";
import { SelectInput, TextInput } from "react-admin";
import { isOneOf } from "../../me.ts";
import { pathOf } from "../../ui/links.tsx";
import { Col, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";
import { type Candidate, listedName } from "./candidate.ts";
import { AddCandidate, EditCandidate, OPEN_STATES } from "./candidate_form.tsx";
import { HireButton } from "./hire.tsx";

const say = words.people.candidates;

/** Candidates who want to be placed. */
export function Candidates() {
  const me = useMe();
  const mayAct = isOneOf(me, "recruiting");
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayAct && <AddCandidate />}
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
        <NameCol
          source="last_name"
          label={say.name}
          value={(one: Candidate) => listedName(one)}
          to={(one: Candidate) => pathOf.candidate(one.id)}
        />
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
                {one.status !== "hired" && <EditCandidate candidate={one} />}
              </Box>
            )}
          />
        )}
      </ScreenList>
    </Page>
  );
}
