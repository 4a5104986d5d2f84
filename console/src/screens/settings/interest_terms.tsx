import { useParams } from "react-router-dom";
import { type Row, rows } from "../../api/rows.ts";
import { day, money, share } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.settings.interest;

/** What a facility owes on late invoices, dated. */
export function InterestTerms() {
  const { id = "" } = useParams();
  const terms = useAsk(["interest_terms", id], async (signal) => {
    const [[facility], found] = await Promise.all([
      rows<Pick<Row<"facilities">, "name">>(
        "facilities",
        { select: "name", id: `eq.${id}` },
        signal,
      ),
      rows<Row<"facility_interest_terms">>("facility_interest_terms", {
        select: "*",
        facility_id: `eq.${id}`,
        order: "effective_from.desc",
      }, signal),
    ]);
    return { name: facility?.name ?? "", found };
  });
  return (
    <Loaded query={terms}>
      {({ name, found }) => (
        <Page
          title={say.title(name)}
          about={
            <>
              {say.about} <TextLink to="/settings/facilities">{say.back}</TextLink>
            </>
          }
        >
          <Part title={words.settings.facilities.interest}>
            <Rows
              label={say.title(name)}
              rows={found}
              rowKey={(one) => one.id}
              empty={say.none}
              columns={[
                { label: say.from, value: (one) => day(one.effective_from) },
                { label: say.rate, value: (one) => share(one.annual_rate), isNumber: true },
                { label: say.dayCount, value: (one) => one.day_count },
                { label: say.compounding, value: (one) => say.compoundings[one.compounding] },
                { label: say.grace, value: (one) => one.grace_days, isNumber: true },
                { label: say.fee, value: (one) => money(one.fixed_fee), isNumber: true },
                { label: say.waive, value: (one) => money(one.waive_below), isNumber: true },
              ]}
            />
          </Part>
        </Page>
      )}
    </Loaded>
  );
}
