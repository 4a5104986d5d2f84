import { SelectInput, TextInput } from "react-admin";
import { allRows, type Row } from "../../api/rows.ts";
import { instant } from "../../ui/format.ts";
import { mayInvite, WithdrawButton } from "../../ui/invitations.tsx";
import { Col, NameCol, ScreenList, StateCol } from "../../ui/list.tsx";
import { pathOf } from "../../ui/links.tsx";
import { useAsk } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { useMe } from "../../ui/use_me.ts";
import { choicesOf, words } from "../../words.ts";

const say = words.invitations;
const KINDS = choicesOf(["staff_member", "contractor", "facility_contact"], say.kinds);
const STATES = choicesOf(["open", "expired", "accepted", "withdrawn", "replaced", "changed"]);
type Invitation = Row<"invitations">;

/** Invitations: of whom, by whom, and what became of each. */
export function Invitations() {
  const me = useMe();
  const places = useAsk(["places_of_contacts"], async () => {
    const contacts = await allRows("facility_contacts", { select: "id,facility_id", order: "id" });
    return new Map(contacts.map((one) => [one.id, one.facility_id]));
  });
  return (
    <Page title={say.title} about={say.about}>
      <ScreenList
        resource="invitations"
        storeKey="invitations"
        none={say.none}
        select="id,kind,row_id,name,state,created_at,created_by_name,expires_at,accepted_at,accepted_by_name,voided_at"
        filters={[
          <TextInput key="name" source="name@ilike" label={say.name} alwaysOn />,
          <SelectInput key="kind" source="kind" label={say.as} choices={KINDS} alwaysOn />,
          <SelectInput
            key="state"
            source="state"
            label={words.common.state}
            choices={STATES}
            alwaysOn
          />,
        ]}
      >
        <NameCol
          source="name"
          label={say.name}
          value={(one: Invitation) => one.name ?? ""}
          to={(one: Invitation) => pathOfInvited(one, places.data)}
        />
        <Col label={say.as} render={(one: Invitation) => say.kinds[one.kind]} />
        <StateCol source="state" />
        <Col
          source="created_at"
          label={say.invitedAt}
          render={(one: Invitation) => instant(one.created_at, me.timezone)}
        />
        <NameCol label={say.by} value={(one: Invitation) => one.created_by_name ?? ""} />
        <Col
          source="expires_at"
          label={say.goodUntil}
          render={(one: Invitation) => instant(one.expires_at, me.timezone)}
        />
        <Col
          label={false}
          render={(one: Invitation) =>
            (one.state === "open" || one.state === "expired") && mayInvite(me, one.kind) && (
              <WithdrawButton kind={one.kind} id={one.row_id} name={one.name ?? ""} />
            )}
        />
      </ScreenList>
    </Page>
  );
}

/** Path of the page where the person stands: their own, that of their facility, or the list of staff. */
function pathOfInvited(
  { kind, row_id: id }: Invitation,
  places: ReadonlyMap<string, string> | undefined,
): string | null {
  if (kind === "staff_member") return "/settings/staff";
  if (kind === "contractor") return pathOf.contractor(id);
  const facility = places?.get(id);
  return facility === undefined ? null : pathOf.facility(facility);
}
