import { useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import { allRows, rows } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { download } from "../../ui/download.ts";
import { day, money, period, sum } from "../../ui/format.ts";
import { FacilityLink, pathOf } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { Rows } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { words } from "../../words.ts";

const say = words.billing.bundle;

/** Invoices that a program was sent at once, as one document and as one file. */
export function Bundle() {
  const { id = "" } = useParams();
  const asked = useAsk(["invoice_bundle", id], async (signal) => {
    const [[bundle], invoices, document] = await Promise.all([
      rows("invoice_bundles", {
        select: "id,facility_id,issue_date,facilities(name)",
        id: `eq.${id}`,
      }, signal),
      allRows("invoices", {
        select: "id,number,facility_name,period_start,period_end,due_date,total,balance,status",
        invoice_bundle_id: `eq.${id}`,
        order: "facility_name,number,id",
      }),
      call("invoice_bundle_document", { invoice_bundle_id: id }, signal),
    ]);
    if (!bundle) throw new Refusal(404, say.notFound);
    return { bundle, invoices, parts: document.parts };
  });
  return (
    <Loaded query={asked}>
      {({ bundle, invoices, parts }) => (
        <Page
          title={say.title(day(bundle.issue_date), bundle.facilities.name)}
          about={
            <>
              <FacilityLink id={bundle.facility_id}>{bundle.facilities.name}</FacilityLink>.{" "}
              {say.about}
            </>
          }
          actions={
            <>
              {Array.from({ length: parts }, (_, place) => (
                <PaperButton
                  key={place}
                  path={`bundle/${id}?part=${place + 1}`}
                  {...parts > 1 && { label: say.part(place + 1, parts) }}
                />
              ))}
              <ActButton
                label={say.file}
                variant="text"
                act={async () =>
                  download(
                    await call("invoice_bundle_file", { invoice_bundle_id: id }),
                    `invoices-${bundle.issue_date}.csv`,
                  )}
              />
            </>
          }
        >
          <Part title={say.invoices}>
            <Rows
              label={say.invoices}
              rows={invoices}
              rowKey={(one) => one.id}
              to={(one) => pathOf.invoice(one.id)}
              empty={say.notFound}
              columns={[
                {
                  label: words.common.facility,
                  value: (one) => one.facility_name,
                  total: words.common.total,
                },
                { label: say.number, value: (one) => one.number },
                {
                  label: say.period,
                  value: (one) => period(one.period_start, one.period_end),
                },
                { label: say.due, value: (one) => day(one.due_date) },
                { label: words.common.state, value: (one) => <State of={one.status} /> },
                {
                  label: words.common.amount,
                  value: (one) => money(one.total),
                  isNumber: true,
                  total: money(sum(invoices.map(({ total }) => total))),
                },
                {
                  label: say.balance,
                  value: (one) => one.status === "void" ? null : money(one.balance),
                  isNumber: true,
                  total: money(
                    sum(
                      invoices.filter(({ status }) => status !== "void").map((one) => one.balance),
                    ),
                  ),
                },
              ]}
            />
          </Part>
        </Page>
      )}
    </Loaded>
  );
}
