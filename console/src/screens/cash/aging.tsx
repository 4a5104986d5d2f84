import { MenuItem, TablePagination, TextField } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type Answer, call } from "../../api/call.ts";
import { searchedWords } from "../../api/list_query.ts";
import { money, sum, today } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { type Column, Rows } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";
import { AgingPicture } from "./aging_picture.tsx";
import { OutstandingPicture } from "./outstanding_picture.tsx";

const say = words.cash.aging;
const COLUMNS = [
  ["current", say.current],
  ["days_1_30", say.d30],
  ["days_31_60", say.d60],
  ["days_61_90", say.d90],
  ["days_91_plus", say.more],
  ["balance", say.balance],
  ["disputed", words.dispute.ofBalance],
  ["interest", say.interest],
  ["unapplied_credits", say.credits],
  ["net", say.net],
] as const;

/** Money owed at the end of a day, by how long it is overdue. */
export function Aging() {
  const me = useMe();
  const [asked, setAsked] = useSearchParams();
  const asOf = asked.get("day") ?? today(me.timezone);
  const by = asked.get("by") === "customer" ? "customer" : "facility";
  const aging = useAsk(["ar_aging_as_of", asOf, by], async (signal) => {
    if (by === "facility") return await call("ar_aging_as_of", { as_of: asOf }, signal);
    const found = await call("customer_aging_as_of", { as_of: asOf }, signal);
    return found.map(({ customer_id, customer_name, ...owed }): Facility => ({
      facility_id: customer_id,
      facility_name: customer_name,
      ...owed,
    }));
  });
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={
        <>
          <TextField
            select
            size="small"
            variant="outlined"
            margin="none"
            fullWidth={false}
            label={say.by}
            value={by}
            onChange={({ target }) => setAsked({ day: asOf, by: target.value })}
            sx={{ minWidth: 150 }}
          >
            <MenuItem value="facility">{say.byFacility}</MenuItem>
            <MenuItem value="customer">{say.byCustomer}</MenuItem>
          </TextField>
          <TextField
            type="date"
            size="small"
            variant="outlined"
            margin="none"
            fullWidth={false}
            label={say.asOf}
            value={asOf}
            onChange={({ target }) => target.value !== "" && setAsked({ day: target.value, by })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        </>
      }
    >
      <Part title={say.pictureTitle}>
        <AgingPicture through={asOf} />
      </Part>
      <Part title={say.title}>
        <Loaded query={aging}>
          {(found) => <Owing found={found} />}
        </Loaded>
      </Part>
      <Part title={say.outstandingTitle} about={say.outstandingAbout}>
        <OutstandingPicture through={asOf} />
      </Part>
    </Page>
  );
}

type Facility = Answer<"ar_aging_as_of">[number];
const PER_PAGE = 25;

/** Facilities that owe, found by their names, a page at a time; the totals are of all that are found. */
function Owing({ found }: { found: readonly Facility[] }) {
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const parts = searchedWords(text);
  const called = found.filter(({ facility_name: name }) => {
    const words = searchedWords(name ?? "").join(" ");
    return parts.every((part) => words.includes(part));
  });
  const isLong = found.length > PER_PAGE;
  const first = Math.min(page, Math.max(0, Math.ceil(called.length / PER_PAGE) - 1));
  const isDisputed = called.some(({ disputed }) => disputed !== 0);
  const columns = COLUMNS.filter(([name]) => name !== "disputed" || isDisputed).map((
    [name, label],
  ): Column<Facility> => ({
    label,
    value: (one) => one[name] === 0 ? "" : money(one[name]),
    isNumber: true,
    total: money(sum(called.map((one) => one[name]))),
  }));
  return (
    <>
      {isLong && (
        <TextField
          type="search"
          size="small"
          label={say.search}
          value={text}
          fullWidth={false}
          onChange={({ target }) => {
            setText(target.value);
            setPage(0);
          }}
        />
      )}
      <Rows
        label={say.title}
        rows={called.slice(first * PER_PAGE, (first + 1) * PER_PAGE)}
        rowKey={(one) => one.facility_id ?? ""}
        to={(one) => `/cash/aging/${one.facility_id}`}
        empty={text === "" ? say.none : say.noneCalled}
        columns={[
          {
            label: words.common.facility,
            value: (one) => one.facility_name,
            total: words.common.total,
          },
          ...columns,
        ]}
      />
      {called.length > PER_PAGE && (
        <TablePagination
          component="div"
          count={called.length}
          page={first}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[PER_PAGE]}
          onPageChange={(_, next) => setPage(next)}
        />
      )}
    </>
  );
}
