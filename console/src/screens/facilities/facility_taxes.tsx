import { DateInput, required, TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { insert, remove, rows, update } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { oneLine } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Part } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.facilities.fees.taxes;

/** Places of a facility that have taxes of their own, and its exemption. Shown where the firm has taxes. */
export function FacilityTaxes({ facilityId }: { facilityId: string }) {
  const mayWrite = isOneOf(useMe(), "billing");
  const asked = useAsk(["facility_taxes", facilityId], async (signal) => {
    const [taxes, [found]] = await Promise.all([
      rows("sales_taxes", { select: "id", limit: "1" }, signal),
      rows("facility_taxes", {
        select: "id,jurisdictions,exemption,exempt_from,exempt_to",
        facility_id: `eq.${facilityId}`,
      }, signal),
    ]);
    return { hasTaxes: taxes.length > 0, found };
  });
  return (
    <Loaded query={asked}>
      {({ hasTaxes, found }) =>
        hasTaxes && (
          <Part
            title={say.title}
            about={say.about}
            actions={mayWrite && (
              <FormDialog
                button={say.change}
                title={say.title}
                text={say.changeAbout}
                submit={say.save}
                done={say.saved}
                defaultValues={{
                  places: found?.jurisdictions?.join("\n"),
                  exemption: found?.exemption,
                  exempt_from: found?.exempt_from,
                  exempt_to: found?.exempt_to,
                }}
                act={async ({ places, exemption, exempt_from: from, exempt_to: to }) => {
                  const named = String(places ?? "").split("\n").map((name) => name.trim())
                    .filter((name) => name !== "");
                  const values = {
                    jurisdictions: named.length === 0 ? null : named,
                    exemption: exemption || null,
                    exempt_from: exemption ? from : null,
                    exempt_to: exemption ? to || null : null,
                  };
                  if (found === undefined) {
                    await insert("facility_taxes", [{ ...values, facility_id: facilityId }]);
                  } else if (named.length === 0 && !exemption) {
                    await remove("facility_taxes", { id: `eq.${found.id}` });
                  } else {
                    await update("facility_taxes", { id: `eq.${found.id}` }, values);
                  }
                }}
              >
                <Fields />
              </FormDialog>
            )}
          >
            <Facts
              facts={[
                [say.places, found?.jurisdictions?.join(", ") || say.noPlaces],
                [
                  say.exemption,
                  found?.exemption
                    ? say.days(found.exemption, day(found.exempt_from), day(found.exempt_to))
                    : say.notExempt,
                ],
              ]}
            />
          </Part>
        )}
    </Loaded>
  );
}

function Fields() {
  const isExempt = Boolean(useWatch({ name: "exemption" }));
  return (
    <>
      <TextInput
        source="places"
        label={say.places}
        helperText={say.placesAbout}
        multiline
        fullWidth
      />
      <TextInput
        source="exemption"
        label={say.exemption}
        helperText={say.exemptionAbout}
        parse={oneLine}
        fullWidth
      />
      {isExempt && (
        <>
          <DateInput source="exempt_from" label={say.from} validate={required()} fullWidth />
          <DateInput
            source="exempt_to"
            label={say.through}
            helperText={say.throughAbout}
            fullWidth
          />
        </>
      )}
    </>
  );
}
