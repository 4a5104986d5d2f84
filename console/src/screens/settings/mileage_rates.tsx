import { rows } from "../../api/rows.ts";
import { useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { words } from "../../words.ts";
import { AddRate, type DatedRates, RateRows } from "./dated_rates.tsx";

const say = words.settings.miles;
const MILES: DatedRates = { table: "mileage_rates", say, perUnit: true };

/** Rates of the mile: the most that one repays, and from which day on. */
export function MileageRates() {
  const rates = useAsk(["mileage_rates"], (signal) =>
    rows("mileage_rates", {
      select: "effective_from,amount,source",
      order: "effective_from.desc",
    }, signal));
  return (
    <Part title={say.title} about={say.about} actions={<AddRate to={MILES} />}>
      <RateRows of={MILES} query={rates} />
    </Part>
  );
}
