import { Box } from "@mui/material";
import { rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { FacilityInput } from "../../ui/inputs.tsx";
import { FacilityLink } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities.billTo;

/** The program that a facility is billed to; billing chooses it. */
export function FacilityBillTo({ facilityId }: { facilityId: string }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const asked = useAsk(["facility_bill_to", facilityId], async (signal) => {
    const [facility] = await rows("facilities", {
      select: "bill_to_facility_id",
      id: `eq.${facilityId}`,
    }, signal);
    const id = facility?.bill_to_facility_id ?? null;
    const [program] = id === null
      ? []
      : await rows("facilities", { select: "id,name", id: `eq.${id}` }, signal);
    return { id, name: program?.name };
  });
  return (
    <Loaded query={asked}>
      {({ id, name }) => (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          {id === null ? say.itself : <FacilityLink id={id}>{name}</FacilityLink>}
          {mayWrite && (
            <FormDialog
              button={say.choose}
              title={say.title}
              text={say.about}
              submit={words.facilities.save}
              done={words.facilities.saved}
              buttonProps={{ variant: "text", "aria-label": `${say.choose} ${say.label}` }}
              defaultValues={{ bill_to_facility_id: id }}
              act={({ bill_to_facility_id: chosen }) =>
                update("facilities", { id: `eq.${facilityId}` }, {
                  bill_to_facility_id: chosen || null,
                })}
            >
              <FacilityInput source="bill_to_facility_id" label={say.label} optional />
            </FormDialog>
          )}
        </Box>
      )}
    </Loaded>
  );
}

/** Most facilities of a program that are shown; the list of facilities has the others. */
const SHOWN = 100;

/** Facilities that are billed to a program, where there are any. */
export function BilledFacilities({ facilityId }: { facilityId: string }) {
  const billed = useAsk(["billed_facilities", facilityId], (signal) =>
    rows("facilities", {
      select: "id,name",
      bill_to_facility_id: `eq.${facilityId}`,
      order: "name,id",
      limit: `${SHOWN}`,
    }, signal));
  return (
    <Loaded query={billed}>
      {(found) =>
        found.length > 0 && (
          <Part title={say.billed} about={say.billedAbout}>
            <Rows
              label={say.billed}
              rows={found}
              rowKey={({ id }) => id}
              to={({ id }) => `/people/facilities/${id}`}
              empty=""
              columns={[{ label: words.common.facility, value: ({ name }) => name }]}
            />
          </Part>
        )}
    </Loaded>
  );
}
