import { FormControlLabel, Switch } from "@mui/material";
import { useState } from "react";
import { day, daysAfter } from "../../ui/format.ts";
import { DayField } from "../../ui/day_field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { AccountSums } from "./account_sums.tsx";
import { useBookDays } from "./book_days.ts";
import { useClosings } from "./closings.tsx";
import { Entries } from "./entries.tsx";
import { FileDialog } from "./file_dialog.tsx";
import { useAccounts, usePostings, usePostingsBefore } from "./postings.ts";

const say = words.books.journal;

/** The journal of some days: what each account was moved by, and by which documents. */
export function Journal() {
  const [days, setDays] = useBookDays();
  const [withBefore, setWithBefore] = useState(false);
  const accounts = useAccounts();
  const closings = useClosings();
  const postings = usePostings(days);
  const before = usePostingsBefore(days.from, withBefore);
  const closed = closings.data?.[0]?.through;
  return (
    <Page
      title={say.title}
      about={
        <>
          {say.about} {closings.data && (closed ? say.closed(day(closed)) : say.open)}
        </>
      }
      actions={
        <>
          <DayField
            label={words.common.firstDay}
            value={days.from}
            set={(from) => setDays({ from })}
          />
          <DayField label={words.common.lastDay} value={days.to} set={(to) => setDays({ to })} />
          <FileDialog
            days={days}
            mayChange={closings.data !== undefined && (closed ?? "") < days.to}
          />
        </>
      }
    >
      <FormControlLabel
        control={
          <Switch
            checked={days.withAccruals}
            onChange={({ target }) => setDays({ withAccruals: target.checked })}
          />
        }
        label={say.withAccruals(day(days.to))}
      />
      <FormControlLabel
        control={
          <Switch
            checked={withBefore}
            onChange={({ target }) => setWithBefore(target.checked)}
          />
        }
        label={say.withBefore}
      />
      <Loaded query={accounts}>
        {(chart) => (
          <Loaded query={postings}>
            {(found) => (
              <>
                <Part title={say.sums} about={say.sumsAbout}>
                  {withBefore && before.data === undefined && (
                    <Loaded query={before}>{() => null}</Loaded>
                  )}
                  <AccountSums
                    accounts={chart}
                    postings={found.filter((one) => one.posted_on <= days.to)}
                    before={withBefore ? before.data : undefined}
                  />
                </Part>
                <Part
                  title={say.entries}
                  about={days.withAccruals
                    ? `${say.entriesAbout} ${say.takenBack(day(daysAfter(days.to, 1)))}`
                    : say.entriesAbout}
                >
                  <Entries
                    key={`${days.from} ${days.to} ${days.withAccruals}`}
                    accounts={chart}
                    postings={found}
                  />
                </Part>
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
