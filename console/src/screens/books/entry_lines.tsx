import { Box, Button } from "@mui/material";
import { useState } from "react";
import { count, decimal, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { chartName } from "./account_name.tsx";
import type { BookDays } from "./book_days.ts";
import { type DocumentOfDay, type Line, linesOf } from "./lines.ts";
import type { Account } from "./postings.ts";

const say = words.books.entry;
const PER_PAGE = 50;

/** The lines of a document of a day, some at a time: a payroll batch has as many as people. */
export function EntryLines({ accounts, of, days }: {
  accounts: readonly Account[];
  of: DocumentOfDay;
  days: BookDays;
}) {
  const [page, setPage] = useState(0);
  const lines = useAsk(
    ["journal", days, of, page],
    // One more than is shown says whether there are more.
    (signal) => linesOf(of, days, { limit: PER_PAGE + 1, offset: page * PER_PAGE }, signal),
  );
  return (
    <Loaded query={lines}>
      {(found) => (
        <>
          <Lines accounts={accounts} lines={found.slice(0, PER_PAGE)} />
          {(page > 0 || found.length > PER_PAGE) && (
            <Box sx={{ display: "flex", gap: 1, mt: 1, alignItems: "center" }}>
              <Button
                disabled={page === 0}
                onClick={() =>
                  setPage(page - 1)}
              >
                {say.previous}
              </Button>
              {say.shown(
                count(page * PER_PAGE + 1),
                count(page * PER_PAGE + Math.min(found.length, PER_PAGE)),
              )}
              <Button disabled={found.length <= PER_PAGE} onClick={() => setPage(page + 1)}>
                {say.next}
              </Button>
            </Box>
          )}
        </>
      )}
    </Loaded>
  );
}

function Lines({ accounts, lines }: { accounts: readonly Account[]; lines: readonly Line[] }) {
  const names = new Map(accounts.map((one) => [one.account, chartName(one)]));
  const isOf = (name: "facility" | "contractor" | "memo") =>
    lines.some((line) => line[name] !== "" && line[name] !== null);
  return (
    <Rows
      label={say.lines}
      rows={lines.map((line, index) => ({ ...line, index }))}
      rowKey={({ index }) => `${index}`}
      empty={say.none}
      columns={[
        {
          label: words.books.journal.account,
          value: ({ account }) => names.get(account) ?? account,
        },
        ...isOf("facility")
          ? [{ label: words.common.facility, value: (line: Line) => line.facility }]
          : [],
        ...isOf("contractor")
          ? [{ label: words.common.contractor, value: (line: Line) => line.contractor }]
          : [],
        ...isOf("memo") ? [{ label: say.memo, value: (line: Line) => line.memo }] : [],
        {
          label: words.books.journal.debit,
          value: ({ debit }) => decimal(debit).isZero() ? "" : money(debit),
          isNumber: true,
        },
        {
          label: words.books.journal.credit,
          value: ({ credit }) => decimal(credit).isZero() ? "" : money(credit),
          isNumber: true,
        },
      ]}
    />
  );
}
