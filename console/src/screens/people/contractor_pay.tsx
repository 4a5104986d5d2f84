import { type Row, rows } from "../../api/rows.ts";
import { day, hours, money, period, sum } from "../../ui/format.ts";
import { BatchLink, pathOf } from "../../ui/links.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { PayYears } from "../../ui/pay_years.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { State } from "../../ui/state.tsx";
import { words } from "../../words.ts";

const say = words.people.contractor;
const MOST = 50;

/** Pay day of a batch: of one off the cycle its own. */
const payDateOf = (
  batch: Pick<Row<"payroll_batches">, "pay_date"> & {
    payroll_periods: Pick<Row<"payroll_periods">, "pay_date">;
  },
) => batch.pay_date ?? batch.payroll_periods.pay_date;

/** Pay of a contractor, batch by batch, and what was entered beside their hours. For payroll. */
export function ContractorPay({ contractorId }: { contractorId: string }) {
  const pay = useAsk(["contractor_pay", contractorId], async (signal) => {
    const [items, adjustments] = await Promise.all([
      rows("payroll_items", {
        select:
          "id,payroll_batch_id,regular_hours,overtime_hours,doubletime_hours,gross_pay,payroll_batches(status,pay_date,payroll_periods(period_start,period_end,pay_date))",
        contractor_id: `eq.${contractorId}`,
        order: "created_at.desc,id",
        limit: `${MOST}`,
      }, signal),
      rows("payroll_adjustments", {
        select: "id,payable_on,kind,amount,reason,approved_at",
        contractor_id: `eq.${contractorId}`,
        order: "payable_on.desc,id",
        limit: `${MOST}`,
      }, signal),
    ]);
    return {
      items: items.filter((one) => one.payroll_batches.status !== "discarded")
        .map((one) => ({ ...one, payDate: payDateOf(one.payroll_batches) }))
        .toSorted((one, other) => other.payDate.localeCompare(one.payDate)),
      adjustments,
    };
  });
  return (
    <Loaded query={pay}>
      {({ items, adjustments }) => (
        <>
          <Part
            title={say.pay}
            actions={
              <PayYears
                contractorId={contractorId}
                payDates={items.filter((one) => one.payroll_batches.status === "closed")
                  .map((one) => one.payDate)}
              />
            }
          >
            <Rows
              label={say.pay}
              rows={items}
              rowKey={({ id }) => id}
              empty={say.payNone}
              columns={[
                {
                  label: say.payDate,
                  value: (one) => (
                    <TextLink
                      to={`${pathOf.batch(one.payroll_batch_id)}/${one.id}`}
                    >
                      {day(one.payDate)}
                    </TextLink>
                  ),
                },
                {
                  label: words.common.period,
                  value: (
                    {
                      payroll_batch_id: id,
                      payroll_batches: { payroll_periods: of },
                    },
                  ) => (
                    <BatchLink id={id}>
                      {period(of.period_start, of.period_end)}
                    </BatchLink>
                  ),
                },
                {
                  label: words.common.state,
                  value: (one) => <State of={one.payroll_batches.status} />,
                },
                {
                  label: words.common.hours,
                  value: (one) =>
                    hours(
                      sum([
                        one.regular_hours,
                        one.overtime_hours,
                        one.doubletime_hours,
                      ]).toNumber(),
                    ),
                  isNumber: true,
                },
                {
                  label: words.payroll.batch.gross,
                  value: (one) => money(one.gross_pay),
                  isNumber: true,
                },
              ]}
            />
          </Part>
          <Part title={words.payroll.adjustments.title}>
            <Rows
              label={words.payroll.adjustments.title}
              rows={adjustments}
              rowKey={({ id }) => id}
              empty={say.adjustmentsNone}
              columns={[
                {
                  label: words.payroll.adjustments.payableOn,
                  value: (one) => (
                    <TextLink to="/payroll/adjustments">
                      {day(one.payable_on)}
                    </TextLink>
                  ),
                },
                {
                  label: words.common.kind,
                  value: (one) => words.payroll.item.payKinds[one.kind],
                },
                {
                  label: words.payroll.adjustments.reason,
                  value: (one) => one.reason,
                },
                {
                  label: words.common.amount,
                  value: (one) => money(one.amount),
                  isNumber: true,
                },
                {
                  label: words.common.state,
                  value: (one) =>
                    one.approved_at === null
                      ? words.payroll.adjustments.waiting
                      : words.payroll.adjustments.approved,
                },
              ]}
            />
          </Part>
        </>
      )}
    </Loaded>
  );
}
