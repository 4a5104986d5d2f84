import { useLocation, useParams } from "react-router-dom";
import { day, money } from "../../ui/format.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Facts, Page, Part } from "../../ui/page.tsx";
import { TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";
import { useBookDays } from "./book_days.ts";
import { EntryLines } from "./entry_lines.tsx";
import { accrualIn, sumsOf, useAccounts, usePostings } from "./postings.ts";

const say = words.books.entry;

/** Postings of a document on a day, line by line, with facilities and contractors. */
export function Entry() {
  const { on = "", document = "" } = useParams();
  const { search } = useLocation();
  const [days] = useBookDays();
  const accounts = useAccounts();
  const postings = usePostings(days);
  return (
    <Page
      title={document}
      about={<TextLink to={`/books/journal${search}`}>{say.back}</TextLink>}
    >
      <Loaded query={accounts}>
        {(chart) => (
          <Loaded query={postings}>
            {(found) => {
              const { debit, credit } = sumsOf(
                found.filter((one) => one.document === document && one.posted_on === on),
              );
              return (
                <>
                  <Facts
                    facts={[
                      [say.postedOn, day(on)],
                      [words.books.journal.debit, money(debit)],
                      [words.books.journal.credit, money(credit)],
                    ]}
                  />
                  <Part title={say.lines}>
                    <EntryLines
                      key={`${on} ${document}`}
                      accounts={chart}
                      of={{ on, document, isAccrual: accrualIn(found, days.to) === document }}
                      days={days}
                    />
                  </Part>
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
