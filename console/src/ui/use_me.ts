import { usePermissions } from "react-admin";
import type { Me } from "../me.ts";
import { MIDNIGHT } from "./workday.ts";

const NOBODY: Me = {
  userId: "",
  name: "",
  email: "",
  roles: [],
  contractorId: null,
  facilities: [],
  businessDate: "",
  weekStart: "",
  weekStartsOn: 1,
  timezone: null,
  firmName: null,
  lacksSecondFactor: false,
  workday: { startsAt: MIDNIGHT, from: null, startedAt: MIDNIGHT },
};

/** Person who is signed in; nobody while that is on its way. */
export function useMe(): Me {
  return usePermissions<Me>().permissions ?? NOBODY;
}
