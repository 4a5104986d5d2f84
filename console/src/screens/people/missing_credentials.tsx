import { Alert } from "@mui/material";
import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { call } from "../../api/call.ts";
import { day } from "../../ui/format.ts";
import { oneLine } from "../../ui/inputs.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { words } from "../../words.ts";

const say = words.credentials.hire;
const isDay = (value: unknown) => /^\d{4}-\d{2}-\d{2}$/.test(String(value));

/** Credentials that a candidate would lack at the chosen facility, and the reason why they are placed without. */
export function MissingCredentials({ candidateId }: { candidateId: string }) {
  const facility: unknown = useWatch({ name: "facility_id" });
  const start: unknown = useWatch({ name: "start_date" });
  const reason: unknown = useWatch({ name: "missing_credentials_reason" });
  const asked = useAsk(
    ["missing_credentials", candidateId, facility, start],
    (signal) =>
      call("missing_credentials", {
        candidate_id: candidateId,
        facility_id: String(facility),
        start_date: String(start),
      }, signal),
    { enabled: Boolean(facility) && isDay(start) },
  );
  const missing = asked.data ?? [];
  // A typed reason stays, also where somebody enters the credential meanwhile.
  if (missing.length === 0 && !reason) return null;
  const names = missing.map(({ credential_kind: name, expired_on: on }) =>
    on === null ? name : say.expired(name, day(on))
  );
  return (
    <>
      {missing.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>{say.lacks(names.join("; "))}</Alert>
      )}
      <TextInput
        source="missing_credentials_reason"
        label={say.reason}
        helperText={say.reasonAbout}
        parse={oneLine}
        multiline
        fullWidth
      />
    </>
  );
}
