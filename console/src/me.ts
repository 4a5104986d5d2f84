import { auth } from "./api/client.ts";
import { type Row, rows } from "./api/rows.ts";
import { weekdayOf } from "./ui/format.ts";
import { MIDNIGHT, type Workday } from "./ui/workday.ts";

/** Rights of a member of the staff. */
export type Role = Row<"staff_members">["roles"][number];

/** Person who is signed in. Nothing else asks for them. */
export interface Me {
  readonly userId: string;
  /** As the firm knows them; the sign-in's address while it does not. */
  readonly name: string;
  readonly email: string;
  /** Empty: not of the staff. */
  readonly roles: readonly Role[];
  readonly contractorId: string | null;
  /** The facilities that they are a contact of, and those that are billed to these, by name. */
  readonly facilities: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  /** Today in the firm's zone, and the first day of its workweek. */
  readonly businessDate: string;
  readonly weekStart: string;
  /** ISO weekday on which the firm's workweek begins. */
  readonly weekStartsOn: number;
  /** The firm's zone, of the clocks that people see. Null while nobody is signed in. */
  readonly timezone: string | null;
  /** The firm's name, as its papers have it; null while it has none, or they are nobody of it. */
  readonly firmName: string | null;
  /** True while a role does not count: the firm asks for a second factor, and this sign-in has none. */
  readonly lacksSecondFactor: boolean;
  /** The time at which workdays begin. */
  readonly workday: Workday;
}

let asking: Promise<Me> | undefined;

/**
 * Reads who is signed in; asked at once by several, it is one request.
 *
 * @throws Refusal
 */
export function loadMe(): Promise<Me> {
  asking ??= askMe().finally(() => asking = undefined);
  return asking;
}

async function askMe(): Promise<Me> {
  const { data } = await auth().getSession();
  // Before the sign-in this is asked too, and there is nobody to ask for.
  const [me] = data.session === null ? [] : await rows("me", { select: "*", order: "user_id" });
  const roles = (me?.roles ?? []) as Role[];
  const email = me?.email ?? data.session?.user.email ?? "";
  const weekStart = me?.week_start ?? "";
  return {
    userId: me?.user_id ?? "",
    name: me?.name ?? email,
    email,
    roles,
    contractorId: me?.contractor_id ?? null,
    facilities: (me?.facility_ids ?? []).map((id, index) => ({
      id,
      name: me?.facility_names?.[index] ?? "",
    })),
    businessDate: me?.business_date ?? "",
    weekStart,
    weekStartsOn: weekStart === "" ? 1 : weekdayOf(weekStart),
    timezone: me?.operating_timezone ?? null,
    firmName: me?.firm_name ?? null,
    lacksSecondFactor: me?.lacks_second_factor ?? false,
    workday: {
      startsAt: me?.workday_starts_at?.slice(0, 5) ?? MIDNIGHT,
      from: me?.workday_starts_from ?? null,
      startedAt: me?.workday_started_at?.slice(0, 5) ?? MIDNIGHT,
    },
  };
}

/** True if somebody may do what a role does; an admin may do what any may. */
export function isOneOf(
  me: Me | undefined,
  ...roles: readonly Role[]
): boolean {
  return me !== undefined &&
    me.roles.some((role) => role === "admin" || roles.includes(role));
}

/** True if somebody is of the staff, in whatever role. */
export function isStaff(me: Me | undefined): boolean {
  return me !== undefined && me.roles.length > 0;
}

/** True if somebody is one of the contractors. */
export function isContractor(me: Me | undefined): boolean {
  return me !== undefined && me.contractorId !== null;
}

/** True if somebody is a facility's contact. */
export function isContact(me: Me | undefined): boolean {
  return me !== undefined && me.facilities.length > 0;
}
