import { useParams } from "react-router-dom";
import { Refusal } from "../../api/refusal.ts";
import { rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { CredentialsOfPerson } from "../../ui/credentials_of_person.tsx";
import { instant } from "../../ui/format.ts";
import { KeptOfPerson } from "../../ui/kept_of_person.tsx";
import { PersonLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Notes } from "../../ui/notes.tsx";
import { Facts, Page } from "../../ui/page.tsx";
import { State } from "../../ui/state.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { nameOf } from "./candidate.ts";
import { EditCandidate } from "./candidate_form.tsx";
import { HireButton } from "./hire.tsx";

const say = words.people.candidates;

/** One candidate: who wants to be placed, how far they are, and what became of them. */
export function CandidatePage() {
  const { id = "" } = useParams();
  const me = useMe();
  const candidate = useAsk(["candidate", id], async (signal) => {
    const [found] = await rows("candidates", {
      select:
        "id,first_name,last_name,email,phone,specialty,status,created_at,hired_at,hired_by_name,contractors(id)",
      id: `eq.${id}`,
    }, signal);
    if (!found) throw new Refusal(404, say.notFound);
    return found;
  });
  return (
    <Loaded query={candidate}>
      {(found) => (
        <Page
          title={nameOf(found)}
          about={found.specialty ?? undefined}
          actions={isOneOf(me, "recruiting") && (
            <>
              {found.status !== "hired" && <EditCandidate candidate={found} />}
              {found.status !== "withdrawn" && found.status !== "rejected" && (
                <HireButton candidate={found} />
              )}
            </>
          )}
        >
          <Facts
            facts={[
              [words.common.state, <State key="state" of={found.status} />],
              [say.email, found.email],
              [say.phone, found.phone],
              [say.since, instant(found.created_at, me.timezone)],
              [
                words.people.assignment.hired,
                found.hired_at &&
                words.common.by(instant(found.hired_at, me.timezone), found.hired_by_name),
              ],
              [
                words.common.contractor,
                found.contractors && (
                  <PersonLink key="contractor" id={found.contractors.id}>
                    {nameOf(found)}
                  </PersonLink>
                ),
              ],
            ]}
          />
          {found.status !== "hired" && <CredentialsOfPerson of={{ candidate_id: id }} />}
          <Notes about="candidate" aboutId={id} />
          <Timeline kind="candidate" id={id} />
          {found.status !== "hired" && (
            <KeptOfPerson kind="candidate" id={id} name={nameOf(found)} />
          )}
        </Page>
      )}
    </Loaded>
  );
}
