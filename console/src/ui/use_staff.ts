import { allRows } from "../api/rows.ts";
import { useAsk } from "./loaded.tsx";

/** The staff by name, to choose somebody from. */
export function useStaff() {
  return useAsk(
    ["staff_members", "names"],
    () => allRows("staff_members", { select: "id,name,email,is_active", order: "name,id" }),
  );
}
