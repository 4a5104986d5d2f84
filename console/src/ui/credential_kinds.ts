import { rows } from "../api/rows.ts";
import { useAsk } from "./loaded.tsx";

/** Kinds of credentials. A firm that has none sees nothing of them but their page in the settings. */
export function useCredentialKinds() {
  return useAsk(["credential_kinds"], (signal) =>
    rows("credential_kinds", {
      select: "id,name,months_good,is_confidential",
      order: "name,id",
    }, signal));
}
