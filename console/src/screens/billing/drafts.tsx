import { useState } from "react";
import { allRows, type Row } from "../../api/rows.ts";
import { call } from "../../api/call.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { count, money, period, sum } from "../../ui/format.ts";
import { DayInput, FacilityInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { choiceColumn, useSelection } from "../../ui/select_rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { GroupInput, groupOf } from "./group_input.tsx";
import { SendDialog } from "./send_dialog.tsx";
import { type Sent, SentInvoices } from "./sent_invoices.tsx";

const say = words.billing.drafts;
type Draft =
  & Pick<Row<"invoices">, "id" | "kind" | "group_name" | "period_start" | "period_end" | "total">
  & {
    facilities: { name: string };
  };
const nameOf = (one: Draft) => words.billing.group.of(one.facilities.name, one.group_name);

/** Drafts: looked at, chosen, sent. */
export function Drafts() {
  const me = useMe();
  const selection = useSelection();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const drafts = useAsk(["drafts"], () =>
    allRows("invoices", {
      select: "id,kind,group_name,period_start,period_end,total,facilities(name)",
      status: "eq.draft",
      order: "period_start.desc,id",
    }));
  const mayBill = isOneOf(me, "billing");
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={mayBill && (
        <FormDialog
          button={say.make}
          title={say.make}
          text={say.makeAbout}
          submit={say.makeSubmit}
          done={say.made}
          act={(values) =>
            call("create_facility_invoice", {
              facility_id: String(values["facility_id"]),
              period_start: String(values["period_start"]),
              period_end: String(values["period_end"]),
              group_key: groupOf(values),
            })}
        >
          <FacilityInput active={false} />
          <GroupInput />
          <DayInput source="period_start" label={words.common.firstDay} />
          <DayInput source="period_end" label={words.common.lastDay} />
        </FormDialog>
      )}
    >
      {sent.length > 0 && <SentInvoices sent={sent} />}
      <Loaded query={drafts}>
        {(found) => {
          const chosen = found.filter(({ id }) => selection.chosen.has(id));
          return (
            <Part
              title={say.count(count(found.length))}
              actions={mayBill && (
                <SendDialog
                  ids={chosen.map(({ id }) => id)}
                  onSent={setSent}
                  button={say.send(count(chosen.length))}
                  title={say.sendTitle(
                    count(chosen.length),
                    money(sum(chosen.map(({ total }) => total))),
                  )}
                  submit={say.sendSubmit}
                  done={say.sent}
                  buttonProps={{ variant: "contained", disabled: chosen.length === 0 }}
                />
              )}
            >
              <Rows
                label={say.title}
                rows={found}
                rowKey={({ id }) => id}
                to={({ id }) => `/billing/invoices/${id}`}
                empty={say.none}
                columns={[
                  ...(mayBill ? [choiceColumn(found, ({ id }) => id, nameOf, selection)] : []),
                  {
                    label: words.common.facility,
                    value: nameOf,
                    total: words.common.total,
                  },
                  {
                    label: words.common.period,
                    value: (one) => period(one.period_start, one.period_end),
                  },
                  { label: words.common.kind, value: (one) => words.billing.kinds[one.kind] },
                  {
                    label: words.common.amount,
                    value: (one) => money(one.total),
                    isNumber: true,
                    total: money(sum(found.map(({ total }) => total))),
                  },
                ]}
              />
            </Part>
          );
        }}
      </Loaded>
    </Page>
  );
}
