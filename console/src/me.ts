import { auth } from "./api/client.ts";
import { type Row, rows } from "./api/rows.ts";

/** What a member of the staff may do. */
export type Role = Row<"staff_members">["roles"][number];

/** Whoever is signed in. The one place that asks: the view `me` will answer it in one request. */
export interface Me {
  readonly userId: string;
  readonly email: string;
  /** Empty: not of the staff. */
  readonly roles: readonly Role[];
  /** The firm's timezone; its days are days in it. Null where it may not be read. */
  readonly timezone: string | null;
  /** ISO weekday on which the firm's workweek begins. */
  readonly weekStartsOn: number;
}

/** @throws Refusal */
export async function loadMe(): Promise<Me> {
  const { data } = await auth().getSession();
  const user = data.session?.user;
  const staff = user === undefined
    ? []
    : await rows<Pick<Row<"staff_members">, "roles" | "is_active">>(
      "staff_members",
      {
        select: "roles,is_active",
        user_id: `eq.${user.id}`,
      },
    );
  const roles = staff.flatMap((member) => member.is_active ? member.roles : []);
  const [settings] = roles.length === 0 ? [] : await rows<
    Pick<
      Row<"organization_settings">,
      "operating_timezone" | "workweek_starts_on"
    >
  >("organization_settings", {
    select: "operating_timezone,workweek_starts_on",
  });
  return {
    userId: user?.id ?? "",
    email: user?.email ?? "",
    roles,
    timezone: settings?.operating_timezone ?? null,
    weekStartsOn: settings?.workweek_starts_on ?? 1,
  };
}

/** Whether somebody may do what a role does; an admin may do what any may. */
export function isOneOf(
  me: Me | undefined,
  ...roles: readonly Role[]
): boolean {
  return me !== undefined &&
    me.roles.some((role) => role === "admin" || roles.includes(role));
}

/** Whether somebody is of the staff, whatever their role. */
export function isStaff(me: Me | undefined): boolean {
  return me !== undefined && me.roles.length > 0;
}
