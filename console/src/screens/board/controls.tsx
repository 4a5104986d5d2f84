import { SelectInput } from "react-admin";
import { call } from "../../api/call.ts";
import { type Row, rows, update } from "../../api/rows.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, day, daysAfter, instant, money, today } from "../../ui/format.ts";
import { DayInput, MoneyInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { DownloadButton } from "../../ui/paper.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { useState } from "react";
import { choicesOf, words } from "../../words.ts";

const say = words.controls;
type Setting = Row<"organization_settings">["controls"];
const SETTINGS = choicesOf(["two_people", "single_person_firm"], say.settings);
const ROLES = choicesOf(["admin", "billing", "payroll"], words.settings.staff.roleNames);
const of = (names: Readonly<Record<string, string>>, name: string) => names[name] ?? name;

/** Kinds of acts that take two people, from which amount on, and what one person and two decided. */
export function Controls() {
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={<TextLink to="/board/approvals">{words.approvals.title}</TextLink>}
    >
      <Switch />
      <Limits />
      <Report />
    </Page>
  );
}

function Switch() {
  const settings = useAsk(
    ["organization_settings", "controls"],
    (signal) => rows("organization_settings", { select: "controls" }, signal),
  );
  return (
    <Loaded query={settings}>
      {([found]) =>
        found !== undefined && (
          <Part
            title={say.setting}
            actions={
              <FormDialog
                button={say.change}
                title={say.setting}
                text={say.changeAbout}
                submit={say.save}
                done={say.saved}
                defaultValues={{ controls: found.controls === "off" ? null : found.controls }}
                act={({ controls }) =>
                  update("organization_settings", { singleton: "is.true" }, {
                    controls: controls as Setting,
                  })}
              >
                <SelectInput source="controls" label={say.setting} choices={SETTINGS} />
              </FormDialog>
            }
          >
            <Facts facts={[[say.setting, of(say.settings, found.controls)]]} />
          </Part>
        )}
    </Loaded>
  );
}

function Limits() {
  const policies = useAsk(
    ["approval_policies"],
    (signal) =>
      rows("approval_policies", { select: "kind,from_amount,role", order: "kind" }, signal),
  );
  return (
    <Part title={say.limits} about={say.limitsAbout}>
      <Loaded query={policies}>
        {(found) => (
          <Rows
            label={say.limits}
            rows={found}
            rowKey={({ kind }) => kind}
            empty={say.none}
            columns={[
              { label: say.kind, value: ({ kind }) => of(say.kinds, kind) },
              {
                label: say.from,
                value: ({ from_amount }) =>
                  from_amount === null
                    ? say.never
                    : from_amount === 0
                    ? say.always
                    : from_amount.toFixed(2),
              },
              { label: say.role, value: ({ role }) => role === null ? say.anyRole : role },
              {
                label: "",
                value: ({ kind, from_amount, role }) => (
                  <FormDialog
                    button={say.changeLimit}
                    title={of(say.kinds, kind)}
                    text={say.limitAbout}
                    submit={say.save}
                    done={say.saved}
                    buttonProps={{ "aria-label": `${say.changeLimit} ${of(say.kinds, kind)}` }}
                    defaultValues={{ from_amount: from_amount?.toFixed(2) ?? null, role }}
                    act={(values) =>
                      update("approval_policies", { kind: `eq.${kind}` }, {
                        from_amount: values["from_amount"] as number | null ?? null,
                        role: values["role"] as Row<"approval_policies">["role"] ?? null,
                      })}
                  >
                    <MoneyInput source="from_amount" label={say.from} optional />
                    <SelectInput source="role" label={say.role} choices={ROLES} />
                  </FormDialog>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

function Report() {
  const { timezone } = useMe();
  const [days, setDays] = useState(() => {
    const through = today(timezone);
    return { from_day: daysAfter(through, -90), through };
  });
  const report = useAsk(
    ["controls_report", days.from_day, days.through],
    (signal) => call("controls_report", days, signal),
  );
  return (
    <Loaded query={report}>
      {({ kinds, acts, acts_left_out: left, changes }) => (
        <>
          <Part
            title={say.report(day(days.from_day), day(days.through))}
            about={say.reportAbout}
            actions={
              <>
                <FormDialog
                  button={say.otherDays}
                  title={say.otherDays}
                  submit={say.show}
                  defaultValues={days}
                  act={(values) => {
                    setDays({
                      from_day: String(values["from_day"]),
                      through: String(values["through"]),
                    });
                    return Promise.resolve();
                  }}
                >
                  <DayInput source="from_day" label={say.fromDay} />
                  <DayInput source="through" label={say.through} />
                </FormDialog>
                <DownloadButton path={`controls?from=${days.from_day}&to=${days.through}`} />
              </>
            }
          >
            <Rows
              label={say.reportTitle}
              rows={kinds}
              rowKey={({ kind }) => kind}
              empty={say.none}
              columns={[
                { label: say.kind, value: ({ kind }) => of(say.kinds, kind) },
                { label: say.byOne, value: (one) => count(one.by_one), isNumber: true },
                { label: say.byTwo, value: (one) => count(one.by_two), isNumber: true },
                { label: say.byProgram, value: (one) => count(one.by_program), isNumber: true },
                { label: say.overLimit, value: (one) => count(one.over_limit), isNumber: true },
              ]}
            />
          </Part>
          <Part title={say.acts} {...(left > 0 ? { about: say.actsLeft(left) } : {})}>
            <Rows
              label={say.acts}
              rows={acts}
              rowKey={({ at, kind, name, amount }) => `${at} ${kind} ${name} ${amount}`}
              empty={say.noActs}
              columns={[
                { label: words.common.day, value: ({ at }) => instant(at, timezone) },
                { label: say.kind, value: ({ kind, says }) => says ?? of(say.kinds, kind) },
                {
                  label: words.common.amount,
                  value: ({ amount }) => money(amount),
                  isNumber: true,
                },
                {
                  label: say.who,
                  value: ({ by, name, requested_by_name: requested }) =>
                    by === "program"
                      ? say.program
                      : requested === null
                      ? name
                      : say.both(requested, name ?? ""),
                },
              ]}
            />
          </Part>
          <Part title={say.changes}>
            <Rows
              label={say.changes}
              rows={changes}
              rowKey={({ at, said }) => `${at} ${said}`}
              empty={say.noChanges}
              columns={[
                { label: words.common.day, value: ({ at }) => instant(at, timezone) },
                { label: say.change, value: ({ said }) => said },
              ]}
            />
          </Part>
        </>
      )}
    </Loaded>
  );
}
