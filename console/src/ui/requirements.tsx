import { Box } from "@mui/material";
import { required, SelectInput } from "react-admin";
import { insert, remove, rows, type Selected, update } from "../api/rows.ts";
import { isOneOf } from "../me.ts";
import { words } from "../words.ts";
import { useCredentialKinds } from "./credential_kinds.ts";
import { FormDialog } from "./form_dialog.tsx";
import { day, today } from "./format.ts";
import { DayInput } from "./inputs.tsx";
import { Loaded, useAsk } from "./loaded.tsx";
import { Part } from "./page.tsx";
import { Rows } from "./rows.tsx";
import { useMe } from "./use_me.ts";

const say = words.credentials.required;
const SELECT = "id,effective_from,effective_to,credential_kinds(name)";
type Requirement = Selected<"requirements", typeof SELECT>;

/** Place that asks for something: neither is the firm. */
export interface RequiringPlace {
  readonly facility_id?: string;
  readonly assignment_id?: string;
}

/** Credentials that the firm, a facility or an assignment requires; nothing in a firm that has no kinds of them. */
export function Requirements({ of }: { of: RequiringPlace }) {
  const me = useMe();
  const mayWrite = isOneOf(me, "recruiting");
  const kinds = useCredentialKinds();
  const asked = useAsk(
    ["requirements", of.facility_id, of.assignment_id],
    (signal) =>
      rows("requirements", {
        select: SELECT,
        facility_id: of.facility_id === undefined ? "is.null" : `eq.${of.facility_id}`,
        assignment_id: of.assignment_id === undefined ? "is.null" : `eq.${of.assignment_id}`,
        order: "effective_from.desc,id",
      }, signal),
  );
  if ((kinds.data ?? []).length === 0) return null;
  const about = of.facility_id !== undefined
    ? say.aboutFacility
    : of.assignment_id !== undefined
    ? say.aboutAssignment
    : say.aboutFirm;
  return (
    <Part
      title={say.title}
      about={about}
      actions={mayWrite && (
        <FormDialog
          button={say.add}
          title={say.add}
          text={say.placed}
          submit={say.add}
          done={say.added}
          defaultValues={() => ({ effective_from: today(me.timezone) })}
          act={(values) => insert("requirements", [{ ...values, ...of }])}
        >
          <SelectInput
            source="credential_kind_id"
            label={say.kind}
            choices={kinds.data ?? []}
            translateChoice={false}
            validate={required()}
          />
          <DayInput source="effective_from" label={say.from} />
          <DayInput source="effective_to" label={say.to} optional helperText={say.toAbout} />
        </FormDialog>
      )}
    >
      <Loaded query={asked}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: say.kind, value: (one) => one.credential_kinds.name },
              { label: say.from, value: (one) => day(one.effective_from) },
              {
                label: say.to,
                value: (one) => one.effective_to === null ? say.goesOn : day(one.effective_to),
              },
              ...mayWrite
                ? [{
                  label: words.common.actions,
                  heading: "",
                  value: (one: Requirement) => <RequirementActions requirement={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function RequirementActions({ requirement }: { requirement: Requirement }) {
  const { id, effective_to, credential_kinds: { name } } = requirement;
  return (
    <Box sx={{ display: "flex", justifyContent: "flex-end", whiteSpace: "nowrap" }}>
      <FormDialog
        button={say.end}
        title={say.endTitle(name)}
        submit={say.save}
        done={say.saved}
        buttonProps={{ variant: "text", "aria-label": `${say.end} ${name}` }}
        defaultValues={{ effective_to }}
        act={(values) => update("requirements", { id: `eq.${id}` }, values)}
      >
        <DayInput source="effective_to" label={say.to} optional helperText={say.toAbout} />
      </FormDialog>
      <FormDialog
        button={say.remove}
        title={say.removeTitle(name)}
        submit={say.remove}
        done={say.removed}
        buttonProps={{ variant: "text", "aria-label": `${say.remove} ${name}` }}
        act={() => remove("requirements", { id: `eq.${id}` })}
      />
    </Box>
  );
}
