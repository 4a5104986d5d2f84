import { callPage } from "../api/call.ts";
import { day, money } from "./format.ts";
import { Loaded, useAsk } from "./loaded.tsx";
import { Facts, Part } from "./page.tsx";
import { words } from "../words.ts";

const say = words.cash.aging;
const AGES = [
  ["current", say.current],
  ["days_1_30", say.d30],
  ["days_31_60", say.d60],
  ["days_61_90", say.d90],
  ["days_91_plus", say.more],
  ["interest", say.interest],
  ["unapplied_credits", say.credits],
  ["net", say.net],
] as const;

/** Balance at the end of a statement's last day, by how long it was overdue then; nothing where nothing was owed. */
export function StatementAging({ facilityId, isProgram, to }: {
  facilityId: string;
  /** A program's is of all of its facilities. */
  isProgram: boolean;
  /** The last day. */
  to: string;
}) {
  const aging = useAsk(["statement_aging", facilityId, `${isProgram}`, to], async (signal) => {
    const [row] = isProgram
      ? await callPage("customer_aging_as_of", { as_of: to }, {
        customer_id: `eq.${facilityId}`,
      }, signal)
      : await callPage(
        "ar_aging_as_of",
        { as_of: to },
        { facility_id: `eq.${facilityId}` },
        signal,
      );
    return row ?? null;
  });
  return (
    <Loaded query={aging}>
      {(row) =>
        row !== null && (
          <Part title={words.cash.statement.aged(day(to))}>
            <Facts facts={AGES.map(([name, label]) => [label, money(row[name])])} />
          </Part>
        )}
    </Loaded>
  );
}
