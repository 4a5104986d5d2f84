import { allRows } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { Page, Part } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { AddRate, type DatedRates, RateRows } from "./dated_rates.tsx";

const say = words.settings.wages;
const WAGES: DatedRates = {
  table: "minimum_wages",
  say,
  place: { label: say.jurisdiction, about: say.jurisdictionAbout },
};

/** The least that an hour may pay, place by place and from which day on. */
export function MinimumWages() {
  const wages = useAsk(["minimum_wages"], () =>
    allRows("minimum_wages", {
      select: "jurisdiction,effective_from,amount,source",
      order: "jurisdiction,effective_from.desc",
    }));
  return (
    <Page
      title={say.title}
      about={say.about}
      actions={<AddRate to={WAGES} buttonProps={{ variant: "contained" }} />}
    >
      <Part title={say.title}>
        <RateRows of={WAGES} query={wages} />
      </Part>
    </Page>
  );
}
