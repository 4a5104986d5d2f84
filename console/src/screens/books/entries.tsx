import { Box, MenuItem, TablePagination, TextField } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router-dom";
import { useAddress } from "../../ui/address.ts";
import { day, decimal, money } from "../../ui/format.ts";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { chartName } from "./account_name.tsx";
import { type Account, type Posting, sumsOf } from "./postings.ts";

const say = words.books.journal;

/** Postings, document by document, as they can be found. */
export function Entries({ accounts, postings }: {
  accounts: readonly Account[];
  postings: readonly Posting[];
}) {
  const [text, setText] = useKept("find");
  const [account, setAccount] = useKept("account");
  const [page, setPage] = useState(0);
  const [perPage, setPerPage] = useState(25);
  const { search } = useLocation();
  const names = new Map(accounts.map((one) => [one.account, chartName(one)]));
  const found = postings.filter((one) =>
    (account === "" || one.account === account) &&
    [one.document, one.facility].some((name) => name.toLowerCase().includes(text.toLowerCase()))
  );
  const sums = sumsOf(found);
  const shown = found.slice(page * perPage, (page + 1) * perPage)
    .map((one, index, all) => ({ ...one, index, isNew: !isOfOneEntry(one, all[index - 1]) }));
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
        rows={shown}
        rowKey={({ index }) => `${index}`}
        empty={postings.length === 0 ? say.none : words.common.nothingMatches}
        columns={[
          {
            label: say.document,
            value: ({ isNew, posted_on: on, document }) =>
              isNew && (
                <InOneLine>
                  <TextLink
                    to={`/books/journal/${on}/${encodeURIComponent(document)}${search}`}
                  >
                    {document}
                  </TextLink>
                </InOneLine>
              ),
            total: words.common.total,
          },
          {
            label: words.common.day,
            value: ({ isNew, posted_on: on }) => isNew && <InOneLine>{day(on)}</InOneLine>,
          },
          { label: say.account, value: (one) => names.get(one.account) ?? one.account },
          {
            label: words.common.facility,
            value: ({ isNew, index, facility }) =>
              (isNew || shown[index - 1]?.facility !== facility) && facility,
          },
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

/** A text that stands in the page's address too, for who comes back to it. */
function useKept(name: string): [string, (text: string) => void] {
  const [asked, change] = useAddress();
  // The page follows its address some moments after what is typed.
  const [text, setText] = useState(asked.get(name) ?? "");
  return [text, (changed) => {
    setText(changed);
    change({ [name]: changed }, { replace: true });
  }];
}

function isOfOneEntry(one: Posting, other: Posting | undefined): boolean {
  return one.document === other?.document && one.posted_on === other.posted_on;
}

function InOneLine({ children }: { children: ReactNode }) {
  return <Box component="span" sx={{ whiteSpace: "nowrap" }}>{children}</Box>;
}
