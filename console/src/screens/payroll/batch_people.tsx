import { Box, Chip } from "@mui/material";
import { callAll, type RowOf } from "../../api/call.ts";
import { allRows, type Row } from "../../api/rows.ts";
import { decimal, hours, money, sum } from "../../ui/format.ts";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.payroll.batch;
type Review = RowOf<"payroll_batch_review">;
type Item = Pick<
  Row<"payroll_items">,
  | "id"
  | "contractor_id"
  | "employment_type"
  | "regular_hours"
  | "overtime_hours"
  | "doubletime_hours"
  | "premium_pay"
  | "stipend_pay"
  | "adjustment_pay"
  | "code_pay"
>;
/** Pay of one person, beside the batch before; no item: they were paid then, and are not now. */
export interface Paid {
  readonly review: Review;
  readonly item: Item | undefined;
}

/** Everybody of a batch and of the one before, whoever deserves a look first. */
export async function peopleOf(id: string, signal: AbortSignal): Promise<Paid[]> {
  const [reviews, items] = await Promise.all([
    callAll(
      "payroll_batch_review",
      { payroll_batch_id: id },
      "last_name,first_name,contractor_id",
      signal,
    ),
    allRows("payroll_items", {
      select:
        "id,contractor_id,employment_type,regular_hours,overtime_hours,doubletime_hours,premium_pay,stipend_pay,adjustment_pay,code_pay",
      payroll_batch_id: `eq.${id}`,
      order: "id",
    }),
  ]);
  const itemOf = new Map(items.map((item) => [item.contractor_id, item]));
  const placeOf = ({ item, review }: Paid) =>
    item === undefined ? 1 : review.exceptions.length > 0 ? 0 : 2;
  return reviews.map((review): Paid => ({ review, item: itemOf.get(review.contractor_id) }))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Pay of a batch, person by person. */
export function BatchPeople({ batchId, people }: { batchId: string; people: readonly Paid[] }) {
  const hoursOf = (name: "regular_hours" | "overtime_hours" | "doubletime_hours") => ({
    value: ({ item }: Paid) => hours(item?.[name]),
    isNumber: true,
    total: hours(sum(people.map(({ item }) => item?.[name])).toNumber()),
  });
  const moneyOf = (value: (one: Paid) => Parameters<typeof money>[0]) => ({
    value: (one: Paid) => money(value(one)),
    isNumber: true,
    total: money(sum(people.map(value))),
  });
  return (
    <Rows
      label={say.items}
      rows={people}
      rowKey={({ review }) => review.contractor_id}
      to={({ item }) => item === undefined ? null : `/payroll/batches/${batchId}/${item.id}`}
      empty={say.none}
      columns={[
        {
          label: words.common.contractor,
          value: ({ review }) => `${review.last_name}, ${review.first_name}`,
          total: words.common.total,
        },
        { label: say.look, value: (one) => <Flags of={one} /> },
        { label: say.regular, ...hoursOf("regular_hours") },
        { label: say.overtime, ...hoursOf("overtime_hours") },
        { label: say.doubletime, ...hoursOf("doubletime_hours") },
        { label: say.premium, ...moneyOf(({ item }) => item?.premium_pay) },
        {
          label: say.extras,
          ...moneyOf(({ item }) =>
            item && decimal(item.stipend_pay).plus(item.adjustment_pay).plus(item.code_pay)
          ),
        },
        { label: say.gross, ...moneyOf(({ review }) => review.gross_pay) },
        { label: say.before, ...moneyOf(({ review }) => review.gross_pay_before) },
        { label: say.change, ...moneyOf(({ review }) => review.gross_pay_change) },
      ]}
    />
  );
}

function Flags({ of: { review, item } }: { of: Paid }) {
  const labels = [
    ...(item === undefined ? [say.notNow] : []),
    ...review.exceptions.map((exception) => say.flags[exception]),
  ];
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.5 }}>
      {labels.map((label) => <Chip key={label} size="small" variant="outlined" label={label} />)}
    </Box>
  );
}
