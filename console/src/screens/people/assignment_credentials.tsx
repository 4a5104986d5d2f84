import { rows } from "../../api/rows.ts";
import { useCredentialKinds } from "../../ui/credential_kinds.ts";
import { day } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Requirements } from "../../ui/requirements.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.credentials.needed;
const of = words.credentials.of;

/** Credentials that an assignment needs, with their state, and those that it alone requires; nothing where there are no kinds. */
export function AssignmentCredentials({ assignmentId }: { assignmentId: string }) {
  const kinds = useCredentialKinds();
  const asked = useAsk(
    ["required_credentials", assignmentId],
    (signal) =>
      rows("required_credentials", {
        select: "credential_kind_id,credential_kind,required_by,is_valid,number,expires_on",
        assignment_id: `eq.${assignmentId}`,
        order: "credential_kind,credential_kind_id",
      }, signal),
  );
  if ((kinds.data ?? []).length === 0) return null;
  return (
    <>
      <Part title={say.title} about={say.about}>
        <Loaded query={asked}>
          {(found) => (
            <Rows
              label={say.title}
              rows={found}
              rowKey={(one) => one.credential_kind_id ?? ""}
              empty={say.none}
              columns={[
                { label: of.kind, value: (one) => one.credential_kind },
                { label: of.state, value: (one) => one.is_valid ? of.valid : of.notValid },
                { label: of.number, value: (one) => one.number },
                {
                  label: of.expires,
                  value: (one) => one.expires_on === null ? "" : day(one.expires_on),
                },
                {
                  label: say.by,
                  value: (one) =>
                    (one.required_by ?? []).map((place) => say.places[place] ?? place).join(", "),
                },
              ]}
            />
          )}
        </Loaded>
      </Part>
      <Requirements of={{ assignment_id: assignmentId }} />
    </>
  );
}
