import { rows } from "../api/rows.ts";
import { useAsk } from "./loaded.tsx";
import { useMe } from "./use_me.ts";

/** The zone of a facility's clock: its own, or the firm's. */
export type ZoneOf = (facilityId: string | null) => string;

/** For staff and contacts, who read facilities. Few have a zone of their own, and those alone are asked for. */
export function useZones(): ZoneOf {
  const me = useMe();
  const { data = [] } = useAsk(
    ["facilities", "timezone"],
    (signal) =>
      rows("facilities", {
        select: "id,timezone",
        timezone: "not.is.null",
        order: "id",
      }, signal),
  );
  const zones = new Map(data.map(({ id, timezone }) => [id, timezone]));
  return (facilityId) => zones.get(facilityId ?? "") ?? me.timezone ?? "UTC";
}
