import { usePermissions } from "react-admin";
import type { Me } from "../me.ts";

const NOBODY: Me = { userId: "", email: "", roles: [], timezone: null, weekStartsOn: 1 };

/** Whoever is signed in; nobody while that is on its way. */
export function useMe(): Me {
  return usePermissions<Me>().permissions ?? NOBODY;
}
