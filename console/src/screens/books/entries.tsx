import { Box, MenuItem, TablePagination, TextField } from "@mui/material";
import { useState } from "react";
import { day, decimal, money } from "../../ui/format.ts";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { AccountName, chartName } from "./account_name.tsx";
import { type BookDays, queryOf } from "./book_days.ts";
import { type Account, type Posting, sumsOf } from "./postings.ts";

const say = words.books.journal;

/** What was posted, document by document, as it can be found. */
export function Entries({ accounts, postings, days }: {
  accounts: readonly Account[];
  postings: readonly Posting[];
  days: BookDays;
}) {
  const [account, setAccount] = useState("");
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const [perPage, setPerPage] = useState(25);
  const byAccount = new Map(accounts.map((one) => [one.account, one]));
  const found = postings.filter((one) =>
    (account === "" || one.account === account) &&
    [one.document, one.facility].some((name) => name.toLowerCase().includes(text.toLowerCase()))
  );
  const sums = sumsOf(found);
  const shown = found.slice(page * perPage, (page + 1) * perPage);
  const first = (one: Posting, index: number) =>
    shown[index - 1]?.document !== one.document || shown[index - 1]?.posted_on !== one.posted_on;
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, mt: 2, mb: 1 }}>
        <TextField
          {...FIELD}
          label={say.find}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(0);
          }}
        />
        <TextField
          {...FIELD}
          select
          label={say.account}
          value={account}
          onChange={({ target }) => {
            setAccount(target.value);
            setPage(0);
          }}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">{say.allAccounts}</MenuItem>
          {accounts.map((one) => (
            <MenuItem key={one.account} value={one.account}>{chartName(one)}</MenuItem>
          ))}
        </TextField>
      </Box>
      <Rows
        label={say.entries}
        rows={shown.map((one, index) => ({ ...one, index, isFirst: first(one, index) }))}
        rowKey={({ index }) => `${index}`}
        empty={postings.length === 0 ? say.none : words.common.nothingMatches}
        columns={[
          {
            label: say.document,
            value: (one) =>
              one.isFirst && (
                <TextLink to={entryPath(one, days)}>
                  {one.document}
                </TextLink>
              ),
            total: words.common.total,
          },
          {
            label: words.common.day,
            value: (one) => one.isFirst && day(one.posted_on),
          },
          {
            label: say.account,
            value: (one) => {
              const known = byAccount.get(one.account);
              return known === undefined ? one.account : <AccountName of={known} />;
            },
          },
          { label: words.common.facility, value: (one) => one.facility },
          {
            label: say.debit,
            value: ({ debit }) => decimal(debit).isZero() ? "" : money(debit),
            isNumber: true,
            total: money(sums.debit),
          },
          {
            label: say.credit,
            value: ({ credit }) => decimal(credit).isZero() ? "" : money(credit),
            isNumber: true,
            total: money(sums.credit),
          },
        ]}
      />
      <TablePagination
        component="div"
        count={found.length}
        page={page}
        rowsPerPage={perPage}
        rowsPerPageOptions={[25, 50, 100]}
        onPageChange={(_, next) => setPage(next)}
        onRowsPerPageChange={({ target }) => {
          setPerPage(Number(target.value));
          setPage(0);
        }}
      />
    </>
  );
}

const FIELD = {
  size: "small",
  variant: "outlined",
  margin: "none",
  fullWidth: false,
  sx: { minWidth: 240 },
} as const;

/** Where the lines of a document of a day are shown. */
function entryPath({ posted_on: on, document }: Posting, days: BookDays): string {
  return `/books/journal/${on}/${encodeURIComponent(document)}?${queryOf(days)}`;
}
