import Decimal from "decimal.js";
import { money, sum } from "../../ui/format.ts";
import { type Column, Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { AccountName } from "./account_name.tsx";
import { type Account, type Posting, sumsOf } from "./postings.ts";

const say = words.books.journal;
type Sums = Account & ReturnType<typeof sumsOf> & { readonly before: Decimal };

/** Sums of each account over some days; with the balances, if the postings before are there too. */
export function AccountSums({ accounts, postings, before }: {
  accounts: readonly Account[];
  postings: readonly Posting[];
  before: readonly Posting[] | undefined;
}) {
  const moved = Map.groupBy(postings, ({ account }) => account);
  const opened = Map.groupBy(before ?? [], ({ account }) => account);
  const found = accounts
    .filter(({ account }) => moved.has(account) || opened.has(account))
    .map((one): Sums => ({
      ...one,
      ...sumsOf(moved.get(one.account) ?? []),
      before: sumsOf(opened.get(one.account) ?? []).change,
    }));
  const amounts = (label: string, value: (one: Sums) => Decimal): Column<Sums> => ({
    label,
    value: (one) => value(one).isZero() ? "" : money(value(one)),
    isNumber: true,
    total: money(sum(found.map(value))),
  });
  return (
    <Rows
      label={say.sums}
      rows={found}
      rowKey={({ account }) => account}
      empty={say.none}
      columns={[
        {
          label: say.account,
          value: (one) => <AccountName of={one} />,
          total: words.common.total,
        },
        { label: say.type, value: ({ type }) => words.books.types[type] },
        ...before === undefined ? [] : [amounts(say.before, (one) => one.before)],
        amounts(say.debit, ({ debit }) => debit),
        amounts(say.credit, ({ credit }) => credit),
        amounts(say.change, ({ change }) => change),
        ...before === undefined
          ? []
          : [amounts(say.after, ({ before, change }) => before.plus(change))],
      ]}
    />
  );
}
