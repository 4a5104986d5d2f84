import { useState } from "react";
import { CheckboxGroupInput } from "react-admin";
import { Button } from "@mui/material";
import { allRows, rows, update } from "../../api/rows.ts";
import { call } from "../../api/call.ts";
import { FactorDialog } from "../../auth/factor_dialog.tsx";
import { isFactorGiven, ownFactor, removeFactor } from "../../auth/factors.ts";
import { secondFactor } from "../../auth/words.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SecretDialog } from "../../ui/secret_dialog.tsx";
import { choicesOf, words } from "../../words.ts";

const say = words.settings.security;
const ROLES = choicesOf(["admin", "billing", "payroll"], words.settings.staff.roleNames);

/** Second factors, and signing out everywhere. */
export function Security() {
  return (
    <Page title={say.title} about={say.about}>
      <Asked />
      <Own />
      <Staff />
    </Page>
  );
}

/** Roles that count only with a second factor. */
function Asked() {
  const settings = useAsk(["organization_settings", "factors"], async (signal) => {
    const [found] = await rows("organization_settings", {
      select: "second_factor_roles",
      order: "singleton",
    }, signal);
    return found?.second_factor_roles ?? [];
  });
  return (
    <Loaded query={settings}>
      {(roles) => (
        <Part
          title={say.asked}
          about={say.askedAbout}
          actions={
            <FormDialog
              button={say.change}
              title={say.asked}
              text={say.changeAbout}
              submit={say.save}
              done={say.saved}
              defaultValues={{ second_factor_roles: roles }}
              act={({ second_factor_roles: chosen }) =>
                update("organization_settings", { singleton: "is.true" }, {
                  second_factor_roles: (chosen as string[] | null) ?? [],
                })}
            >
              <CheckboxGroupInput source="second_factor_roles" label={say.of} choices={ROLES} />
            </FormDialog>
          }
        >
          <Facts
            facts={[[
              say.of,
              roles.length === 0
                ? say.ofNobody
                : roles.map((role) => words.settings.staff.roleNames[role]).join(", "),
            ]]}
          />
        </Part>
      )}
    </Loaded>
  );
}

/** One's own factor, and one's own devices. */
function Own() {
  const [isOpen, setOpen] = useState(false);
  const own = useAsk(["own_factor"], async () => ({
    factor: await ownFactor(),
    isGiven: await isFactorGiven(),
  }));
  return (
    <Loaded query={own}>
      {({ factor, isGiven }) => (
        <Part
          title={say.own}
          actions={
            <>
              {!isGiven && (
                <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
                  {factor === null ? say.setUp : say.give}
                </Button>
              )}
              {factor !== null && isGiven && (
                <FormDialog
                  button={say.remove}
                  title={say.removeTitle}
                  text={say.removeAbout}
                  submit={words.common.yes}
                  done={say.removed}
                  act={() => removeFactor(factor)}
                />
              )}
            </>
          }
        >
          <Facts
            facts={[[say.factor, factor === null ? say.none : isGiven ? say.given : say.notGiven]]}
          />
          {isOpen && (
            <FactorDialog
              about={secondFactor.yours}
              later={words.common.cancel}
              close={() => setOpen(false)}
              done={() => {
                setOpen(false);
                void own.refetch();
              }}
            />
          )}
        </Part>
      )}
    </Loaded>
  );
}

/** Staff who sign in: their devices, and what the owner runs for who lost a factor. */
function Staff() {
  const [lost, setLost] = useState<{ id: string; name: string } | null>(null);
  const staff = useAsk(["staff_members", "security"], () =>
    allRows("staff_members", {
      select: "id,name,email,user_id",
      user_id: "not.is.null",
      order: "name,id",
    }));
  return (
    <Part title={say.staff} about={say.staffAbout}>
      <Loaded query={staff}>
        {(found) => (
          <Rows
            label={say.staff}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.nobody}
            columns={[
              { label: words.settings.staff.name, value: ({ name, email }) => name ?? email },
              {
                label: words.common.actions,
                heading: "",
                value: ({ id, name, email }) => (
                  <>
                    <ActButton
                      label={words.invitations.signOut}
                      variant="text"
                      aria-label={`${words.invitations.signOut}: ${name ?? email}`}
                      done={words.invitations.signedOut}
                      act={() => call("sign_out_everywhere", { kind: "staff_member", id })}
                    />
                    <Button
                      size="small"
                      aria-label={`${say.lost}: ${name ?? email}`}
                      onClick={() => setLost({ id, name: name ?? email ?? "" })}
                    >
                      {say.lost}
                    </Button>
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {lost !== null && (
        <SecretDialog
          title={say.lostTitle(lost.name)}
          label={say.statement}
          secret={`select private.remove_second_factor('staff_member', '${lost.id}');`}
          about={say.lostAbout}
          submit={say.close}
          onClose={() => setLost(null)}
        />
      )}
    </Part>
  );
}
