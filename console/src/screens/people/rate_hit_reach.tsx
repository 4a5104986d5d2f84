import { Typography } from "@mui/material";
import { call } from "../../api/call.ts";
import { count, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.people.reach;

/** Reach of a raise, before somebody applies it. */
export function RateHitReach({ rateHitId }: { rateHitId: string }) {
  const reach = useAsk(
    ["rate_hit_reach", rateHitId],
    (signal) => call("rate_hit_reach", { rate_hit_id: rateHitId }, signal),
  );
  return (
    <>
      <Typography sx={{ mb: 1 }}>{words.people.assignment.applyAbout}</Typography>
      <Loaded query={reach}>
        {(found) => (
          <Rows
            label={say.title}
            rows={found.filter(({ documents }) => documents > 0)}
            rowKey={({ target }) => target}
            empty={say.nothing}
            columns={[
              { label: say.title, value: ({ target }) => say.targets[target] },
              { label: say.documents, value: (one) => count(one.documents), isNumber: true },
              { label: say.entries, value: (one) => count(one.entries), isNumber: true },
              { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
              { label: say.change, value: (one) => money(one.change), isNumber: true },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
