import { Box } from "@mui/material";
import { SelectInput } from "react-admin";
import { insert, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities;

/** Name of whoever collects what a facility owes; billing chooses them. */
export function FacilityCollector({ facilityId }: { facilityId: string }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const query = { facility_id: `eq.${facilityId}` };
  const asked = useAsk(["facility_staff", facilityId], async (signal) => {
    const [[looksAfter], staff] = await Promise.all([
      rows("facility_staff", { select: "collector_id", ...query }, signal),
      rows("staff_members", {
        select: "user_id,name,is_active",
        user_id: "not.is.null",
        order: "name,id",
      }, signal),
    ]);
    return { collectorId: looksAfter?.collector_id ?? null, staff };
  });
  return (
    <Loaded query={asked}>
      {({ collectorId, staff }) => (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
          {staff.find((one) =>
            one.user_id === collectorId
          )?.name ?? say.noCollector}
          {mayWrite && (
            <FormDialog
              button={say.choose}
              title={say.chooseTitle}
              text={say.chooseAbout}
              submit={say.save}
              done={say.saved}
              buttonProps={{ variant: "text", "aria-label": `${say.choose} ${say.collector}` }}
              defaultValues={{ collector_id: collectorId }}
              act={async ({ collector_id: chosen }) => {
                const changed = await update(
                  "facility_staff",
                  query,
                  { collector_id: chosen ?? null },
                  0,
                );
                if (changed.length === 0 && chosen) {
                  await insert("facility_staff", [{
                    facility_id: facilityId,
                    collector_id: chosen,
                  }]);
                }
              }}
            >
              <SelectInput
                source="collector_id"
                label={say.collector}
                choices={staff.filter((one) => one.is_active || one.user_id === collectorId).map((
                  { user_id: id, name },
                ) => ({ id, name }))}
                fullWidth
              />
            </FormDialog>
          )}
        </Box>
      )}
    </Loaded>
  );
}
