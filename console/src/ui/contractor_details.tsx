import { TextInput } from "react-admin";
import { insert, rows, type Selected, update } from "../api/rows.ts";
import { words } from "../words.ts";
import { FormDialog } from "./form_dialog.tsx";
import { instant } from "./format.ts";
import { Loaded, useAsk } from "./loaded.tsx";
import { Facts, Part } from "./page.tsx";
import { useMe } from "./use_me.ts";

const say = words.people.details;
const DETAILS = "phone,address,city,state,postal_code,updated_at";
type Details = Selected<"contractor_details", typeof DETAILS>;

/** Phone and address of a contractor, as staff and the contractor see and correct them. */
export function ContractorDetails(
  { contractorId, mayWrite }: { contractorId: string; mayWrite: boolean },
) {
  const { timezone } = useMe();
  const query = { contractor_id: `eq.${contractorId}` };
  const details = useAsk(
    ["contractor_details", contractorId],
    async (signal) =>
      (await rows("contractor_details", { select: DETAILS, ...query }, signal))[0] ?? null,
  );
  return (
    <Loaded query={details}>
      {(found) => (
        <Part
          title={say.title}
          about={found === null ? say.none : say.as(instant(found.updated_at, timezone))}
          actions={mayWrite && (
            <FormDialog
              button={say.change}
              title={say.changeTitle}
              submit={say.save}
              done={say.saved}
              buttonProps={{ "aria-label": `${say.change} ${say.title}` }}
              defaultValues={valuesOf(found)}
              act={async (values) => {
                const changed = await update("contractor_details", query, values, 0);
                if (changed.length === 0) {
                  await insert("contractor_details", [{ ...values, contractor_id: contractorId }]);
                }
              }}
            >
              <TextInput
                source="phone"
                type="tel"
                label={say.phone}
                autoComplete="off"
                autoFocus
                fullWidth
              />
              <TextInput
                source="address"
                label={say.address}
                helperText={say.addressAbout}
                multiline
                fullWidth
              />
              <TextInput source="city" label={say.city} fullWidth />
              <TextInput source="state" label={say.state} fullWidth />
              <TextInput source="postal_code" label={say.postalCode} fullWidth />
            </FormDialog>
          )}
        >
          {found && (
            <Facts
              facts={[
                [say.phone, found.phone],
                [say.address, addressOf(found)],
              ]}
            />
          )}
        </Part>
      )}
    </Loaded>
  );
}

function valuesOf(found: Details | null) {
  const { updated_at: _, ...values } = found ?? { updated_at: null };
  return values;
}

/** `12 Pearl St, Boulder, CO 80302`: in one line, however many there are. */
function addressOf({ address, city, state, postal_code: code }: Details): string {
  const lines = address?.split(/[\r\n]+/).map((line) => line.trim()) ?? [];
  const region = [state, code].filter(Boolean).join(" ");
  return [...lines, city, region].filter(Boolean).join(", ");
}
